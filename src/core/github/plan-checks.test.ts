import { describe, expect, it } from "vitest";
import type { Severity } from "../review/review-fields.ts";
import type { Finding } from "../review/review.ts";
import { planChecks } from "./plan-checks.ts";

const finding = (given: Partial<Finding> = {}): Finding => ({
  id: "F1",
  severity: "medium",
  category: "style",
  title: "t",
  file: "a.ts",
  line: 3,
  message: "m",
  ...given,
});

const plan = (findings: readonly Finding[], failOn: Severity = "high") =>
  planChecks(
    {
      status: "accepted",
      review: { schema_version: "1.0", prompt_version: "1.0", findings, summary: "As @bob said." },
      diagnostics: [],
    },
    failOn,
  );

describe("planChecks", () => {
  it.each([
    { why: "nothing found", severities: [], failOn: "high", conclusion: "success" },
    {
      why: "found, but not bad enough",
      severities: ["medium", "info"],
      failOn: "high",
      conclusion: "neutral",
    },
    { why: "as bad as that", severities: ["low", "high"], failOn: "high", conclusion: "failure" },
    { why: "worse than that", severities: ["critical"], failOn: "high", conclusion: "failure" },
    { why: "everything is too bad", severities: ["info"], failOn: "info", conclusion: "failure" },
  ] as const)("$why: $conclusion", ({ severities, failOn, conclusion }) => {
    expect(
      plan(
        severities.map((severity) => finding({ severity })),
        failOn,
      ).conclusion,
    ).toBe(conclusion);
  });

  it("findings that all fell are no success", () => {
    const diagnostics = [
      { kind: "warning", reason: "all_findings_dropped", message: "none was kept" },
    ] as const;
    const review = { schema_version: "1.0", prompt_version: "1.0", findings: [] };
    expect(planChecks({ status: "accepted", review, diagnostics }, "critical")).toMatchObject({
      conclusion: "failure",
      title: "none of the findings could be used",
      summary: expect.stringContaining("none was kept"),
    });
  });

  it.each([
    ["critical", "failure"],
    ["high", "failure"],
    ["medium", "warning"],
    ["low", "notice"],
    ["info", "notice"],
  ] as const)("%s is a %s", (severity, level) => {
    expect(plan([finding({ severity })]).annotations[0]!.level).toBe(level);
  });

  it.each([
    { why: "one line", given: {}, lines: [3, 3] },
    { why: "several", given: { end_line: 9 }, lines: [3, 9] },
    { why: "an end that GitHub cannot count to", given: { end_line: 2 ** 40 }, lines: [3, 2 ** 31 - 1] },
  ])("$why", ({ given, lines }) => {
    const [{ startLine, endLine } = { startLine: 0, endLine: 0 }] = plan([finding(given)]).annotations;
    expect([startLine, endLine]).toEqual(lines);
  });

  it("leaves out a line that no file has, and says that something is missing", () => {
    const { annotations, summary } = plan([finding({ line: 2 ** 40 })]);
    expect(annotations).toEqual([]);
    expect(summary).toContain("1 more are not shown.");
  });

  it("bounds every text", () => {
    const long = "\u20ac".repeat(200_000);
    const [one] = plan([finding({ title: long, message: long, suggestion: long })]).annotations;
    expect(one!.title.length).toBeLessThanOrEqual(255);
    const bytes = [one!.message, one!.details!].map((text) => new TextEncoder().encode(text).length);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(65_536);
  });

  it("is bounded in number, worst first", () => {
    const many = Array.from({ length: 1_500 }, (_, index) =>
      finding({ severity: index === 1_499 ? "critical" : "low" }),
    );
    const { annotations, summary } = plan(many);
    expect(annotations).toHaveLength(1_000);
    expect(annotations[0]!.level).toBe("failure");
    expect(summary).toMatchInlineSnapshot(`
      "1500 findings: 1 critical, 1499 low.

      As \`@bob\` said.

      500 more are not shown."
    `);
  });

  it("fails where the answer was rejected, and says why", () => {
    expect(
      planChecks(
        {
          status: "rejected",
          diagnostics: [
            { kind: "coercion_applied", reason: "trim", message: "left out" },
            { kind: "response_rejected", reason: "invalid_json", message: "not JSON: <!-- @all" },
          ],
        },
        "high",
      ),
    ).toMatchInlineSnapshot(`
      {
        "annotations": [],
        "conclusion": "failure",
        "summary": "The reviewer's answer could not be used.

      - \`invalid_json\`: not JSON: \\<! -- \`@all\`",
        "title": "the reviewer's answer was rejected",
      }
    `);
  });
});
