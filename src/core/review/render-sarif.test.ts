import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic, Finding, Review } from "./review.ts";
import { MAX_SARIF_RESULTS, renderSarif } from "./render-sarif.ts";
import { CATEGORIES, CONFIDENCES, SEVERITIES } from "./review-fields.ts";

const schemaFile = new URL("../../../test/fixtures/sarif-schema/sarif-schema-2.1.0.json", import.meta.url);
// One of the schema's own patterns is not valid under the `u` flag.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));

const problems = (log: unknown): unknown => {
  // What is read back is what a consumer sees.
  validate(JSON.parse(JSON.stringify(log)));
  return validate.errors ?? [];
};

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

const render = (...findings: readonly Finding[]): ReturnType<typeof renderSarif>["runs"][0] =>
  renderSarif(review(...findings), { toolVersion: "1.2.3" }).runs[0];

const fingerprintKeys = (upload?: "action" | "api"): readonly string[] => {
  const log = renderSarif(review(finding()), { toolVersion: "1", ...(upload && { upload }) });
  return Object.keys(log.runs[0].results[0]!.partialFingerprints);
};

describe("renderSarif", () => {
  it("renders a review", () => {
    const log = renderSarif(
      {
        ...review(
          finding({ end_line: 5, suggestion: "Use <=.", confidence: "high", rule_id: "loop-bounds" }),
        ),
        summary: "One bug.",
      },
      { toolVersion: "1.2.3" },
    );
    expect(problems(log)).toEqual([]);
    expect(log).toMatchInlineSnapshot(`
      {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "runs": [
          {
            "invocations": [
              {
                "executionSuccessful": true,
                "toolExecutionNotifications": [],
              },
            ],
            "originalUriBaseIds": {
              "%SRCROOT%": {
                "description": {
                  "text": "The root of the repository under review.",
                },
              },
            },
            "properties": {
              "prompt_version": "1.0",
              "schema_version": "1.0",
              "summary": "One bug.",
            },
            "results": [
              {
                "level": "error",
                "locations": [
                  {
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "src/a.ts",
                        "uriBaseId": "%SRCROOT%",
                      },
                      "region": {
                        "endLine": 5,
                        "startLine": 3,
                      },
                    },
                  },
                ],
                "message": {
                  "text": "Off by one

      The last item is skipped.

      Suggestion: Use <=.",
                },
                "partialFingerprints": {
                  "emendFinding/v1": "2f8b93be00545daa:1",
                },
                "properties": {
                  "category": "correctness",
                  "confidence": "high",
                  "id": "F1",
                  "severity": "high",
                  "suggestion": "Use <=.",
                },
                "ruleId": "loop-bounds",
                "ruleIndex": 0,
              },
            ],
            "tool": {
              "driver": {
                "name": "Emend",
                "rules": [
                  {
                    "defaultConfiguration": {
                      "level": "error",
                    },
                    "fullDescription": {
                      "text": "A reviewer filed these findings under the rule loop-bounds.",
                    },
                    "help": {
                      "text": "The code does not do what it is meant to do.",
                    },
                    "id": "loop-bounds",
                    "properties": {
                      "tags": [
                        "correctness",
                      ],
                    },
                    "shortDescription": {
                      "text": "Rule loop-bounds",
                    },
                  },
                ],
                "version": "1.2.3",
              },
            },
          },
        ],
        "version": "2.1.0",
      }
    `);
  });

  it("says that a clean review found nothing", () => {
    const log = renderSarif(review(), { toolVersion: "1.2.3" });
    expect(problems(log)).toEqual([]);
    expect(log.runs[0].results).toEqual([]);
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(true);
  });

  it.each([
    { severity: "critical", level: "error", score: "9.5" },
    { severity: "high", level: "error", score: "8.0" },
    { severity: "medium", level: "warning", score: "5.5" },
    { severity: "low", level: "note", score: "2.0" },
    { severity: "info", level: "note", score: undefined },
  ] as const)(
    "maps $severity to $level, and scores it only where it is about security",
    ({ severity, level, score }) => {
      const run = render(
        finding({ severity, category: "security" }),
        finding({ severity, category: "style" }),
      );
      expect(run.results.map((result) => result.level)).toEqual([level, level]);
      expect(run.results.map((result) => result.properties["security-severity"])).toEqual([score, undefined]);
      expect(run.tool.driver.rules.map((rule) => rule.properties["security-severity"])).toEqual([
        score,
        undefined,
      ]);
    },
  );

  it("lists each rule once, rated by its worst finding, and points every result at its rule", () => {
    const run = render(
      finding({ category: "security", severity: "low", rule_id: "sql" }),
      finding({ category: "style", severity: "info" }),
      finding({ category: "security", severity: "critical", rule_id: " sql " }),
      finding({ category: "style", rule_id: "" }),
    );
    expect(
      run.tool.driver.rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level]),
    ).toEqual([
      ["sql", "error"],
      ["style", "error"],
    ]);
    expect(run.tool.driver.rules[0]!.properties).toEqual({ tags: ["security"], "security-severity": "9.5" });
    expect(run.results.map((result) => result.ruleIndex)).toEqual([0, 1, 0, 1]);
  });

  it.each([
    { why: "spaces and percent signs", file: "my docs/100% a.md", uri: "my%20docs/100%25%20a.md" },
    { why: "a colon that would read as a scheme", file: "http://x/a.ts", uri: "http%3A//x/a.ts" },
    { why: "query and fragment marks", file: "a?b#c.ts", uri: "a%3Fb%23c.ts" },
    { why: "letters beyond ASCII", file: "größe.ts", uri: "gr%C3%B6%C3%9Fe.ts" },
    { why: "half a surrogate pair, which cannot be encoded", file: "a\ud800.ts", uri: "a%EF%BF%BD.ts" },
    { why: "brackets", file: "app/[id]/page.tsx", uri: "app/%5Bid%5D/page.tsx" },
  ])("percent-encodes $why", ({ file, uri }) => {
    const run = render(finding({ file }));
    expect(run.results[0]!.locations[0]!.physicalLocation.artifactLocation).toEqual({
      uri,
      uriBaseId: "%SRCROOT%",
    });
  });

  it("does not let a reviewer's words become a link or carry hidden characters", () => {
    const run = render(finding({ message: "See [the fix](https://evil.example)\u202E\u001b[31m now." }));
    expect(run.results[0]!.message).toEqual({
      text: "Off by one\n\nSee [the fix] (https://evil.example)[31m now.",
    });
  });

  it("claims no fix for a suggestion, which is prose", () => {
    const [result] = render(finding({ suggestion: "Use <= instead." })).results;
    expect(result).not.toHaveProperty("fixes");
    expect(result!.message.text).toContain("Suggestion: Use <= instead.");
  });

  it("reports diagnostics as notifications", () => {
    const diagnostics: readonly Diagnostic[] = [
      {
        kind: "coercion_applied",
        reason: "trim",
        message: "Trimmed.",
        path: "findings[0].title",
        finding_id: "F1",
      },
      {
        kind: "finding_dropped",
        reason: "invalid_line_range",
        message: "Line 0.",
        index: 1,
        file: "a b.ts",
        line: 4,
        severity: "medium",
      },
      { kind: "finding_dropped", reason: "invalid_line_range", message: "Line 0.", file: "a.ts", line: 0 },
      { kind: "response_rejected", reason: "invalid_json", message: "No JSON.", from: { any: 1n } },
    ];
    const log = renderSarif(review(), { toolVersion: "1.2.3", diagnostics });
    expect(problems(log)).toEqual([]);
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(false);
    expect(log.runs[0].invocations[0].toolExecutionNotifications).toMatchInlineSnapshot(`
      [
        {
          "descriptor": {
            "id": "trim",
          },
          "level": "note",
          "message": {
            "text": "Trimmed.",
          },
          "properties": {
            "finding_id": "F1",
            "kind": "coercion_applied",
            "path": "findings[0].title",
          },
        },
        {
          "descriptor": {
            "id": "invalid_line_range",
          },
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.ts",
                  "uriBaseId": "%SRCROOT%",
                },
                "region": {
                  "startLine": 4,
                },
              },
            },
          ],
          "message": {
            "text": "Line 0.",
          },
          "properties": {
            "kind": "finding_dropped",
            "severity": "medium",
          },
        },
        {
          "descriptor": {
            "id": "invalid_line_range",
          },
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a.ts",
                  "uriBaseId": "%SRCROOT%",
                },
              },
            },
          ],
          "message": {
            "text": "Line 0.",
          },
          "properties": {
            "kind": "finding_dropped",
          },
        },
        {
          "descriptor": {
            "id": "invalid_json",
          },
          "level": "error",
          "message": {
            "text": "No JSON.",
          },
          "properties": {
            "kind": "response_rejected",
          },
        },
      ]
    `);
  });

  it("fills the fingerprint that code scanning reads only for uploads that bypass its action", () => {
    expect(fingerprintKeys()).toEqual(["emendFinding/v1"]);
    expect(fingerprintKeys("api")).toEqual(["emendFinding/v1", "primaryLocationLineHash"]);
  });

  it("keeps the worst findings within the limit of a run, and says what is left out", () => {
    const mild = Array.from({ length: MAX_SARIF_RESULTS }, (_, index) =>
      finding({ id: `m${index}`, severity: "info", line: index + 1 }),
    );
    const run = render(...mild, finding({ id: "worst", severity: "critical" }));
    expect(run.results.length).toBe(MAX_SARIF_RESULTS);
    expect(run.results[0]!.properties["id"]).toBe("worst");
    expect(run.invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      "1 of the mildest findings are left out; a run can have 25000 results.",
    ]);
  });

  const text = fc.string({ unit: "binary", minLength: 1 });
  const findings = fc.array(
    fc.record(
      {
        id: text,
        severity: fc.constantFrom(...SEVERITIES),
        category: fc.constantFrom(...CATEGORIES),
        title: text,
        file: text,
        line: fc.integer({ min: 1 }),
        message: text,
        suggestion: text,
        confidence: fc.constantFrom(...CONFIDENCES),
        rule_id: fc.string(),
      },
      { requiredKeys: ["id", "severity", "category", "title", "file", "line", "message"] },
    ),
  );

  it("conforms to the standard's own schema, whatever the text", () => {
    fc.assert(
      fc.property(findings, (some) => {
        const log = renderSarif(review(...some), { toolVersion: "1.2.3" });
        expect(problems(log)).toEqual([]);
        const prints = log.runs[0].results.map((result) => result.partialFingerprints["emendFinding/v1"]);
        expect(new Set(prints).size).toBe(some.length);
      }),
    );
  });
});
