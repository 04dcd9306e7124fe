import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderGitlab } from "./render-gitlab.ts";
import type { Finding, Review } from "./review.ts";
import { SEVERITIES } from "./review-fields.ts";

/** The fields and severities of https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. */
const isReport = new Ajv({ strict: false }).compile({
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", minLength: 1 },
      fingerprint: { type: "string", minLength: 1 },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        properties: {
          path: { type: "string", minLength: 1 },
          lines: {
            type: "object",
            required: ["begin"],
            properties: { begin: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
});

const finding = (changes: Partial<Finding> = {}): Finding => ({
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "Off by one",
  file: "src/a.ts",
  line: 3,
  message: "The last item is skipped.",
  ...changes,
});
const review = (...findings: readonly Finding[]): Review => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  findings,
});

describe("renderGitlab", () => {
  it("renders a review", () => {
    const suggested = finding({ end_line: 5, suggestion: "Use <=.", rule_id: "loop-bounds" });
    expect(renderGitlab(review(suggested))).toMatchInlineSnapshot(`
      [
        {
          "check_name": "loop-bounds",
          "description": "Off by one: The last item is skipped. Suggestion: Use <=.",
          "fingerprint": "2f8b93be00545daa:1",
          "location": {
            "lines": {
              "begin": 3,
            },
            "path": "src/a.ts",
          },
          "severity": "critical",
        },
      ]
    `);
  });

  it.each([
    ["critical", "blocker"],
    ["high", "critical"],
    ["medium", "major"],
    ["low", "minor"],
    ["info", "info"],
  ] as const)("maps %s to %s", (severity, expected) => {
    expect(renderGitlab(review(finding({ severity })))[0]!.severity).toBe(expected);
  });

  it("does not repeat a title that the message begins with", () => {
    const message = "Off by one: the last item is skipped.";
    expect(renderGitlab(review(finding({ message })))[0]!.description).toBe(message);
  });

  it("gives equal findings different fingerprints, because GitLab shows one finding for each", () => {
    const issues = renderGitlab(review(finding({ line: 3 }), finding({ line: 9 })));
    expect(new Set(issues.map((issue) => issue.fingerprint)).size).toBe(2);
  });

  it("renders a clean review as an empty list", () => {
    expect(renderGitlab(review())).toEqual([]);
  });

  it("writes what GitLab documents, whatever the text", () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).map((some) => `a${some}`);
    const any = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      title: text,
      file: text,
      message: text,
      suggestion: text,
      line: fc.integer({ min: 1 }),
    });
    fc.assert(
      fc.property(fc.array(any), (all) => {
        const report: unknown = JSON.parse(JSON.stringify(renderGitlab(review(...all.map(finding)))));
        isReport(report);
        expect(isReport.errors ?? []).toEqual([]);
      }),
    );
  });
});
