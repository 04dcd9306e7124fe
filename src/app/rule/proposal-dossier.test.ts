import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { EXAMPLE_TEXT, person } from "../../../test/examples/example-rule.ts";
import { type RuleText, ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../../ports/store.ts";
import { decideRule } from "./decide-rule.ts";
import { proposalDossier } from "./proposal-dossier.ts";
import { proposeRules } from "./propose-rules.ts";

const NOW = "2026-03-04T09:00:00.000Z";
const DIFF = `--- a/src/io.ts
+++ b/src/io.ts
@@ -1,2 +1,2 @@
-  handle.close();
+  finally { handle.close(); }
 }
`;

const partsOf = (store: Store) => ({
  ...store,
  evaluator: createBuiltInEvaluator(),
  policy: DEFAULT_RULE_POLICY,
  now: () => NOW,
});

const said = (n: number, fields: Partial<Feedback> = {}): Feedback =>
  makeFeedback(n, {
    comment: "Always close the file handle in a finally block.",
    time: `2026-03-0${n}T08:00:00.000Z`,
    author: { id: n === 2 ? "bo" : "ana", trust: "person" },
    ...fields,
  });

/** A person's own rule, in force where two others agreed. */
async function writtenRule(
  store: Store,
  text: string,
  active: boolean,
  scope = EXAMPLE_TEXT.scope,
): Promise<string> {
  const rule: RuleText = { ...EXAMPLE_TEXT, text, scope };
  const id = ruleId(rule);
  const decide = decideRule(partsOf(store));
  await decide(id, {
    type: "propose",
    id,
    by: person("cy"),
    cluster_id: null,
    rule,
    evidence: [],
    confidence: null,
  });
  if (active)
    for (const by of ["ana", "bo"]) await decide(id, { type: "approve", by: person(by), version: 1 });
  return id;
}

async function proposed(store: Store): Promise<string> {
  await fillCluster(store, [
    said(1),
    said(2, { correction: { diff: DIFF }, target: { path: "src/io.ts" } }),
    said(3, { output: { agent_sha: "abc" } }),
  ]);
  return (await proposeRules(partsOf(store))()).proposed[0]!.id;
}

describe("proposalDossier", () => {
  it("holds all that a person needs to decide", async () => {
    const store = await openTestStore();
    const id = await proposed(store);
    const dossier = (await proposalDossier(partsOf(store))(id))!;
    expect(dossier).toMatchObject({
      rule_id: id,
      status: "proposed",
      version: { version: 1, text: "Always close the file handle in a finally block." },
      why: "Said 3 times by 2 people to one agent, from 2026-03-01 to 2026-03-03.",
      evidence: {
        occurrences: 3,
        by_day: [
          { day: "2026-03-01", count: 1 },
          { day: "2026-03-02", count: 1 },
          { day: "2026-03-03", count: 1 },
        ],
        agents: [{ agent: "rio", count: 3 }],
        reviewers: [
          { id: "ana", trust: "person", count: 2 },
          { id: "bo", trust: "person", count: 1 },
        ],
      },
      contradictions: [],
      related: [],
      warnings: [],
      approval: { required: 2, given: 0, missing: 2, reached: false, approved_by: [], proposed_by: "emend" },
      earlier: null,
      changes: null,
    });
    expect(dossier.evidence.examples[0]).toMatchObject({
      before: "handle.close();",
      after: "finally { handle.close(); }",
    });
    expect(dossier.evidence.members.map(({ time, path, ref }) => [time.slice(0, 10), path, ref])).toEqual([
      ["2026-03-03", null, "d-3"],
      ["2026-03-02", "src/io.ts", "d-2"],
      ["2026-03-01", null, "d-1"],
    ]);
    expect(dossier.benefit).toMatchObject({ per_week: 0.75, agents: 1 });
    expect(dossier.token_cost).toBeGreaterThan(5);
    await store.close();
  });

  it("003.4 reports conflicts and duplicates among active and pending rules before review", async () => {
    const store = await openTestStore();
    const conflict = await writtenRule(store, "Never close a file handle in a finally block.", true);
    const twin = await writtenRule(store, "Close the file handle in a finally block, always.", false);
    await writtenRule(store, "Never close a file handle in a finally block!", true, {
      agents: ["kai"],
      paths: [],
    });
    const dossier = (await proposalDossier(partsOf(store))(await proposed(store)))!;
    expect(dossier.related).toMatchObject([
      { rule_id: conflict, relation: "conflict", standing: "in_force" },
      { rule_id: twin, relation: "duplicate", standing: "pending" },
    ]);
    for (const { reasons } of dossier.related) expect(reasons.join()).not.toBe("");
    await store.close();
  });

  it("names approved work that speaks against the rule", async () => {
    const store = await openTestStore();
    const id = await proposed(store);
    const approval = { outcome: "approved", author: { id: "di", trust: "person" } } as const;
    await store.feedback.record([
      said(4, { ...approval, comment: "Right: never close the file handle in a finally block." }),
      said(5, { ...approval, comment: "Fine.", output: { agent_sha: "abc" } }),
      said(6, { ...approval, comment: "Nice names." }),
      said(7, {
        ...approval,
        author: { id: "eve", trust: "outsider" },
        comment: "Never close the file handle in a finally block.",
      }),
    ]);
    const { contradictions } = (await proposalDossier(partsOf(store))(id))!;
    expect(contradictions).toMatchObject([
      {
        author: "di",
        said: "Fine.",
        why: "an output that the evidence rejects was approved",
      },
      { author: "di", said: "Right: never close the file handle in a finally block." },
    ]);
    await store.close();
  });

  it("asks the judge about what is near in meaning, where it may", async () => {
    const store = await openTestStore();
    const id = await proposed(store);
    const far = said(8, { agent: "kai", outcome: "approved", comment: "Leaving it open is what we want." });
    await store.feedback.record([far]);
    const meaning = {
      vectors: {
        get: (ids: readonly string[]) =>
          Promise.resolve(new Map(ids.map((each) => [each, Float32Array.from([1])]))),
        nearest: () => Promise.resolve([{ id: far.id, cosine: 0.7 }]),
      },
      judge: {
        judge: (_text: unknown, others: readonly unknown[]) =>
          Promise.resolve(others.map(() => ({ relation: "opposite" as const, score: 0.1, reasons: [] }))),
      },
    };
    expect((await proposalDossier({ ...partsOf(store), meaning })(id))!.contradictions).toMatchObject([
      { feedback_id: far.id, agent: "kai" },
    ]);
    await store.close();
  });

  it("003.5 shows what a modified version changes, and that its approvals start again", async () => {
    const store = await openTestStore();
    const id = await proposed(store);
    const decide = decideRule(partsOf(store));
    await decide(id, { type: "approve", by: person("ana"), version: 1 });
    const before = (await store.rules.find(id))!.versions[0]!;
    const rule: RuleText = {
      ...before,
      text: "Always close the file handle and the socket in a finally block.",
    };
    const { type, text, reason, insertion_point, scope } = rule;
    await decide(id, {
      type: "modify",
      by: person("bo"),
      version: 1,
      rule: { type, text, reason, insertion_point, scope },
      reason: "sockets too",
    });
    const dossier = (await proposalDossier(partsOf(store))(id))!;
    expect(dossier.approval).toMatchObject({ given: 0, missing: 2, proposed_by: "bo" });
    expect(dossier.changes).toEqual({
      from: 1,
      text: [
        { kind: "same", text: "Always close the file handle" },
        { kind: "added", text: "and the socket" },
        { kind: "same", text: "in a finally block." },
      ],
    });
    expect(dossier.why).toContain("bo changed the words of an earlier version into version 2: sockets too.");
    await store.close();
  });

  it("tells of the earlier answer, of warnings, and of a person's own rule without feedback", async () => {
    const store = await openTestStore();
    const id = await writtenRule(store, "Maybe look at https://example.com/style.", false);
    const dossier = (await proposalDossier(partsOf(store))(id))!;
    expect(dossier.why).toBe("cy proposed it. No feedback is kept that speaks for it.");
    expect(dossier.warnings.map(({ code }) => code)).toContain("bare_url");
    expect(dossier.evidence).toMatchObject({ occurrences: 0, first: null, members: [] });
    expect(await proposalDossier(partsOf(store))("ru_none")).toBeUndefined();
    await store.close();
  });
});
