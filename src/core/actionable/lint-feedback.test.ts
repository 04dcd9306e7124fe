import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLE_DOCUMENTS } from "./json-schema.ts";
import { lintFeedback } from "./lint-feedback.ts";
import type { Violation } from "./actionable-feedback.ts";

const document = EXAMPLE_DOCUMENTS[0]!;
const item = document.feedback_items[0]!;

const codes = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ code, path }) => `${code} ${path}`);
const withItem = (change: object): object => ({ ...document, feedback_items: [{ ...item, ...change }] });
const withAction = (action: string): object => ({ ...item, suggestion: { ...item.suggestion, action } });

const judged = (verdict: string, repeated?: boolean): boolean =>
  lintFeedback(
    { ...document, overall_assessment: { ...document.overall_assessment, verdict } },
    repeated === undefined ? {} : { repeated },
  ).actionable;

describe("documents", () => {
  it("000.1 passes the shipped examples, strict profile included", () => {
    for (const example of EXAMPLE_DOCUMENTS) {
      expect(lintFeedback(example, { strict: true })).toMatchObject({
        kind: "document",
        actionable: true,
        violations: [],
      });
    }
  });

  it("000.1 asserts formats", () => {
    const lint = lintFeedback({ ...document, id: "fb-001", timestamp: "yesterday" });
    expect(codes(lint.violations)).toEqual(["invalid_format id", "invalid_format timestamp"]);
    expect(lint.actionable).toBe(false);
  });

  it("000.2 asks for a location in every item", () => {
    const { location: _, ...homeless } = item;
    const lint = lintFeedback({ ...document, feedback_items: [item, homeless] });
    expect(codes(lint.violations)).toEqual(["missing_location feedback_items[1].location"]);
    expect(lint).toMatchObject({ items: [{ actionable: true }, { actionable: false }] });
  });

  it("000.2 asks for a score in every item of the strict profile only", () => {
    const { score: _, ...unscored } = item;
    const input = { ...document, feedback_items: [unscored] };
    expect(lintFeedback(input).actionable).toBe(true);
    expect(codes(lintFeedback(input, { strict: true }).violations)).toEqual([
      "missing_score feedback_items[0].score",
    ]);
  });

  it("000.2 refuses a round above the maximum", () => {
    const lint = lintFeedback({ ...document, iteration: { number: 5, max: 4, phase: "final" } });
    expect(codes(lint.violations)).toEqual(["iteration_exceeds_max iteration.number"]);
  });

  it.each([
    ["line", "42", true],
    ["line", "0", false],
    ["line", "forty-two", false],
    ["range", "42-48", true],
    ["range", "7-7", true],
    ["range", "48-42", false],
    ["range", "42", false],
    ["function", "validateToken()", true],
    ["function", "std::vector<int>::push_back(int)", true],
    ["function", "the second one", false],
    ["section", "How long we keep what", true],
    ["section", "  ", false],
    ["element", "#submit", true],
    ["path", "src/a b/c.ts", true],
    ["path", "somewhere in there", false],
  ])("000.2 checks a reference against its type: %s %j", (type, reference, fits) => {
    const { violations } = lintFeedback(withItem({ location: { type, reference } }));
    expect(codes(violations)).toEqual(
      fits ? [] : ["reference_mismatch feedback_items[0].location.reference"],
    );
  });

  it("000.2 reads a line with two numbers as a range, and says so", () => {
    const lint = lintFeedback(withItem({ location: { type: "line", reference: "42-48" } }));
    expect(lint.actionable).toBe(true);
    expect(lint).toMatchObject({ document: { feedback_items: [{ location: { type: "range" } }] } });
    expect(lint.diagnostics).toMatchObject([
      { reason: "range_from_line", path: "feedback_items[0].location.type", from: "line", to: "range" },
    ]);
  });

  it.each([
    ["accept", "a critical item can never be accepted"],
    ["escalate", "nothing asks for a person"],
  ] as const)("000.4 rejects the verdict %s: %s", (verdict, _why) => {
    const { violations } = lintFeedback({
      ...document,
      overall_assessment: { ...document.overall_assessment, verdict },
    });
    expect(codes(violations)).toEqual(["verdict_mismatch overall_assessment.verdict"]);
    expect(violations[0]?.hint).toContain('write "refine"');
  });

  it("000.4 allows either of two allowed verdicts, and escalation where history asks for it", () => {
    expect([judged("refine"), judged("reject"), judged("escalate", true), judged("refine", true)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("wording", () => {
  it.each([
    ["could be better", "The parsing code in this module could be better"],
    ["needs improvement", "Error handling of the importer needs improvement"],
    ["consider changing", "One should consider changing how tokens are stored"],
    ["might want to", "You might want to look at the null handling here"],
    ["should probably", "The timeout of the client should probably be longer"],
    ["NEEDS IMPROVEMENT", "The retry policy NEEDS IMPROVEMENT since it is never reset"],
    ["is ugly", "The nested ternary in render() is ugly to look at"],
  ])("000.3 names the vague phrase %j", (phrase, issue) => {
    const { violations } = lintFeedback(withItem({ issue }));
    const found = violations.find(
      (violation) => violation.code === "vague_issue" && violation.phrase === phrase,
    );
    expect(found).toMatchObject({
      path: "feedback_items[0].issue",
      severity: "error",
    });
    expect(issue.slice(found?.span?.start, found?.span?.end)).toBe(phrase);
  });

  it.each([
    ["think about", "Please think about caching the parsed configuration"],
    ["Consider", "Consider replacing the list with a set for lookups"],
    ["maybe", "Replace the list with a set, maybe a frozen one"],
    ["Perhaps", "Perhaps replace the list with a set for lookups"],
    ["you might", "Here you might replace the list with a set"],
    ["would be nice", "It would be nice to replace the list with a set"],
  ])("000.3 names the advisory phrase %j", (phrase, action) => {
    const { violations } = lintFeedback(withAction(action));
    expect(violations.map((violation) => [violation.code, violation.phrase])).toContainEqual([
      "advisory_wording",
      phrase,
    ]);
  });

  it.each([
    ["inside another word", "Reconsider-style naming is confusing: rename reconsider() to retry()"],
    ["in a code span", "Remove the `consider` flag from the command line and its docs"],
    ["in a fenced block", "Replace the guard with this:\n```\nif (maybe) return;\n```\nand delete the flag"],
    ["in double quotes", 'Rename the button from "Maybe later" to "Not now" in both dialogs'],
    ["in an identifier", "Unwrap maybeProjectId before the query and drop the cast"],
    ["meaning regarded", "Return 404 for deleted rows, which are considered absent by all callers"],
  ])("000.3 lets the forbidden word stand %s", (_where, action) => {
    expect(codes(lintFeedback(withAction(action)).violations)).toEqual([]);
  });

  it.each([
    [
      "an issue that only names a thing",
      { issue: "The validateToken function of the auth module", evidence: {} },
      "no_observable_effect",
    ],
    ["an issue of filler", { issue: "this code, this method and these things" }, "no_specific_problem"],
    ["a wish", withAction("Improve the error handling of this module"), "no_concrete_action"],
    ["a description", withAction("The error handling of this module is not complete"), "no_concrete_action"],
    [
      "a rationale of taste",
      { suggestion: { ...item.suggestion, rationale: "Because it is just better" } },
      "no_expected_outcome",
    ],
  ])("000.3 misses the required element in %s", (_what, change, code) => {
    expect(lintFeedback({ ...item, ...change }).violations.map((violation) => violation.code)).toEqual([
      code,
    ]);
  });
});

describe("what it is given", () => {
  it.each([
    ["a document", document, "document"],
    ["half a document", { iteration: {} }, "document"],
    ["an item", item, "item"],
    ["half an item", { issue: 7 }, "item"],
    ["a text", "Remove this line.", "comment"],
    [
      "a text with a place",
      { text: "Remove this line.", location: { type: "line", reference: "3" } },
      "comment",
    ],
    ["nothing", null, "unknown"],
    ["a list", [document], "unknown"],
    ["a number", 7, "unknown"],
    ["an object of something else", { hello: "world" }, "unknown"],
  ])("tells %s", (_what, input, kind) => {
    expect(lintFeedback(input).kind).toBe(kind);
  });

  it("000.2 reports the unknown location of a bare comment without holding it against it", () => {
    const lint = lintFeedback("Remove the second call.");
    expect(lint.actionable).toBe(true);
    expect(lint.violations).toMatchObject([{ code: "location_unknown", severity: "note" }]);
  });

  it("is not fooled by keys with a meaning of their own", () => {
    const hostile = JSON.parse('{"__proto__": {"text": "Remove it."}, "constructor": 1}');
    expect(lintFeedback(hostile).kind).toBe("unknown");
    expect(
      lintFeedback(JSON.parse('{"feedback_items": [{"__proto__": 1}], "__proto__": []}')).actionable,
    ).toBe(false);
  });

  it("never throws, and points inside the text it was given", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), anyDocument), (input) => {
        const { violations, actionable } = lintFeedback(input);
        expect(actionable).toBe(violations.every((violation) => violation.severity === "note"));
        for (const { span, phrase } of violations) {
          if (span === undefined) continue;
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(phrase?.length).toBe(span.end - span.start);
          expect(typeof input === "string" ? input.slice(span.start, span.end) : phrase).toBe(phrase);
        }
      }),
    );
  });

  it("shows a bounded number of violations", () => {
    const { violations } = lintFeedback({ feedback_items: Array.from({ length: 5000 }, () => ({})) });
    expect(violations).toHaveLength(1001);
    expect(violations.at(-1)?.code).toBe("too_many_violations");
  });
});

const anyDocument = fc.record(
  {
    feedback_items: fc.array(
      fc.record({ issue: fc.string(), location: fc.jsonValue(), suggestion: fc.jsonValue() }),
    ),
    iteration: fc.jsonValue(),
    text: fc.string(),
  },
  { requiredKeys: [] },
);
