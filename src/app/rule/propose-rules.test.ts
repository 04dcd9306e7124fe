import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback, Trust } from "../../core/feedback/feedback.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../../ports/store.ts";
import { decideOnEvaluation } from "../evaluation/decide-on-evaluation.ts";
import { decideRule } from "./decide-rule.ts";
import { proposeRules } from "./propose-rules.ts";

const NOW = "2026-03-02T09:00:00.000Z";
const LATER = "2026-03-02T10:00:00.000Z";

const partsOf = (store: Store) => ({
  ...store,
  evaluator: createBuiltInEvaluator(),
  policy: DEFAULT_RULE_POLICY,
  now: () => NOW,
});

const said = (n: number, fields: Partial<Feedback> = {}): Feedback =>
  makeFeedback(n, { comment: `Close the file handle in a finally block, see place ${n}.`, ...fields });

describe("proposeRules", () => {
  it("003.4 makes one proposal of what recurs, with all evidence ids, and names it in the evaluations", async () => {
    const store = await openTestStore();
    const three = [said(1), said(2), said(3)];
    const cluster = await fillCluster(store, three);
    await fillCluster(store, [said(10), said(11)]);
    const { proposed, skipped } = await proposeRules(partsOf(store))();
    expect(skipped).toEqual([]);
    expect(proposed).toHaveLength(1);
    expect(proposed[0]).toMatchObject({
      id: ruleId({ cluster_id: cluster }),
      status: "proposed",
      cluster_id: cluster,
      versions: [{ proposed_by: { id: "emend", trust: "tool" }, approvals: [] }],
    });
    expect(proposed[0]!.versions[0]!.evidence.toSorted()).toEqual(three.map(({ id }) => id).toSorted());
    expect((await store.evaluations.find(three[2]!.id))?.evaluation.proposed_action).toMatchObject({
      action_type: "CREATE_RULE",
      proposal_id: proposed[0]!.id,
    });
    expect(await proposeRules(partsOf(store))()).toEqual({ proposed: [], skipped: [] });
    await store.close();
  });

  it("003.4 gives one proposal however many workers propose at once", async () => {
    const store = await openTestStore();
    const cluster = await fillCluster(store, [said(1), said(2), said(3)]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => proposeRules(partsOf(store))({ clusterIds: [cluster] })),
    );
    expect(answers.flatMap(({ proposed }) => proposed)).toHaveLength(1);
    expect(answers.flatMap(({ skipped }) => skipped).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => "already_proposed"),
    );
    expect(await store.rules.pending()).toHaveLength(1);
    await store.close();
  });

  it.each([
    { why: "nothing generalises yet", feedback: [said(1), said(2)], code: "too_little_evidence" },
    {
      why: "people only say that it is wrong",
      feedback: [
        said(1, { comment: "No, that is wrong." }),
        said(2, { comment: "No, that is wrong.", author: { id: "ben", trust: "person" } }),
        said(3, { comment: "Still wrong!" }),
      ].map((record) => ({ ...record, tags: ["user_rejection"] })),
      code: "says_nothing",
    },
  ])("passes a cluster over where $why", async ({ feedback, code }) => {
    const store = await openTestStore();
    const cluster = await fillCluster(store, feedback);
    const { proposed, skipped } = await proposeRules(partsOf(store))({ clusterIds: [cluster, "cl-none"] });
    expect(proposed).toEqual([]);
    expect(skipped).toMatchObject([
      { cluster_id: cluster, code },
      { cluster_id: "cl-none", code: "cluster_not_found" },
    ]);
    await store.close();
  });

  it("proposes a rejected rule again only with new evidence, and with the earlier answer", async () => {
    const store = await openTestStore();
    const cluster = await fillCluster(store, [said(1), said(2), said(3)]);
    const [rule] = (await proposeRules(partsOf(store))()).proposed;
    await decideRule(partsOf(store))(rule!.id, {
      type: "reject",
      by: person("ana"),
      version: 1,
      reason: "the linter says so already",
    });
    const again = await proposeRules(partsOf(store))();
    expect(again).toMatchObject({
      proposed: [],
      skipped: [{ cluster_id: cluster, code: "no_new_evidence" }],
    });
    expect(again.skipped[0]!.message).toContain("the linter says so already");
    await fillCluster(store, [said(4)], { into: cluster });
    expect((await proposeRules(partsOf(store))()).proposed, "said before the answer").toEqual([]);
    await fillCluster(store, [said(5, { time: LATER })], { into: cluster });
    const { proposed } = await proposeRules(partsOf(store))();
    expect(proposed).toMatchObject([{ id: rule!.id, pending: 2 }]);
    expect(proposed[0]!.versions[1]).toMatchObject({
      origin: "proposed_again",
      earlier: { status: "rejected", reason: "the linter says so already" },
    });
    await store.close();
  });

  it("leaves out what contradicts something until a person says that it holds", async () => {
    const store = await openTestStore();
    const four = [said(1), said(2), said(3), said(4)];
    await fillCluster(store, four, { contradicts: { [four[3]!.id]: ["fb_other"] } });
    const [rule] = (await proposeRules(partsOf(store))()).proposed;
    expect(rule!.versions[0]!.evidence).not.toContain(four[3]!.id);
    await store.close();
  });

  it("003.8 proposes what a person promoted, although it was said once", async () => {
    const store = await openTestStore();
    const once = said(1);
    await store.feedback.record([once]);
    const evaluate = decideOnEvaluation(partsOf(store));
    await evaluate(once.id, {
      type: "evaluate",
      by: { id: "emend", trust: "tool" },
      evaluation: {
        feedback_id: once.id,
        classification: "edge_case",
        confidence: 0.5,
        rationale: "said once",
        similar_feedback_ids: [],
        proposed_action: null,
      },
    });
    expect((await proposeRules(partsOf(store))()).proposed).toEqual([]);
    await evaluate(once.id, { type: "promote_edge_case", by: person("ana"), reason: "it will come again" });
    expect((await proposeRules(partsOf(store))()).proposed).toMatchObject([
      { status: "proposed", versions: [{ evidence: [once.id] }] },
    ]);
    await store.close();
  });

  it("leaves alone what says nothing, unless a person says that it generalises: then it wants their words", async () => {
    const store = await openTestStore();
    const empty = [1, 2, 3].map((n) => said(n, { comment: "No, that is wrong.", tags: [] }));
    await fillCluster(store, empty);
    expect(await proposeRules(partsOf(store))()).toEqual({ proposed: [], skipped: [] });
    const evaluate = decideOnEvaluation(partsOf(store));
    await evaluate(empty[0]!.id, { type: "promote_edge_case", by: person("ana"), reason: "it comes again" });
    expect(await proposeRules(partsOf(store))()).toMatchObject({
      proposed: [{ versions: [{ text: "", wants_words: { suggestions: [] } }] }],
      skipped: [],
    });
    await store.close();
  });

  it("follows a merger, and does not forget what was answered under the other cluster", async () => {
    const store = await openTestStore();
    const one = await fillCluster(store, [said(1), said(2), said(3)]);
    const two = await fillCluster(store, [said(5), said(6), said(7, { time: LATER })]);
    const [rule] = (await proposeRules(partsOf(store))({ clusterIds: [one] })).proposed;
    await decideRule(partsOf(store))(rule!.id, {
      type: "reject",
      by: person("bo"),
      version: 1,
      reason: "no",
    });
    await store.clusters.merge([two, one], "ana");
    const { proposed } = await proposeRules(partsOf(store))({ clusterIds: [one] });
    expect(proposed).toMatchObject([{ id: rule!.id, pending: 2 }]);
    await store.close();
  });

  it("does not look twice at what cannot have changed, and looks again when it has", async () => {
    const store = await openTestStore();
    const cluster = await fillCluster(store, [said(1), said(2)]);
    let looked = 0;
    const clusters = {
      ...store.clusters,
      members: (id: string, query: { readonly limit: number }) => {
        looked += 1;
        return store.clusters.members(id, query);
      },
    };
    const propose = proposeRules({ ...partsOf(store), clusters });
    for (let round = 0; round < 3; round += 1) expect(await propose()).toEqual({ proposed: [], skipped: [] });
    expect(looked).toBe(1);
    const third = said(3);
    await store.feedback.record([third]);
    const { id, time, author, agent = "" } = third;
    const member = { feedback_id: id, cluster_id: cluster, score: 1, reasons: [], time, agent };
    await store.clusters.join({ ...member, author: author.id, trust: author.trust });
    expect((await propose()).proposed, "its evaluation has still to come").toEqual([]);
    await decideOnEvaluation(partsOf(store))(id, {
      type: "evaluate",
      by: { id: "emend", trust: "tool" },
      evaluation: {
        feedback_id: id,
        classification: "generalizable_high",
        confidence: 0.8,
        rationale: "3 occurrences",
        similar_feedback_ids: [],
        proposed_action: null,
      },
    });
    expect((await propose()).proposed).toHaveLength(1);
    await store.close();
  });

  it("takes the words of the entry that the members are about, and names their cluster after it, once", async () => {
    const store = await openTestStore();
    const leaks = (n: number, by = "ana", trust: Trust = "person") =>
      said(n, {
        comment: "nobody closes the handle that is opened on the error path, why?",
        author: { id: by, trust },
      });
    const members = [leaks(1), leaks(2), leaks(3), leaks(4, "eve", "outsider")];
    const cluster = await fillCluster(store, members);
    const entry = {
      id: "open-handle",
      rule: "Close every handle that you open, on every path.",
      rules: ["Close handles, because the limit is low."],
      comments: ["leaks"],
      fix: "use a scope that closes it",
      opposite: null,
      lookalike_comments: [],
      lookalike_rules: [],
    };
    const asked: (readonly string[])[] = [];
    const vector = Float32Array.of(1, 0);
    const catalogue = {
      place: (texts: readonly string[]) => {
        asked.push(texts);
        return Promise.resolve(texts.map(() => vector));
      },
      nearestRules: () =>
        Promise.resolve([{ rule: entry.rule, against: null, entry, isOwn: false, near: 0.9, vector }]),
    };
    const parts = { ...partsOf(store), catalogue };
    const [rule] = (await proposeRules(parts)()).proposed;
    expect(rule!.versions[0]).toMatchObject({
      text: entry.rule,
      reason:
        "Close handles, because the limit is low. To mend it: use a scope that closes it. (Said 3 times by one person to rio, on 2026-03-01. The catalogue knows it as open-handle.)",
    });
    expect(asked[0], "an outsider's words decide nothing").toEqual(
      members.slice(0, 3).map(({ comment }) => comment),
    );
    expect(await store.clusters.find(cluster)).toMatchObject({ name: "Open handle" });
    await store.clusters.rename(cluster, "", "ana");
    await decideRule(parts)(rule!.id, { type: "reject", by: person("ana"), version: 1, reason: "no" });
    await fillCluster(store, [said(5, { time: LATER })], { into: cluster });
    expect((await proposeRules(parts)()).proposed, "it is proposed again").toHaveLength(1);
    expect(await store.clusters.find(cluster), "a person took the name away").not.toHaveProperty("name");
    await store.close();
  });
});
