import { describe, expect, it } from "vitest";
import { makeFeedback } from "../contract/make-feedback.ts";
import { checkFacts } from "../fault-lab/check-facts.ts";
import type { Fact } from "../fault-lab/lab-facts.ts";
import type { SiteState } from "../fault-lab/read-site.ts";
import { seededRandom } from "../fault-lab/seeded-random.ts";

const said = { ...makeFeedback(1), comment: "Close it.", outcome: null };
const answered = { ...makeFeedback(2), comment: "No.", event_id: "decision:work-1", outcome: "rejected" };
const approvals = [
  { by: "ada", at: "2026-05-01T10:00:00.000Z" },
  { by: "abe", at: "2026-05-01T10:01:00.000Z" },
];
const version = { version: 1, text: "Close files.", approvals, quorum: 2, retirement: null };
const rule = { id: "ru_1", revision: 3, status: "active", versions: [version] };
const work = {
  id: "work-1",
  title: "Work 1",
  status: "rejected",
  revision: 2,
  decision: { reviewer: "rita", decision: "rejected" },
};
const acts = ["proposed", "approved", "approved", "came_into_force"].map((act) => ({ act, by: null }));
const entry = (action: string, subject: string, actor = "ana") => ({ seq: 1, action, subject, actor });

const STATE = {
  feedback: [said, answered],
  submissions: [work],
  rules: [rule],
  histories: [{ rule_id: "ru_1", revision: 3, acts }],
  tokens: [{ id: "to_1", name: "holder-1" }],
  audit: [
    entry("token.issued", "to_1"),
    entry("submission.rejected", "work-1"),
    entry("rule.proposed", "ru_1"),
    entry("rule.approved", "ru_1", "ada"),
    entry("rule.approved", "ru_1", "abe"),
    entry("rule.activated", "ru_1"),
  ],
  verdict: { ok: true },
  evaluated: [said.id, answered.id],
  dead: [],
  counted: 1,
} as unknown as SiteState;

const FACTS: readonly Fact[] = [
  { kind: "feedback", comments: ["Close it."], fate: "acknowledged" },
  { kind: "feedback", comments: ["Never came."], fate: "unknown" },
  { kind: "submission", title: "Work 1", id: "work-1", fate: "acknowledged" },
  { kind: "answer", submissionId: "work-1", reviewer: "rita", decision: "rejected", fate: "acknowledged" },
  { kind: "proposal", text: "Close files.", ruleId: "ru_1", fate: "acknowledged" },
  { kind: "approval", ruleId: "ru_1", by: "ada", fate: "acknowledged" },
  { kind: "token", name: "holder-1", id: "to_1", attempts: 1, fate: "acknowledged" },
];

const HEARD = new Map([
  [`emend.feedback.recorded ${said.id}`, new Set(["1"])],
  [`emend.feedback.recorded ${answered.id}`, new Set(["2"])],
  ["emend.rule.changed ru_1", new Set(["3", "4", "5"])],
  ["emend.submission.changed work-1", new Set(["6", "7"])],
]);
const TOLD = new Map([
  ["proposal.created ru_1", new Set(["m1"])],
  ["rule.activated ru_1", new Set(["m2"])],
]);

interface Run {
  readonly facts?: readonly Fact[];
  readonly state?: object;
  readonly heard?: typeof HEARD;
  readonly told?: typeof TOLD;
}

const brokenLaws = ({ facts = [], state = {}, heard = HEARD, told = TOLD }: Run): string[] => {
  const hearing = { heard, resets: () => 0 };
  const { violations } = checkFacts([...FACTS, ...facts], { ...STATE, ...state }, hearing, told);
  return [...new Set(violations.map(({ law }) => law))];
};
const ruleWith = (change: object, revision = 3) => [
  { ...rule, revision, versions: [{ ...version, ...change }] },
];
const without = <K, V>(map: Map<K, V>, key: K): Map<K, V> =>
  new Map([...map].filter(([each]) => each !== key));

describe("the checker of the fault laboratory", () => {
  it("finds nothing where all is well", () => {
    expect(brokenLaws({})).toEqual([]);
  });

  it.each<Run & { law: string; why: string }>([
    {
      why: "feedback that was acknowledged and is gone",
      law: "acknowledged feedback is there",
      facts: [{ kind: "feedback", comments: ["Lost."], fate: "acknowledged" }],
    },
    {
      why: "feedback that was refused and is there",
      law: "refused feedback is not there",
      facts: [{ kind: "feedback", comments: ["Close it."], fate: "refused" }],
    },
    {
      why: "feedback that is there twice",
      law: "feedback is there once",
      state: { feedback: [said, { ...said, id: "fb_again" }, answered] },
    },
    {
      why: "half of a batch that nobody acknowledged",
      law: "a batch is there as a whole or not at all",
      facts: [{ kind: "feedback", comments: ["Close it.", "The other half."], fate: "unknown" }],
    },
    {
      why: "a decision from the stream that nobody took in",
      law: "an acknowledged decision is there",
      facts: [{ kind: "decision", decisionId: "never-taken-in", by: "stream", fate: "acknowledged" }],
    },
    { why: "a counter that counted twice", law: "counters equal facts", state: { counted: 2 } },
    {
      why: "feedback that nobody evaluated",
      law: "feedback is evaluated once",
      state: { evaluated: [said.id] },
    },
    {
      why: "work that was acknowledged and is gone",
      law: "acknowledged work is there",
      facts: [{ kind: "submission", title: "Work 2", id: "work-2", fate: "acknowledged" }],
    },
    {
      why: "an answer without its record",
      law: "an answer and its record are both there or neither",
      state: { feedback: [said], counted: 0 },
    },
    {
      why: "two people who were both told that theirs holds",
      law: "the one acknowledged answer holds",
      facts: [
        {
          kind: "answer",
          submissionId: "work-1",
          reviewer: "rolf",
          decision: "approved",
          fate: "acknowledged",
        },
      ],
    },
    {
      why: "a proposal that was acknowledged and is gone",
      law: "an acknowledged proposal is there",
      facts: [{ kind: "proposal", text: "Lost.", ruleId: "ru_2", fate: "acknowledged" }],
    },
    {
      why: "an approval that was acknowledged and does not count",
      law: "an acknowledged approval counts once",
      facts: [{ kind: "approval", ruleId: "ru_1", by: "ann", fate: "acknowledged" }],
    },
    {
      why: "one person who is counted twice",
      law: "nobody's approval counts twice",
      state: { rules: ruleWith({ approvals: [approvals[0], approvals[0]] }) },
    },
    {
      why: "a rule in force by one approval",
      law: "the quorum is kept exactly",
      state: { rules: ruleWith({ approvals: [approvals[0]] }) },
    },
    {
      why: "a retirement that was acknowledged and does not hold",
      law: "an acknowledged retirement holds",
      facts: [{ kind: "retirement", ruleId: "ru_1", fate: "acknowledged" }],
    },
    { why: "a revision without an act", law: "each revision is one act", state: { rules: ruleWith({}, 4) } },
    {
      why: "a history that lacks an act",
      law: "a rule's history is whole",
      state: { histories: [{ rule_id: "ru_1", revision: 3, acts: acts.slice(1) }] },
    },
    {
      why: "a token that was told and is gone",
      law: "an acknowledged token is there",
      facts: [{ kind: "token", name: "holder-2", id: "to_2", attempts: 1, fate: "acknowledged" }],
    },
    {
      why: "a repeated key that was answered otherwise",
      law: "the same key is answered the same",
      facts: [{ kind: "repeat", path: "/feedback", first: "1", second: "2", fate: "refused" }],
    },
    { why: "a broken chain", law: "the audit chain is whole", state: { verdict: { ok: false } } },
    {
      why: "a change that the audit log does not tell of",
      law: "each change is in the audit log once",
      state: { audit: STATE.audit.slice(1) },
    },
    {
      why: "an entry about what is not there",
      law: "the audit log tells of nothing that is not there",
      state: { audit: [...STATE.audit, entry("token.issued", "to_9")] },
    },
    {
      why: "an event that was given up",
      law: "no event is given up",
      state: { dead: [{ group: "emend-learn", reason: "no answer" }] },
    },
    {
      why: "a change that nobody heard of",
      law: "each change is told as one event",
      heard: without(HEARD, "emend.submission.changed work-1"),
    },
    {
      why: "an event of what is not there",
      law: "no event tells of what is not there",
      heard: new Map([...HEARD, ["emend.rule.changed ru_9", new Set(["9"])]]),
    },
    {
      why: "an activation that an endpoint was not told of",
      law: "an endpoint is told each change as one message",
      told: without(TOLD, "rule.activated ru_1"),
    },
  ])("finds $why", ({ law, ...run }) => {
    expect(brokenLaws(run)).toContain(law);
  });

  it("throws the same dice for the same seed, and others for another", () => {
    const throws = (seed: number): number[] => {
      const chance = seededRandom(seed);
      return Array.from({ length: 20 }, () => chance.between(1, 6));
    };
    expect(throws(7)).toEqual(throws(7));
    expect(throws(7)).not.toEqual(throws(8));
  });
});
