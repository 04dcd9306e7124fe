import { describe, expect, it } from "vitest";
import { renderRdjson } from "./render-rdjson.ts";
import type { Finding, Review } from "./review.ts";

const finding: Finding = {
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "Off by one",
  file: "src/a b.ts",
  line: 3,
  message: "The last item is skipped.",
};
const review = (...findings: readonly Finding[]): Review => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  findings,
});

describe("renderRdjson", () => {
  it("renders a review", () => {
    const suggested: Finding = { ...finding, end_line: 5, suggestion: "Use <=.", rule_id: "loop-bounds" };
    expect(renderRdjson(review(suggested))).toMatchInlineSnapshot(`
      {
        "diagnostics": [
          {
            "code": {
              "value": "loop-bounds",
            },
            "location": {
              "path": "src/a b.ts",
              "range": {
                "end": {
                  "line": 5,
                },
                "start": {
                  "line": 3,
                },
              },
            },
            "message": "Off by one

      The last item is skipped.

      Suggestion: Use <=.",
            "original_output": "{"id":"F1","severity":"high","category":"correctness","title":"Off by one","file":"src/a b.ts","line":3,"message":"The last item is skipped.","end_line":5,"suggestion":"Use <=.","rule_id":"loop-bounds"}",
            "severity": "ERROR",
          },
        ],
        "source": {
          "name": "emend",
        },
      }
    `);
  });

  it.each([
    ["critical", "ERROR"],
    ["high", "ERROR"],
    ["medium", "WARNING"],
    ["low", "INFO"],
    ["info", "INFO"],
  ] as const)("maps %s to %s", (severity, expected) => {
    expect(renderRdjson(review({ ...finding, severity })).diagnostics[0]!.severity).toBe(expected);
  });

  it.each([
    {
      why: "one line is a range that ends on itself",
      line: 3,
      range: { start: { line: 3 }, end: { line: 3 } },
    },
    { why: "a line beyond 32 bits would spoil the document", line: 2_147_483_648, range: undefined },
  ])("$why", ({ line, range }) => {
    expect(renderRdjson(review({ ...finding, line })).diagnostics[0]!.location.range).toEqual(range);
  });

  it("does not repeat a title that the message begins with", () => {
    const [diagnostic] = renderRdjson(
      review({ ...finding, message: "Off by one: the last item is skipped." }),
    ).diagnostics;
    expect(diagnostic!.message).toBe("Off by one: the last item is skipped.");
  });

  it("renders a clean review as an empty list", () => {
    expect(renderRdjson(review())).toEqual({ source: { name: "emend" }, diagnostics: [] });
  });
});
