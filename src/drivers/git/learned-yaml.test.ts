import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeEvaluation, evaluating, resolving } from "../../../test/contract/change-evaluation.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { evaluationRecordSchema } from "../../core/evaluation/evaluation-schema.ts";
import {
  type ClusterFile,
  renderCluster,
  parseCluster,
  parseEvaluation,
  parseRule,
  renderEvaluation,
  renderRule,
} from "../../core/ledger/ledger-documents.ts";
import { clusterPath, evaluationPath, rulePath } from "../../core/ledger/ledger-path.ts";
import { fail, type Result } from "../../core/result.ts";
import { daysAfter } from "../../core/time/time.ts";
import { applyRuleCommand } from "../../core/rule/decide-rule.ts";
import {
  approve,
  askingForWords,
  EXAMPLE_ID,
  EXAMPLE_TEXT,
  EXAMPLE_TIME,
  flag,
  later,
  modify,
  person,
  proposing,
  reject,
  retire,
  ruleAfter,
  type Step,
} from "../../../test/examples/example-rule.ts";
import { RULE_STATUSES, type Rule } from "../../core/rule/rule.ts";
import type { RuleCommand } from "../../core/rule/rule-command.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { readYaml } from "./read-yaml.ts";

type Parse<Value> = (value: unknown, path: string) => Result<Value, string>;
const readBack = <Value>(yaml: string, path: string, parse: Parse<Value>): Result<Value, string> => {
  const value = readYaml(yaml);
  return value.ok ? parse(value.value, path) : fail(value.error);
};
/** Pieces that YAML gives a meaning, glued in any order. */
const said = fc
  .array(
    fc.constantFrom(
      ..."yes null ~ 1e3 - --- : # ' \" | > & * ! [ ] { } ? \\ é a b".split(" "),
      ..." |\t|\n|\r\n|\u2028|\ufeff|\u202e|\x7f|key: value|- item| #c".split("|"),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => parts.join(""));
/** Names are kept without blanks around them. */
const name = said.map((text) => `n${text}n`);
const by = fc.constantFrom("ana", "ben", "yes", "- dan", "null").map(person);
const version = fc.integer({ min: 1, max: 4 });
const instruction = said.map((text) => `Do ${text}`);
const words = fc
  .record({
    text: instruction,
    reason: said,
    agents: fc.array(name, { maxLength: 3 }),
    paths: fc.array(name, { maxLength: 2 }),
  })
  .map(({ agents, paths, ...rest }) => ({ ...EXAMPLE_TEXT, ...rest, scope: { agents, paths } }));

const command: fc.Arbitrary<RuleCommand> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("approve" as const), by, version }) },
  fc.record({ type: fc.constant("reject" as const), by, version, reason: said }),
  fc.record({ type: fc.constant("modify" as const), by, version, rule: words, reason: said }),
  fc.record({ type: fc.constant("defer" as const), by, version, reason: said }),
  fc.record({ type: fc.constant("expire" as const), by, version }),
  fc.record({ type: fc.constant("retire" as const), by, reason: said }),
  fc.record({ type: fc.constant("roll_back" as const), by, to: version, reason: said }),
  fc.record({
    type: fc.constant("flag" as const),
    by,
    version,
    verdict: fc.constantFrom("worse" as const, "ineffective" as const),
    reduction: fc.constantFrom(null, 0.1, -2.5),
    reason: said,
  }),
  fc.record({ type: fc.constant("keep" as const), by, reason: said }),
);

/** A proposal with words, or one that asks for them. */
const firstly: fc.Arbitrary<RuleCommand> = fc.oneof(
  { weight: 3, arbitrary: words.map((first) => proposing(person("ana"), first)) },
  fc.array(instruction, { maxLength: 2 }).map(askingForWords),
);

/** A rule after whatever of these commands is accepted, over weeks. */
const rule = fc
  .tuple(
    firstly,
    fc.boolean(),
    fc.array(fc.tuple(command, fc.constantFrom(0, 0, 1, 8, 40)), { maxLength: 16 }),
  )
  .map(([propose, approved, commands]): Rule => {
    const isWorded = propose.type === "propose" && propose.wants_words === undefined;
    const approvals = approved && isWorded ? [approve(person("ben")), approve(person("cleo"))] : [];
    let [made, now] = [ruleAfter(propose, ...approvals), EXAMPLE_TIME];
    for (const [next, days] of commands) {
      now = daysAfter(now, days);
      const decided = applyRuleCommand(made, next, { now, policy: DEFAULT_RULE_POLICY });
      if (decided.ok) made = decided.value.state;
    }
    return made;
  });

describe("a rule as YAML", () => {
  it("comes back exactly, whatever was decided, from the folder of its status", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(rule, (made) => {
        seen.add(made.status);
        const read = readBack(renderRule(made), rulePath(made), parseRule);
        expect(read).toStrictEqual({ ok: true, value: made });
      }),
      { numRuns: 300 },
    );
    expect([...seen].toSorted()).toEqual([...RULE_STATUSES].toSorted());
  });

  it.each([
    { why: "proposed", made: ruleAfter(proposing()), folder: "proposed" },
    { why: "refused", made: ruleAfter(proposing(), reject(person("ana"), "No.")), folder: "rejected" },
    {
      why: "not answered in time",
      made: ruleAfter(proposing(), {
        command: { type: "expire", by: person("ana"), version: 1 },
        now: later(30),
      }),
      folder: "rejected",
    },
    { why: "in force", made: active(), folder: "active" },
    {
      why: "in force with a new version pending",
      made: active(modify(person("ana"), 1, "B.")),
      folder: "active",
    },
    { why: "flagged", made: active({ command: flag(1), now: later(60) }), folder: "active" },
    { why: "retired", made: active(retire(person("ana"), "Solved.")), folder: "retired" },
  ])("lies in $folder when $why", ({ made, folder }) => {
    expect(rulePath(made)).toBe(`rules/${folder}/${EXAMPLE_ID}.yaml`);
  });

  it("reads well", () => {
    expect(renderRule(active())).toMatchInlineSnapshot(`
      "id: ru_0ecfb593b80186c7cc4de638e0edb451
      status: active
      text: Close every file handle in a finally block.
      in_force: 1
      in_force_since: "2026-03-01T09:00:00.000Z"
      pending: null
      flag: null
      last_answer: null
      versions:
        - version: 1
          status: in_force
          origin: proposed
          text: Close every file handle in a finally block.
          reason: Handles leaked in three runs.
          type: guideline
          scope:
            agents:
              - rio
            paths: []
          insertion_point: learned_rules
          note: null
          restores: null
          proposed_by:
            id: emend
            trust: tool
          proposed_at: "2026-03-01T09:00:00.000Z"
          approvals:
            - by: ana
              at: "2026-03-01T09:00:00.000Z"
            - by: ben
              at: "2026-03-01T09:00:00.000Z"
          quorum: 2
          decided_at: "2026-03-01T09:00:00.000Z"
          rejection: null
          retirement: null
          earlier: null
          deferrals: []
          expires_at: "2026-03-08T09:00:00.000Z"
          confidence: 0.8
          token_cost: 13
          evidence:
            - fb_1
            - fb_2
            - fb_3
      cluster_id: cl_1
      measured_from: "2026-03-01T09:00:00.000Z"
      created_at: "2026-03-01T09:00:00.000Z"
      updated_at: "2026-03-01T09:00:00.000Z"
      revision: 3
      schema: 1
      "
    `);
  });

  const good = active();
  const yaml = renderRule(good);
  it.each([
    {
      why: "another rule's file",
      yaml,
      path: `rules/active/ru_${"0".repeat(32)}.yaml`,
      reason: "its file name says",
    },
    {
      why: "the folder of another status",
      yaml,
      path: `rules/retired/${EXAMPLE_ID}.yaml`,
      reason: "its status is",
    },
    {
      why: "words changed at the top alone",
      yaml: yaml.replace("text: Close", "text: Open"),
      reason: "text: ",
    },
    {
      why: "a status that the versions deny",
      yaml: yaml.replace("in_force: 1", "in_force: null"),
      reason: "contra",
    },
    { why: "a key that is none of a rule", yaml: `${yaml}extra: 1\n`, reason: "extra" },
    {
      why: "words longer than a rule",
      yaml: yaml.replaceAll("Close", "x".repeat(500)),
      reason: "versions[0].text",
    },
    { why: "no mapping", yaml: "- a\n", reason: "expected object" },
  ])("is refused with $why", ({ yaml: text, path = rulePath(good), reason }) => {
    const read = readBack(text, path, parseRule);
    expect(read.ok ? "" : read.error).toContain(reason);
  });

  it("takes what a person changed in it, if that is a rule", () => {
    const edited = yaml.replaceAll("Close every", "Shut each");
    const read = readBack(edited, rulePath(good), parseRule);
    expect(read.ok ? read.value.versions[0]?.text : read.error).toBe(
      "Shut each file handle in a finally block.",
    );
  });
});

/** The example rule in force, and what came then. */
function active(...then: readonly (RuleCommand | Step)[]): Rule {
  return ruleAfter(proposing(), approve(person("ana")), approve(person("ben")), ...then);
}

const time = fc.constantFrom(EXAMPLE_TIME, later(3));
const id = makeFeedback(1).id;

const evaluation: fc.Arbitrary<EvaluationRecord> = fc
  .record({
    classification: fc.constantFrom("generalizable_high", "edge_case", "ambiguous", "positive"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    rationale: said,
    similar_feedback_ids: fc.array(name, { maxLength: 3 }),
    proposed_action: fc.option(
      fc.record({
        action_type: fc.constantFrom("CREATE_RULE", "DOCUMENT_ONLY"),
        target_agent: fc.option(name),
        proposal_id: fc.option(name),
      }),
    ),
    resolution: fc.option(
      fc.record({
        as: fc.constantFrom("generalizable", "edge_case", "ignore"),
        by: name,
        at: time,
        reason: said,
      }),
    ),
    revision: fc.integer({ min: 1, max: 99 }),
    at: time,
  })
  .map(({ resolution, revision, at, ...found }) =>
    evaluationRecordSchema.parse({
      schema: 1,
      feedback_id: id,
      revision,
      evaluation: { feedback_id: id, ...found },
      resolution,
      evaluated_at: at,
      updated_at: at,
    }),
  );

describe("an evaluation as YAML", () => {
  it("comes back exactly, with what was said beside it", () => {
    fc.assert(
      fc.property(evaluation, fc.option(said, { nil: undefined }), (made, text) => {
        const read = readBack(renderEvaluation(made, text), evaluationPath(made), parseEvaluation);
        expect(read).toStrictEqual({ ok: true, value: made });
      }),
      { numRuns: 300 },
    );
  });

  const made = changeEvaluation(null, evaluating(1, "ambiguous"), 1).state;
  const resolved = changeEvaluation(made, resolving("ana", "edge_case"), 2).state;
  const ofFeedback = (record: EvaluationRecord): EvaluationRecord => ({
    ...record,
    feedback_id: id,
    evaluation: { ...record.evaluation, feedback_id: id },
  });

  it("reads well", () => {
    const text = renderEvaluation(ofFeedback(resolved), "Only here: keep the old name.");
    expect(evaluationPath(ofFeedback(resolved))).toBe(`edge_cases/${id}.yaml`);
    expect(evaluationPath(ofFeedback(made))).toBe(`evaluations/ambiguous/${id}.yaml`);
    expect(text).toMatchInlineSnapshot(`
      "feedback_id: fb_18444b695722ebeb0809ab1688f0d50f
      text: "Only here: keep the old name."
      evaluation:
        feedback_id: fb_18444b695722ebeb0809ab1688f0d50f
        classification: ambiguous
        confidence: 0.5
        rationale: said once, as number 1
        similar_feedback_ids: []
        proposed_action: null
      resolution:
        as: edge_case
        by: ana
        at: "2026-03-01T00:02:00.000Z"
        reason: ana knows
      evaluated_at: "2026-03-01T00:01:00.000Z"
      updated_at: "2026-03-01T00:02:00.000Z"
      revision: 2
      schema: 1
      "
    `);
  });

  const yaml = renderEvaluation(ofFeedback(resolved));
  it.each([
    { why: "another's file", path: `edge_cases/${makeFeedback(2).id}.yaml`, reason: "its file name says" },
    { why: "the folder of another class", path: `evaluations/ambiguous/${id}.yaml`, reason: "its class is" },
    {
      why: "two ids",
      text: yaml.replace(`  feedback_id: ${id}`, "  feedback_id: other"),
      reason: "evaluation.feedback_id",
    },
    { why: "an unknown answer", text: yaml.replace("as: edge_case", "as: maybe"), reason: "resolution.as" },
  ])("is refused with $why", ({ path = `edge_cases/${id}.yaml`, text = yaml, reason }) => {
    const read = readBack(text, path, parseEvaluation);
    expect(read.ok ? "" : read.error).toContain(reason);
  });
});

const cluster: fc.Arbitrary<ClusterFile> = fc.record({
  id: fc.oneof(fc.constant("cl-0123456789abcdef"), name),
  name: fc.option(said),
  representative: name,
  merged: fc.array(name, { maxLength: 3 }),
  apart: fc.array(name, { maxLength: 3 }),
  members: fc.array(
    fc.record(
      {
        feedback_id: name,
        time,
        author: said,
        trust: fc.constantFrom("person", "tool"),
        agent: fc.oneof(said, fc.constant("")),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        by: said,
      },
      { requiredKeys: ["feedback_id", "time", "author", "trust", "agent", "score"] },
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

describe("a cluster as YAML", () => {
  it("comes back exactly, from a path that is always safe", () => {
    fc.assert(
      fc.property(cluster, (made) => {
        const path = clusterPath(made.id);
        expect(path).toMatch(/^clusters\/cl-[0-9a-f]{16,32}\.yaml$/);
        expect(readBack(renderCluster(made), path, parseCluster)).toEqual({ ok: true, value: made });
        expect(readBack(renderCluster(made), clusterPath("another"), parseCluster)).toMatchObject({
          ok: false,
        });
      }),
      { numRuns: 200 },
    );
  });
});
