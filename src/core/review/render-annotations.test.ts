import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderGithubAnnotations, renderRdjson } from "./render-annotations.ts";
import type { Finding, Review } from "./review.ts";

const finding: Finding = {
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "Off by one",
  file: "src/a.ts",
  line: 3,
  message: "The last item is skipped.",
};
const render = (...findings: readonly Partial<Finding>[]): string =>
  renderGithubAnnotations({
    schema_version: "1.0",
    prompt_version: "1.0",
    findings: findings.map((changes) => Object.assign({}, finding, changes)),
  });

describe("renderGithubAnnotations", () => {
  it("writes one command a finding, worst first", () => {
    expect(
      render(
        { severity: "info", title: "Name" },
        { severity: "medium", end_line: 5, suggestion: "Use <=." },
        { severity: "critical", title: "Injection" },
      ),
    ).toMatchInlineSnapshot(`
      "::error file=src/a.ts,line=3,title=Injection::The last item is skipped.
      ::warning file=src/a.ts,line=3,endLine=5,title=Off by one::The last item is skipped.%0A%0ASuggestion: Use <=.
      ::notice file=src/a.ts,line=3,title=Name::The last item is skipped.
      "
    `);
  });

  it.each<{ why: string; changes: Partial<Finding>; line: string }>([
    {
      why: "line breaks in the message",
      changes: { message: "One.\r\nTwo.\n::set-env name=PATH::/evil" },
      line: "::error file=src/a.ts,line=3,title=Off by one::One.%0ATwo.%0A::set-env name=PATH::/evil\n",
    },
    {
      why: "percent signs, so that they are not read as escapes",
      changes: { message: "100%0A" },
      line: "::error file=src/a.ts,line=3,title=Off by one::100%250A\n",
    },
    {
      why: "commas and colons in properties, and nowhere else",
      changes: { title: "a,b::c", file: "C:x,y.ts", message: "a,b::c" },
      line: "::error file=C%3Ax%2Cy.ts,line=3,title=a%2Cb%3A%3Ac::a,b::c\n",
    },
    {
      why: "control characters, by removing them",
      changes: { message: "\u001b[2Jgone\u0000\u0085", title: "x\u202Ey" },
      line: "::error file=src/a.ts,line=3,title=xy::[2Jgone\n",
    },
  ])("escapes $why", ({ changes, line }) => {
    expect(render(changes)).toBe(line);
  });

  it("gives nothing for a clean review", () => {
    expect(render()).toBe("");
  });

  it("never lets a text begin a line of its own", () => {
    const text = fc.string({
      unit: fc.constantFrom("\n", "\r", "\u2028", ":", ",", "%", "a", "\u0085", "\u000b"),
    });
    fc.assert(
      fc.property(text, text, text, text, (title, message, file, suggestion) => {
        const output = render({ title, message, file, suggestion });
        expect(output.split(/\r\n|\r|\n/)).toEqual([expect.stringMatching(/^::error file=[^:]*::/), ""]);
      }),
    );
  });
});

const offByOne: Finding = {
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
    const suggested: Finding = {
      ...offByOne,
      end_line: 5,
      suggestion: "Use <=.",
      rule_id: "loop-bounds",
    };
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
    expect(renderRdjson(review({ ...offByOne, severity })).diagnostics[0]!.severity).toBe(expected);
  });

  it.each([
    {
      why: "one line is a range that ends on itself",
      line: 3,
      range: { start: { line: 3 }, end: { line: 3 } },
    },
    { why: "a line beyond 32 bits would spoil the document", line: 2_147_483_648, range: undefined },
  ])("$why", ({ line, range }) => {
    expect(renderRdjson(review({ ...offByOne, line })).diagnostics[0]!.location.range).toEqual(range);
  });

  it("does not repeat a title that the message begins with", () => {
    const [diagnostic] = renderRdjson(
      review({ ...offByOne, message: "Off by one: the last item is skipped." }),
    ).diagnostics;
    expect(diagnostic!.message).toBe("Off by one: the last item is skipped.");
  });

  it("renders a clean review as an empty list", () => {
    expect(renderRdjson(review())).toEqual({ source: { name: "emend" }, diagnostics: [] });
  });
});
