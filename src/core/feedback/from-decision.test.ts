import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DecisionEvent, DECISIONS, decisionEventFromFields, toDecisionEvent } from "./decision-event.ts";
import { ERASED_PERSON, erasePerson } from "./feedback.ts";
import { fromDecision, type DecisionContext } from "./from-decision.ts";

const context: DecisionContext = { now: "2026-05-01T12:00:00Z" };
const event: DecisionEvent = {
  decision_id: "d-17",
  gate_id: "HITL-2",
  epic_id: "epic-4",
  task_id: "task-9",
  decision: "APPROVED_WITH_CHANGES",
  reviewer_id: "ana",
  timestamp: "2026-05-01T10:00:00.000Z",
  review_duration_seconds: 240,
  agent_output_sha: "3f2a",
  approved_output_sha: "9c1d",
  correction_diff_path: "corrections/task-9/correction.diff",
  reviewer_comment: "Close the handle before you return",
  tags: ["resource_leak", "io"],
};
const diff = "--- a/read.py\n+++ b/read.py\n@@ -1,2 +1,2 @@\n-f = open(p)\n+with open(p) as f:\n     x\n";

const recordOf = (input: unknown, given: DecisionContext = context) => {
  const { feedback, diagnostics } = fromDecision(input, given);
  expect(diagnostics.filter((one) => one.kind === "skipped")).toEqual([]);
  return feedback[0]!;
};

describe("fromDecision", () => {
  it("17.5 003.1 reads the diff at correction_diff_path, and keeps the decision without one that is none", () => {
    const asked: string[] = [];
    const readCorrection = (path: string) => {
      asked.push(path);
      return { ok: true, value: diff } as const;
    };
    expect(recordOf(event, { ...context, readCorrection }).correction).toMatchObject({
      diff,
      diff_path: asked[0],
    });
    // What the event brings itself counts before any file.
    asked.length = 0;
    recordOf({ ...event, correction_diff: diff }, { ...context, readCorrection });
    recordOf({ ...event, correction_diff_path: null }, { ...context, readCorrection });
    expect(asked).toEqual([]);
    const text = fromDecision(event, { ...context, readCorrection: () => ({ ok: true, value: "no diff" }) });
    expect(text.feedback[0]?.correction).not.toHaveProperty("diff");
    expect(text.diagnostics).toMatchObject([
      { kind: "changed", reason: "correction_unread", path: "correction_diff_path" },
    ]);
  });

  it("003.1: records a decision with its diff, duration, tags and agent", () => {
    expect(recordOf(event, { ...context, agent: "rio", correctionDiff: diff })).toMatchObject({
      event_id: "decision:d-17",
      source: { kind: "decision", ref: "d-17" },
      author: { id: "ana", trust: "person" },
      time: "2026-05-01T10:00:00.000Z",
      outcome: "approved_with_changes",
      agent: "rio",
      task: "task-9",
      epic: "epic-4",
      gate: "HITL-2",
      tags: ["resource_leak", "io"],
      duration_seconds: 240,
      comment: "Close the handle before you return",
      correction: {
        diff,
        diff_path: "corrections/task-9/correction.diff",
        summary: "read.py (+1 -1); - f = open(p); + with open(p) as f:",
      },
      output: { agent_sha: "3f2a", approved_sha: "9c1d" },
      similarity_text:
        "read.py (+1 -1); - f = open(p); + with open(p) as f:\nClose the handle before you return",
    });
  });

  it("003.1: knows a redelivered event, and three decisions as three", () => {
    const ids = ["d-1", "d-2", "d-3", "d-2"].map((id) => recordOf({ ...event, decision_id: id }).id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toBe(ids[3]);
    const again = recordOf(event, { now: "2027-01-01T00:00:00Z" });
    expect(again).toEqual(recordOf(event));
  });

  it.each([
    { decision: "APPROVED", outcome: "approved" },
    { decision: "REJECTED", outcome: "rejected" },
    { decision: "APPROVED_WITH_CHANGES", outcome: "approved_with_changes" },
  ])("003.1: $decision means $outcome", ({ decision, outcome }) => {
    expect(recordOf({ ...event, decision }).outcome).toBe(outcome);
  });

  it.each([
    { timestamp: "2026-05-01T10:00:00+02:00", time: "2026-05-01T08:00:00.000Z", why: "an offset" },
    { timestamp: "2026-05-01T10:00:00.123456+00:00", time: "2026-05-01T10:00:00.123Z", why: "microseconds" },
    { timestamp: "2026-05-01 10:00:00", time: "2026-05-01T10:00:00.000Z", why: "no zone, read as UTC" },
    { timestamp: "2026-05-01t10:00:00z", time: "2026-05-01T10:00:00.000Z", why: "small letters" },
  ])("reads $timestamp in UTC and keeps its spelling: $why", ({ timestamp, time }) => {
    const record = recordOf({ ...event, timestamp });
    expect(record.time).toBe(time);
    expect(toDecisionEvent(record)).toMatchObject({ ok: true, value: { timestamp } });
  });

  it.each([
    { given: { ...event, agent_name: "clay" }, agent: "clay", why: "the event itself may say" },
    { given: event, agent: "rio", why: "otherwise whoever reads it knows" },
  ])("names the agent: $why", ({ given, agent }) => {
    expect(recordOf(given, { ...context, agent: "rio" }).agent).toBe(agent);
  });

  it.each<[why: string, input: unknown, reason: string, path: string]>([
    ["nothing", null, "not_an_object", ""],
    ["a list", [], "not_an_object", ""],
    ["no id", { ...event, decision_id: undefined }, "missing_field", "decision_id"],
    ["a blank reviewer", { ...event, reviewer_id: " " }, "invalid_value", "reviewer_id"],
    ["an unknown answer", { ...event, decision: "MAYBE" }, "invalid_value", "decision"],
    ["a time that is none", { ...event, timestamp: "2026-02-30T00:00:00Z" }, "invalid_value", "timestamp"],
    [
      "a year outside four digits",
      { ...event, timestamp: "0000-01-01T00:00:00+01:00" },
      "invalid_value",
      "timestamp",
    ],
    [
      "a negative duration",
      { ...event, review_duration_seconds: -1 },
      "invalid_value",
      "review_duration_seconds",
    ],
    ["tags that are no texts", { ...event, tags: [1] }, "invalid_value", "tags[0]"],
  ])("refuses %s and names the field", (_why, input, reason, path) => {
    const { feedback, diagnostics } = fromDecision(input, context);
    expect(feedback).toEqual([]);
    expect(diagnostics[0]).toMatchObject({ kind: "skipped", reason, path });
  });

  it("takes what may be null as left out", () => {
    const { task_id: _1, approved_output_sha: _2, reviewer_comment: _3, tags: _4, ...short } = event;
    expect(recordOf(short)).toMatchObject({ tags: [], output: { agent_sha: "3f2a" } });
    expect(toDecisionEvent(recordOf(short))).toEqual({ ok: true, value: short });
  });
});

const word = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,40}$/);
const anyEvent = fc.record({
  decision_id: word,
  gate_id: word,
  epic_id: word,
  task_id: fc.option(word),
  decision: fc.constantFrom(...DECISIONS),
  reviewer_id: word,
  timestamp: fc
    .date({ min: new Date("0001-01-01"), max: new Date("9998-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  review_duration_seconds: fc.nat(),
  agent_output_sha: word,
  approved_output_sha: fc.option(word),
  correction_diff_path: fc.option(word),
  reviewer_comment: fc.option(
    fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => text.trim() !== "" && !text.includes("\0")),
  ),
  tags: fc.uniqueArray(word, { maxLength: 8 }),
});

describe("toDecisionEvent", () => {
  it("003.1: gives back every event as it came, further keys and all", () => {
    fc.assert(
      fc.property(
        anyEvent,
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        (known, extra, comment) => {
          const input: unknown = JSON.parse(
            JSON.stringify({ ...extra, ...known, reviewer_comment: comment }),
          );
          expect(toDecisionEvent(recordOf(input))).toEqual({ ok: true, value: input });
        },
      ),
    );
  });

  it("003.1: the neutral fields alone hold the whole event", () => {
    fc.assert(
      fc.property(anyEvent, (input) => {
        expect(decisionEventFromFields(recordOf(input))).toEqual({ ok: true, value: input });
      }),
    );
  });

  it("keeps a key named __proto__ as a key", () => {
    const input: unknown = JSON.parse(JSON.stringify(event).replace("{", '{"__proto__":{"a":1},'));
    const back = toDecisionEvent(recordOf(input));
    expect(JSON.stringify(back.ok && back.value)).toBe(JSON.stringify(input));
  });

  it("gives an erased event without the person", () => {
    const erased = erasePerson(recordOf({ ...event, note: "Ana says" }), "ana");
    expect(toDecisionEvent(erased)).toEqual({
      ok: true,
      value: { ...event, reviewer_id: ERASED_PERSON, reviewer_comment: null, correction_diff_path: null },
    });
  });

  it.each([
    {
      why: "too large to be kept",
      record: recordOf({ ...event, log: "x".repeat(70_000) }),
      code: "original_truncated",
    },
    {
      why: "damaged in the store",
      record: { ...recordOf(event), original: { state: "whole", json: "{", hash: "0".repeat(16) } as const },
      code: "original_unreadable",
    },
    {
      why: "never an event",
      record: { ...recordOf(event), source: { kind: "jsonl" } as const },
      code: "not_a_decision",
    },
  ])("says so where the event is $why", ({ record, code }) => {
    expect(toDecisionEvent(record)).toMatchObject({ ok: false, error: { code } });
  });
});
