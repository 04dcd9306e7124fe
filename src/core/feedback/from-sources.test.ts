import { describe, expect, it } from "vitest";
import { ASPECT_OF_CATEGORY, SEVERITY_OF_FINDING } from "../actionable/item-from-finding.ts";
import { EXAMPLE_DOCUMENTS } from "../actionable/json-schema.ts";
import { SEVERITIES } from "../review/review-fields.ts";
import type { Review } from "../review/review.ts";
import { detectSignal } from "../signal/detect-signal.ts";
import type { FeedbackContext } from "./feedback-reading.ts";
import { CATEGORY_OF_ASPECT, fromActionable, SEVERITY_OF_ITEM, fromReview } from "./from-review.ts";
import { fromJsonl } from "./from-jsonl.ts";
import { fromSignal } from "./from-signal.ts";

const context: FeedbackContext = { now: "2026-05-01T12:00:00Z", agent: "rio", run: "run-1" };

describe("fromReview", () => {
  const finding = {
    id: "f1",
    severity: "high",
    category: "performance",
    title: "Query in a loop",
    file: "src/list.ts",
    line: 8,
    message: "One query a row makes the page slow",
    suggestion: "Ask for all rows at once",
    rule_id: "n-plus-one",
  } as const;
  const review = (...findings: Review["findings"][number][]): Review => ({
    schema_version: "1.0",
    prompt_version: "1.0",
    findings,
  });

  it("makes one record of each finding, and none of a clean review", () => {
    expect(fromReview(review(finding, { ...finding, id: "f2", line: 9 }), context).feedback).toHaveLength(2);
    expect(fromReview(review(), context)).toEqual({ feedback: [], diagnostics: [] });
  });

  it("says what is wrong, where, and what to do", () => {
    expect(fromReview(review(finding), context).feedback[0]).toMatchObject({
      source: { kind: "review", ref: "f1" },
      author: { id: "reviewer", trust: "reviewer_bot" },
      outcome: null,
      target: { path: "src/list.ts", location: { type: "lines", line: 8, end_line: 8 } },
      severity: "high",
      category: "performance",
      tags: ["performance", "n-plus-one"],
      wrong: "Query in a loop: One query a row makes the page slow",
      fix: "Ask for all rows at once",
    });
  });

  it("counts the same finding on another run as another occurrence", () => {
    const ids = ["run-1", "run-2", "run-1"].map(
      (run) => fromReview(review(finding), { ...context, run }).feedback[0]!.id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe("fromSignal", () => {
  it.each([
    {
      text: 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: bad date',
      tag: "runtime_error",
      wrong: /bad date/,
      why: "what a tool printed",
    },
    {
      text: "No, that is still wrong.",
      tag: "user_rejection",
      wrong: /refused|wrong/,
      why: "what a person said",
    },
  ])("tells $why", ({ text, tag, wrong }) => {
    const signal = detectSignal(text);
    const [record] = fromSignal(signal!, context).feedback;
    expect(record).toMatchObject({ tags: [tag], outcome: null, author: { trust: "tool" } });
    expect(record?.wrong).toMatch(wrong);
    expect(record?.similarity_text).not.toBe("");
  });

  it.each([
    {
      text: "No, that is wrong. Check that the lookup found something before you read a field of it.",
      why: "a refusal's words say what it is about, and two refusals are alike only where their words are",
    },
    { text: "Works, but the header is too wide.", why: "so do those of somebody who is partly content" },
  ])("keeps a person's words: $why", ({ text }) => {
    const [record] = fromSignal(
      detectSignal(text, { kind: "user_message" })!,
      context,
      ` ${text}\n`,
    ).feedback;
    expect(record).toMatchObject({ comment: text, similarity_text: text });
    expect(record?.wrong ?? "").not.toMatch(/refused|partly/);
  });

  it("keeps no words of a tool beside its facts", () => {
    const text = "ValueError: bad date";
    const [record] = fromSignal(detectSignal(text)!, context, text).feedback;
    expect(record).not.toHaveProperty("comment");
  });

  it("puts expectation, tests and gap into words once", () => {
    const facts = {
      error_type: "AssertionError",
      error_message: "AssertionError: 1 != 2",
      expected: "2",
      actual: "1",
      failing_tests: ["t1", "t2"],
      gap: "no footer",
    };
    const [record] = fromSignal(
      { type: "verification_failure", confidence: 1, evidence: [], facts },
      context,
    ).feedback;
    expect(record?.wrong).toBe("AssertionError: 1 != 2; failing tests: t1, t2; expected 2, got 1; no footer");
  });
});

describe("fromActionable", () => {
  it("makes one record of each item, at the document's time", () => {
    const { feedback, diagnostics } = fromActionable(EXAMPLE_DOCUMENTS[0], context);
    expect(diagnostics).toEqual([]);
    expect(feedback).toMatchObject([
      {
        event_id: `actionable:${EXAMPLE_DOCUMENTS[0]!.id}#0`,
        time: "2026-03-04T08:15:00.000Z",
        severity: "critical",
        category: "security",
        target: {
          path: "src/billing/invoice-import.ts",
          location: { type: "function", reference: "loadInvoice()" },
        },
      },
      { severity: "high", target: { location: { type: "lines", line: 88, end_line: 97 } } },
    ]);
  });

  it("keeps the good items of a document and names the bad ones", () => {
    const [good] = EXAMPLE_DOCUMENTS[0]!.feedback_items;
    const reading = fromActionable({ feedback_items: [{ ...good, severity: "high" }, good] }, context);
    expect(reading.feedback).toHaveLength(1);
    expect(reading.diagnostics).toMatchObject([
      { reason: "invalid_value", path: "feedback_items[0].severity" },
    ]);
  });

  it("agrees with the tables that make items of findings", () => {
    for (const severity of SEVERITIES.filter((one) => one !== "info")) {
      expect(SEVERITY_OF_ITEM[SEVERITY_OF_FINDING[severity]]).toBe(severity);
    }
    const { reliability: _merged, ...distinct } = ASPECT_OF_CATEGORY;
    for (const [category, aspect] of Object.entries(distinct))
      expect(CATEGORY_OF_ASPECT[aspect]).toBe(category);
  });
});

describe("fromJsonl", () => {
  const line = {
    id: "a1",
    author: "ana",
    comment: "Use the date library",
    tags: ["dates"],
    path: "a.ts",
    line: 3,
  };

  it("reads the record's own words", () => {
    expect(
      fromJsonl({ ...line, time: "2026-01-01T00:00:00+01:00", outcome: "rejected" }, context).feedback[0],
    ).toMatchObject({
      event_id: "jsonl:a1",
      time: "2025-12-31T23:00:00.000Z",
      outcome: "rejected",
      target: { path: "a.ts", location: { line: 3 } },
    });
  });

  it.each([
    { author: "ana", given: undefined, trust: "outsider", why: "nobody vouches for the file" },
    {
      author: "ana",
      given: { id: "lead", trust: "person" } as const,
      trust: "person",
      why: "the context does",
    },
    {
      author: { id: "ana", trust: "reviewer_bot" },
      given: undefined,
      trust: "reviewer_bot",
      why: "the line says so",
    },
    {
      author: { id: "ana", trust: "person" },
      given: { id: "x", trust: "outsider" } as const,
      trust: "outsider",
      why: "an outsider's file cannot",
    },
  ])("trusts a line as $trust: $why", ({ author, given, trust }) => {
    const reading = fromJsonl(
      { ...line, author },
      given === undefined ? context : { ...context, author: given },
    );
    expect(reading.feedback[0]?.author).toEqual({ id: "ana", trust });
  });

  it("takes a record that Emend wrote as it is, but not under another one's id", () => {
    const [record] = fromJsonl(line, context).feedback;
    expect(fromJsonl(JSON.parse(JSON.stringify(record)), context).feedback).toEqual([record]);
    const forged = { ...record, event_id: "jsonl:other" };
    expect(fromJsonl(forged, context)).toMatchObject({ feedback: [], diagnostics: [{ path: "id" }] });
  });

  it.each([
    { input: { tags: ["x"] }, reason: "nothing_said" },
    { input: { schema: 2 }, reason: "invalid_value" },
    { input: "text", reason: "not_an_object" },
  ])("refuses $input with $reason", ({ input, reason }) => {
    expect(fromJsonl(input, context)).toMatchObject({ feedback: [], diagnostics: [{ reason }] });
  });
});
