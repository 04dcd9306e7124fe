import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionEventSchema } from "../feedback/decision-event.ts";
import { MAX_ENTRY, readStreamEntry } from "./read-stream-entry.ts";

const DECISION = {
  decision_id: "d-7",
  gate_id: "HITL-2",
  epic_id: "cart",
  task_id: "cart-3",
  decision: "APPROVED_WITH_CHANGES",
  reviewer_id: "ana",
  timestamp: "2026-03-02T09:30:00+00:00",
  review_duration_seconds: 42,
  agent_output_sha: "a1",
  approved_output_sha: null,
  correction_diff_path: null,
  reviewer_comment: "Round at the end, not per line.",
  tags: ["rounding", "tests"],
};
const flat = (fields: Record<string, string> = {}): string[] =>
  Object.entries({
    ...DECISION,
    review_duration_seconds: "42",
    approved_output_sha: "",
    correction_diff_path: "None",
    tags: '["rounding", "tests"]',
    ...fields,
  }).flat();

describe("readStreamEntry", () => {
  it.each(["event", "data", "payload", "json", "message", "body"])(
    "takes the whole event from %s",
    (name) => {
      expect(readStreamEntry([name, JSON.stringify(DECISION)])).toEqual({ state: "event", event: DECISION });
    },
  );

  it.each([
    { why: "among others", fields: ["type", "x", "data", '{"a":1}'] },
    { why: "when another of the names holds words", fields: ["message", "hello", "payload", '{"a":1}'] },
    { why: "with blanks around", fields: ["body", ' \n{"a":1} '] },
  ])("finds the event $why", ({ fields }) => {
    expect(readStreamEntry(fields)).toEqual({ state: "event", event: { a: 1 } });
  });

  it.each([
    { why: "a JSON list of tags", fields: {} },
    { why: "tags with commas", fields: { tags: "rounding, tests," } },
    { why: "a list as Python prints it", fields: { tags: "['rounding', \"tests\"]" } },
    { why: "a duration with a fraction of zero", fields: { review_duration_seconds: "42.0" } },
    { why: "null in JSON's word", fields: { approved_output_sha: "null" } },
  ])("reads a decision field by field, with $why", ({ fields }) => {
    const read = readStreamEntry(flat(fields));
    expect(read).toEqual({ state: "event", event: DECISION });
    expect(decisionEventSchema.safeParse(read.state === "event" ? read.event : null).success).toBe(true);
  });

  it.each([
    { name: "tags", text: "None", value: null, why: "no tags" },
    { name: "tags", text: "[]", value: [], why: "an empty list" },
    { name: "tags", text: "42", value: ["42"], why: "one tag that is a number" },
    { name: "task_id", text: " null ", value: null, why: "a null with blanks" },
    { name: "reviewer_comment", text: "Nonesuch", value: "Nonesuch", why: "words that start like a null" },
    { name: "agent_output_sha", text: "", value: "", why: "empty where null may not be" },
    { name: "review_duration_seconds", text: "soon", value: "soon", why: "no number: the schema refuses it" },
    { name: "review_duration_seconds", text: "NaN", value: "NaN", why: "not finite: the schema refuses it" },
    { name: "review_duration_seconds", text: "", value: "", why: "nothing is not zero" },
    { name: "sprint", text: "null", value: "null", why: "a field that nobody knows stays as it is" },
  ])("reads $name=$text: $why", ({ name, text, value }) => {
    expect(readStreamEntry(flat({ [name]: text }))).toMatchObject({ event: { [name]: value } });
  });

  it("says why an entry is malformed", () => {
    const reasons = [
      [],
      ["event"],
      ["event", "{"],
      ["event", ""],
      ["data", "[1]"],
      ["json", "null"],
      ["body", "7"],
      ["event", "{}", "event", "{}"],
      ["level", "info", "\u001b[31m", "x"],
      ["event", `"${"x".repeat(MAX_ENTRY)}"`],
    ].map((fields) => {
      const read = readStreamEntry(fields);
      return read.state === "malformed" ? read.reason : "none";
    });
    expect(reasons.join("\n")).toMatchInlineSnapshot(`
      "the entry has no fields
      the entry has a field without a value
      the field event is not valid JSON
      the field event is not valid JSON
      the field data contains a list; expected a JSON object
      the field json contains null; expected a JSON object
      the field body contains a number; expected a JSON object
      the field "event" occurs twice
      no field contains an event; expected one of event, data, payload, json, message, body with a JSON object, or the fields of a decision, and found "level, \\u001b[31m"
      the entry is longer than 1048576 characters"
    `);
  });

  it("lets no name reach a prototype", () => {
    const read = readStreamEntry([...flat(), "__proto__", '{"polluted":true}', "constructor", "x"]);
    expect(read.state).toBe("event");
    if (read.state !== "event") return;
    expect(Object.getPrototypeOf(read.event)).toBe(Object.prototype);
    expect(Object.hasOwn(read.event, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const whole = readStreamEntry(["event", '{"__proto__":{"polluted":true}}']);
    expect(whole.state === "event" && whole.event["polluted"]).toBeUndefined();
  });

  it("reads nesting as deep as the text is long", () => {
    const depth = 200_000;
    expect(readStreamEntry(["event", "[".repeat(depth)])).toMatchObject({ state: "malformed" });
    expect(readStreamEntry(["event", `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`]).state).toBe("event");
  });

  it("never throws", () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("event", "data", "decision_id", "tags", "__proto__"));
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.json());
    fc.assert(
      fc.property(fc.array(fc.oneof(name, value)), (fields) => {
        expect(["event", "malformed"]).toContain(readStreamEntry(fields).state);
      }),
    );
  });
});
