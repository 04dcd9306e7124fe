import { expect, it, describe } from "vitest";
import { type PatternSlice, agentPattern, allAgentPatterns } from "./agent-pattern.ts";
import { sparkline, renderPatterns } from "./render-patterns.ts";
import * as fc from "fast-check";
import { detectAlerts } from "./detect-alerts.ts";
import { EXAMPLE_CATALOGUE, exampleWindow, tagRow, workRow } from "../../../test/examples/example-roll-up.ts";
import type { RollUp } from "./roll-up.ts";
import { columnsOf } from "../text/visible-name.ts";

const slice = (approved: number, decided: number): PatternSlice => ({
  from: "",
  to: "",
  decided,
  approved,
  rejected: decided - approved,
  approval_rate: null,
});

it.each([
  {
    why: "from nothing to everything",
    series: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => slice(n, 8)),
    line: "▁▂▃▄▅▆▇██",
  },
  {
    why: "nothing decided is a gap, nothing approved is not",
    series: [slice(0, 0), slice(0, 3)],
    line: "·▁",
  },
  {
    why: "too many slices are joined, counted from the newest",
    series: [0, 1, 1, 0, 0].map((n) => slice(n, 1)),
    columns: 3,
    line: "▁█▁",
  },
  { why: "no slices, no line", series: [], line: "" },
  {
    why: "plain signs",
    series: [slice(0, 0), slice(0, 1), slice(1, 2), slice(1, 1)],
    ascii: true,
    line: "_.+#",
  },
  { why: "no room is read as room for one", series: [slice(1, 1), slice(1, 1)], columns: 0, line: "█" },
])("$why", ({ series, columns = 20, ascii = false, line }) => {
  expect(sparkline(series, columns, ascii)).toBe(line);
});

const week = exampleWindow(168);
const patternsOf = (rows: RollUp) => allAgentPatterns(rows, week, EXAMPLE_CATALOGUE);

const ROWS: RollUp = {
  hours: [
    workRow("rio", 200, { submitted: 20, approved: 16, rejected: 4 }),
    workRow("rio", 150, { submitted: 4, approved: 4 }),
    workRow("rio", 100, { submitted: 4, approved: 2, approved_with_changes: 1, rejected: 1 }),
    workRow("rio", 50, { submitted: 4, approved: 1, rejected: 3 }),
    workRow("rio", 2, { submitted: 9, rejected: 4 }),
    workRow("claude-code", 190, { approved: 10, rejected: 10 }),
    workRow("claude-code", 30, { submitted: 1200, approved: 1190, rejected: 2 }),
    workRow("new-agent", 1, { submitted: 2 }),
  ],
  tags: [
    tagRow("rio", "tests_failing", 50, 3),
    tagRow("rio", "tests_failing", 2, 2),
    tagRow("rio", "house_style", 2, 2),
    tagRow("claude-code", "tests_failing", 30, 2),
  ],
};

describe("renderPatterns", () => {
  it("shows a table, the alerts, and what to do about each issue", () => {
    const text = renderPatterns(patternsOf(ROWS), { width: 100, alerts: detectAlerts(ROWS, week) });
    expect(text).toMatchInlineSnapshot(`
      "Patterns over 7 days, 2026-03-03 12:00 to 2026-03-10 12:00 UTC

      AGENT        TOTAL  DECIDED  REJECTED  APPROVAL  TREND              HISTORY
      rio             21       16         8       50%  ↓ worsening -30    █·▇·▃·▁
      claude-code   1200     1192         2      >99%  ↑ improving +50    ·····█·
      new-agent        2        0         0         -  · too few decided  ·······

      ALERTS
        ! rio: approval fell from 80% to 50%, 30 points lower than in the 7 days before; check its latest
          rejections
        ! rio: tests_failing is in 62.5% of 8 rejections; make sure that there is a rule against it
        ! rio: tests_failing came back 3 times within 6 hours; correct it before the next run (2026-03-08
          09:00 to 2026-03-08 10:00 UTC)

      rio
        5   63%  tests_failing  Test suite
                 Run the failing tests alone, read the first assertion that fails, and fix the code.
                 Change an expectation only if the task changes that behaviour, and say so.
        2   25%  house_style  (not registered)
                 No gate has this tag; add it to a gate pack so that the agent learns how to fix it.

      claude-code
        2  100%  tests_failing  Test suite
                 Run the failing tests alone, read the first assertion that fails, and fix the code.
                 Change an expectation only if the task changes that behaviour, and say so.
      "
    `);
  });

  it("does without blocks and arrows", () => {
    const text = renderPatterns(patternsOf(ROWS), { width: 100, ascii: true });
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(text.split("\n\n")[1]).toMatchInlineSnapshot(`
      "AGENT        TOTAL  DECIDED  REJECTED  APPROVAL  TREND              HISTORY
      rio             21       16         8       50%  v worsening -30    #_%_-_.
      claude-code   1200     1192         2      >99%  ^ improving +50    _____#_
      new-agent        2        0         0         -  - too few decided  _______"
    `);
  });

  it("leaves columns out on a narrow terminal, the trend and its word last", () => {
    expect(renderPatterns(patternsOf(ROWS), { width: 40 }).split("\n\n").slice(0, 2).join("\n\n"))
      .toMatchInlineSnapshot(`
      "Patterns over 7 days, 2026-03-03 12:00
      to 2026-03-10 12:00 UTC

      AGENT       APPROVAL  TREND
      rio              50%  ↓ worsening -30
      claude-co…      >99%  ↑ improving +50
      new-agent          -  · too few decided"
    `);
  });

  it.each([
    { why: "no agents", patterns: [] },
    {
      why: "an agent without work",
      patterns: [agentPattern("rio", { hours: [], tags: [] }, week, EXAMPLE_CATALOGUE)],
    },
  ])("says what to do next if there is nothing: $why", ({ patterns }) => {
    expect(renderPatterns(patterns, { width: 100 })).toMatchInlineSnapshot(`
      "No agent's work was submitted or decided in this window.
      Look further back with --window 30d, or import decisions with \`emend import\`.
      "
    `);
  });

  it("shows what a name would do to a terminal, and cuts it", () => {
    const names = [
      "\u001b[2Jred",
      "a\nb",
      "\u202egnp.exe",
      "",
      "名前".repeat(30),
      "x".repeat(100_000),
      "e" + "\u0301".repeat(5000),
    ];
    const rows = { hours: names.map((name, index) => workRow(name, 1, { rejected: 9 - index })), tags: [] };
    expect(renderPatterns(patternsOf(rows), { width: 80 }).slice(0, 20_000).replaceAll("\u0301", ""))
      .toMatchInlineSnapshot(`
      "Patterns over 7 days, 2026-03-03 12:00 to 2026-03-10 12:00 UTC

      AGENT             TOTAL  DECIDED  REJECTED  APPROVAL  TREND              HISTORY
      \\u001b[2Jred          9        9         9        0%  · too few decided  ······▁
      a b                   8        8         8        0%  · too few decided  ······▁
      \\u202egnp.exe         7        7         7        0%  · too few decided  ······▁
      (no name)             6        6         6        0%  · too few decided  ······▁
      名前名前名前名…       5        5         5        0%  · too few decided  ······▁
      xxxxxxxxxxxxxxx…      4        4         4        0%  · too few decided  ······▁
      e…                    3        3         3        0%  · too few decided  ······▁
      "
    `);
  });

  it("shows so many agents and counts the others", () => {
    const hours = Array.from({ length: 60 }, (_, index) => workRow(`agent-${index}`, 1, { approved: 1 }));
    const text = renderPatterns(patternsOf({ hours, tags: [] }), { width: 80, maxAgents: 2 });
    expect(text.split("\n").slice(2)).toMatchInlineSnapshot(`
      [
        "AGENT    TOTAL  DECIDED  REJECTED  APPROVAL  TREND              HISTORY",
        "agent-0      1        1         0      100%  · too few decided  ······█",
        "agent-1      1        1         0      100%  · too few decided  ······█",
        "and 58 more agents; --json shows all",
        "",
      ]
    `);
  });

  it("never throws, never writes a line wider than the terminal, never lets a control character through", () => {
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.string());
    const rows = fc.record({
      hours: fc.array(
        fc
          .tuple(name, fc.nat({ max: 400 }), fc.nat())
          .map(([agent, ago, rejected]) => workRow(agent, ago, { rejected })),
      ),
      tags: fc.array(fc.tuple(name, name, fc.nat({ max: 400 }), fc.nat()).map((row) => tagRow(...row))),
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 200 }), fc.boolean(), (some, width, ascii) => {
        const text = renderPatterns(patternsOf(some), { width, ascii, alerts: detectAlerts(some, week) });
        for (const line of text.split("\n")) {
          expect(columnsOf(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  it.each([0, -5, Number.NaN, 1e9, Number.POSITIVE_INFINITY])(
    "takes a width of %s for the nearest it can do",
    (width) => {
      const lines = renderPatterns(patternsOf(ROWS), { width }).split("\n");
      expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(400);
    },
  );
});
