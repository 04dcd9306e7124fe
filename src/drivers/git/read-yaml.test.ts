import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS, makeFeedback } from "../../../test/contract/make-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { feedbackSchema } from "../../core/feedback/feedback-schema.ts";
import { parseFeedback, renderRecord } from "../../core/ledger/ledger-documents.ts";
import { renderYaml } from "../../core/ledger/render-yaml.ts";
import type { Result } from "../../core/result.ts";
import { readYaml } from "./read-yaml.ts";

/** The text of the record's file, read as a rebuild does. */
function readFile(yaml: string, id: string): Result<Feedback, string> {
  const value = readYaml(yaml);
  return value.ok ? parseFeedback(value.value, `decisions/g/${id}.yaml`) : value;
}

/** Pieces that YAML gives a meaning, glued in any order. */
const pieces = fc.constantFrom(
  ..."yes null ~ 1 1e3 0x1f .inf - -- --- ... : # ' \" | > |2- & * ! % @ ` , [ ] { } ? \\ é \u{1f600}".split(
    " ",
  ),
  ..." |\t|\n|\r\n|\r|\0|\ud800|\udc00|\u2028|\u0085|\ufeff|\u202e|\x7f|a|key: value|- item| #c".split("|"),
);
const text = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 14 }).map((parts) => parts.join("")),
  fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(" ")),
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 9 })
    .map((units) => String.fromCharCode(...units)),
);

const location = fc.oneof(
  fc.record({
    type: fc.constant("lines" as const),
    line: fc.constant(3),
    end_line: fc.integer({ min: 3, max: 99 }),
  }),
  fc.record({ type: fc.constantFrom("function", "section", "element", "path"), reference: text }),
);
const original = fc.oneof(
  fc.record({
    state: fc.constant("whole" as const),
    json: fc.oneof(fc.json(), text),
    hash: fc.constant("0123456789012345"),
  }),
  fc.record({
    state: fc.constant("truncated" as const),
    excerpt: text,
    hash: fc.constant("12345678901234e5"),
    size: fc.maxSafeNat(),
  }),
  fc.constant({ state: "erased" as const }),
);

/** Any record that fits the schema, with texts that YAML could take for something else. */
const record: fc.Arbitrary<Feedback> = fc
  .record(
    {
      schema: fc.constant(1 as const),
      id: fc.constant("fb_00000000000000000000000000000123"),
      event_id: text,
      fingerprint: fc.constantFrom(
        "0000000000000000",
        "1234567890123456",
        "00000000000000e1",
        "abcdefabcdefabcd",
      ),
      source: fc.record(
        { kind: fc.constantFrom("decision", "jsonl", "sarif"), ref: text, tool: text, reply_to: text },
        { requiredKeys: ["kind"] },
      ),
      author: fc.record({ id: text, trust: fc.constantFrom("person", "outsider") }),
      time: fc.constant("2026-03-01T00:00:00.000Z"),
      outcome: fc.constantFrom("approved", "rejected", null),
      tags: fc.array(text, { maxLength: 4 }),
      similarity_text: fc.oneof(text, fc.constant("")),
      original,
      agent: text,
      run: text,
      task: text,
      epic: text,
      gate: text,
      target: fc.record({ path: text, location }, { requiredKeys: [] }),
      severity: fc.constantFrom("high", "low"),
      wrong: text,
      fix: text,
      correction: fc.record({ diff: text, diff_path: text, summary: text }, { requiredKeys: [] }),
      comment: text,
      duration_seconds: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      output: fc.record({ agent_sha: text, approved_sha: text }, { requiredKeys: ["agent_sha"] }),
    },
    {
      requiredKeys: [
        "schema",
        "id",
        "event_id",
        "fingerprint",
        "source",
        "author",
        "time",
        "outcome",
        "tags",
        "similarity_text",
        "original",
      ],
    },
  )
  // As JSON makes them: with an ordinary prototype.
  .map((made) => structuredClone(made) as Feedback)
  .filter((made) => feedbackSchema.safeParse(made).success);

describe("a record as YAML", () => {
  it("comes back exactly, whatever it says", () => {
    fc.assert(
      fc.property(record, (made) => {
        expect(readFile(renderRecord(made), made.id)).toStrictEqual({ ok: true, value: made });
      }),
      { numRuns: 1_000 },
    );
  });

  it("is the same text whatever the order of the keys, and ends in one line break", () => {
    fc.assert(
      fc.property(record, (made) => {
        const turned = Object.fromEntries(Object.entries(made).toReversed()) as unknown as Feedback;
        const yaml = renderRecord(made);
        expect(renderRecord(turned)).toBe(yaml);
        expect(yaml.startsWith(`id: ${made.id}\ntime: `)).toBe(true);
        expect(yaml.endsWith("\n")).toBe(true);
      }),
    );
  });

  it.each([
    ...HOSTILE_TEXTS,
    { why: "a million bytes on many lines", text: 'say "no"\n  and indent\n\n'.repeat(40_000) },
    { why: "a million line breaks", text: `a${"\n".repeat(1_000_000)}` },
    { why: "a million halves of pairs", text: "\ud800".repeat(1_000_000) },
    { why: "Windows line ends", text: "a\r\nb\r\n" },
    { why: "blanks at both ends", text: "  a \n b  \n  " },
    { why: "a last context line of a diff", text: "@@ -1 +1 @@\n-a\n+b\n \n" },
    { why: "a word that is a truth elsewhere", text: "yes" },
    { why: "nothing", text: "" },
  ])("keeps $why", ({ text: one }) => {
    const value = { comment: one, tags: [one], correction: { diff: one } };
    expect(readYaml(renderYaml(value))).toStrictEqual({ ok: true, value });
  });

  it("reads well", () => {
    const made = makeFeedback(7, {
      gate: "HITL-1",
      task: "t-7",
      comment: "Close the handle.\nIt leaks otherwise.",
      tags: ["resource_leak", "yes", "two words"],
      correction: { summary: "closes it", diff: "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n open()\n+close()\n" },
      duration_seconds: 90,
    });
    expect(renderRecord(made)).toMatchInlineSnapshot(`
      "id: fb_205703f279b803a7082a6f8a25a324ae
      time: "2026-03-01T00:07:00.000Z"
      source:
        kind: decision
        ref: d-7
      author:
        id: ana
        trust: person
      agent: rio
      outcome: rejected
      gate: HITL-1
      task: t-7
      tags:
        - resource_leak
        - "yes"
        - two words
      comment: |-
        Close the handle.
        It leaks otherwise.
      correction:
        summary: closes it
        diff: |
          --- a/x
          +++ b/x
          @@ -1 +1,2 @@
           open()
          +close()
      duration_seconds: 90
      similarity_text: |-
        Close the handle.
        It leaks otherwise.
      original:
        state: whole
        hash: e4b16154dca025c3
        json: |-
          {"decision_id":"d-7","comment":"Close the handle.\\nIt leaks otherwise."}
      event_id: decision:d-7
      fingerprint: "68235f75fd34a112"
      schema: 1
      "
    `);
  });

  it.each([
    { why: "not YAML", yaml: "id: [", reason: "Flow" },
    { why: "no mapping", yaml: "- a", reason: "expected object" },
    { why: "an alias", yaml: "id: &a x\ntime: *a", reason: "Alias" },
    {
      why: "a bomb of aliases",
      yaml: `a: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n === 0 ? "a" : `b${n - 1}`},*${n === 0 ? "a" : `b${n - 1}`}]`).join("\n")}`,
      reason: "Alias",
    },
    { why: "a tag of its own", yaml: "id: !run x", reason: "tag" },
    { why: "a known tag that changes the value", yaml: "id: !!binary aGk=", reason: "tag" },
    { why: "a key twice", yaml: "id: a\nid: b", reason: "unique" },
    { why: "two documents", yaml: "id: a\n---\nid: b", reason: "multiple documents" },
    {
      why: "a key that is none of a record",
      yaml: `${renderRecord(makeFeedback(1))}extra: 1\n`,
      reason: "extra",
    },
    { why: "the record of another file", yaml: renderRecord(makeFeedback(2)), reason: "its file name says" },
    { why: "nothing", yaml: "", reason: "expected object" },
    { why: "nesting deeper than the stack", yaml: "[".repeat(100_000), reason: "" },
    { why: "nesting of mappings", yaml: "{a: ".repeat(30_000), reason: "" },
    { why: "a merge key", yaml: "<<: {id: a}", reason: "" },
  ])("refuses $why, and says so", ({ yaml, reason }) => {
    const read = readFile(yaml, makeFeedback(1).id);
    expect(read.ok).toBe(false);
    expect(read.ok ? "" : read.error).toContain(reason);
    expect((read.ok ? "" : read.error).length).toBeLessThan(320);
  });
});
