import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommitRow, pastCommits, shaOf } from "../../../test/past-commits.ts";
import { textKey } from "./commit-lines.ts";
import { correctionsFromCommits } from "./corrections-from-commits.ts";
import type { PastCorrection } from "./past-correction.ts";

const find = (
  rows: readonly CommitRow[],
  agents?: Readonly<Record<string, string>>,
): readonly PastCorrection[] =>
  correctionsFromCommits(pastCommits(rows), { project: "shop", ...(agents === undefined ? {} : { agents }) });

const CLAUDE = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
const OLD = "const total = items.reduce((sum, item) => sum + item.price, 0);";
const NEW = "const total = items.reduce((sum, item) => sum + item.price * item.count, 0);";
const PATH = "src/basket.ts";
const wrote = (says: string, row: CommitRow = {}): CommitRow => ({
  says,
  files: { [PATH]: [["", OLD]] },
  ...row,
});
const rewrote = (says: string, row: CommitRow = {}): CommitRow => ({
  says,
  files: { [PATH]: [[OLD, NEW]] },
  ...row,
});

describe("corrections from commits", () => {
  it("say what was written, what became of it, why, and where that is", () => {
    const rows = [
      wrote(`Add a total${CLAUDE}`),
      rewrote("fix: multiply the price by the count (#12)", { by: "Bo" }),
    ];
    expect(find(rows)).toEqual([
      {
        id: `commit:${shaOf(1)}:${PATH}:1`,
        found: "commit",
        kind: "rewritten",
        remark: "fix: multiply the price by the count",
        outcome: "landed",
        act: "Add a total",
        before: OLD,
        after: NEW,
        author: "Bo",
        agent: "claude-code",
        project: "shop",
        session: shaOf(1),
        path: PATH,
        time: "2026-01-05T11:00:00.000Z",
        rework: 0,
        origin: { commit: shaOf(1), line: 1 },
      },
    ]);
  });

  it.each<{ why: string; rows: readonly CommitRow[]; kind: string; agent?: string }>([
    {
      why: "a revert by hash",
      rows: [
        rewrote("Count items"),
        {
          says: `Undo counting\n\nThis reverts commit ${shaOf(0)}.`,
          files: { [PATH]: [[NEW, OLD]] },
          at: 900,
        },
      ],
      kind: "undone",
    },
    {
      why: "a revert by subject",
      rows: [
        rewrote("Count items (#3)"),
        { says: 'Revert "Count items" (#4)', files: { [PATH]: [[NEW, OLD]] } },
      ],
      kind: "undone",
    },
    {
      why: "the inverse of an agent's hunk, without a word",
      rows: [
        wrote("Add a total"),
        rewrote(`Count items${CLAUDE}`),
        { says: "wip", files: { [PATH]: [[NEW, OLD]] } },
      ],
      kind: "undone",
      agent: "claude-code",
    },
    {
      why: "fixup!",
      rows: [wrote("Add a total"), rewrote("fixup! Add a total", { at: 900 })],
      kind: "rewritten",
    },
    {
      why: "a Fixes trailer",
      rows: [
        wrote("Add a total"),
        rewrote(`Count items\n\nFixes: ${shaOf(0).slice(0, 12)} ("Add a total")`, { at: 900 }),
      ],
      kind: "rewritten",
    },
    {
      why: "a review",
      rows: [wrote("Add a total"), rewrote("Address review comments", { at: 200 })],
      kind: "rewritten",
    },
    {
      why: "suggestions",
      rows: [wrote("Add a total"), rewrote("Apply suggestions from code review")],
      kind: "rewritten",
    },
    {
      why: "a slip",
      rows: [wrote("Add a total"), rewrote("oops, forgot to count", { at: 30 })],
      kind: "rewritten",
    },
    {
      why: "a fix on the same day",
      rows: [wrote("Add a total"), rewrote("fix: multiply by the count")],
      kind: "rewritten",
    },
    {
      why: "a person after aider",
      rows: [wrote("feat: total", { by: "Ada (aider)" }), rewrote("wip", { at: 100 })],
      kind: "rewritten",
      agent: "aider",
    },
    {
      why: "a person after a bot that is an agent",
      rows: [
        wrote("Add a total", {
          by: "Devin",
          address: "158243242+devin-ai-integration[bot]@users.noreply.github.com",
        }),
        rewrote("Tidy the basket"),
      ],
      kind: "rewritten",
      agent: "devin",
    },
    {
      why: "a person after a signed message",
      rows: [
        wrote("Add a total\n\n🤖 Generated with [Claude Code](https://claude.ai/code)"),
        rewrote("Tidy the basket"),
      ],
      kind: "rewritten",
      agent: "claude-code",
    },
  ])("are made by $why", ({ rows, kind, agent }) => {
    const found = find(rows);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind, session: shaOf(rows.length - 1), outcome: "landed" });
    expect(found[0]!.agent).toBe(agent);
  });

  const other = (removed: string, added: string): CommitRow => ({
    by: "Bo",
    says: "Tidy the basket",
    files: { [PATH]: [[removed, added]] },
  });
  const agents = (added: string): CommitRow => ({
    says: `Add it${CLAUDE}`,
    files: { [PATH]: [["", added]] },
  });
  it.each<{ why: string; rows: readonly CommitRow[] }>([
    {
      why: "white space",
      rows: [
        agents("if (a > limit) {run();}"),
        other("if (a > limit) {run();}", "  if (a > limit) { run(); }"),
      ],
    },
    {
      why: "quotes and semicolons",
      rows: [
        agents("const shop = 'corner shop';"),
        other("const shop = 'corner shop';", 'const shop = "corner shop"'),
      ],
    },
    {
      why: "wrapped lines and trailing commas",
      rows: [agents("call(first, second);"), other("call(first, second);", "call(\n  first,\n  second,\n);")],
    },
    {
      why: "the order of imports",
      rows: [
        agents('import { a } from "alpha";\nimport { b } from "beta";'),
        other(
          'import { a } from "alpha";\nimport { b } from "beta";',
          'import { b } from "beta";\nimport { a } from "alpha";',
        ),
      ],
    },
    {
      why: "versions",
      rows: [
        agents('const version = "1.2.3";'),
        other('const version = "1.2.3";', 'const version = "1.3.0";'),
      ],
    },
    {
      why: "commenting out",
      rows: [agents("printReceipt(basket);"), other("printReceipt(basket);", "// printReceipt(basket);")],
    },
    {
      why: "moves to another file",
      rows: [
        agents(OLD),
        { by: "Bo", says: "Tidy the basket", files: { [PATH]: [[OLD, ""]], "src/total.ts": [["", OLD]] } },
      ],
    },
    { why: "a feature", rows: [wrote(`Add a total${CLAUDE}`), rewrote("feat: discounts", { by: "Bo" })] },
    {
      why: "a formatter's commit",
      rows: [wrote(`Add a total${CLAUDE}`), rewrote("style: run prettier", { by: "Bo" })],
    },
    {
      why: "a dependency bump",
      rows: [wrote(`Add a total${CLAUDE}`), rewrote("chore(deps): bump zod", { by: "Bo" })],
    },
    {
      why: "a bot",
      rows: [wrote(`Add a total${CLAUDE}`), rewrote("Fix the total", { by: "renovate[bot]" })],
    },
    {
      why: "a bot's work",
      rows: [
        wrote("Fix it", { by: "dependabot[bot]" }),
        { says: 'Revert "Fix it"', files: { [PATH]: [[OLD, ""]] } },
      ],
    },
    {
      why: "a week later",
      rows: [wrote(`Add a total${CLAUDE}`), rewrote("fix: count", { by: "Bo", at: 24 * 8 })],
    },
    {
      why: "people who rewrite each other without a word",
      rows: [wrote("Add a total"), rewrote("Tidy the basket", { by: "Bo" })],
    },
    {
      why: "a merge",
      rows: [wrote(`Add a total${CLAUDE}`), rewrote("Merge", { by: "Bo", parents: [shaOf(0), shaOf(9)] })],
    },
    {
      why: "a revert of a revert",
      rows: [rewrote("Count"), { says: 'Revert "Count"', files: {} }, rewrote('Revert "Revert "Count""')],
    },
    {
      why: "a revert of what is not known",
      rows: [rewrote(`Undo it\n\nThis reverts commit ${"d".repeat(40)}.`)],
    },
    {
      why: "lines that somebody else wrote",
      rows: [
        wrote("Add a total"),
        agents("const x = somethingElse();"),
        rewrote("Tidy the basket", { at: 40 }),
      ],
    },
    {
      why: "new lines that have nothing in common",
      rows: [agents(OLD), other(OLD, "openTheDoor(withKey);")],
    },
  ])("are not made by $why", ({ rows }) => {
    expect(find(rows)).toEqual([]);
  });

  it("are one for a rename across 50 places, and none for one across 50 files", () => {
    const line = (name: string, at: number): string => `${name}(first${at}, second${at});`;
    const places = Array.from({ length: 50 }, (_, at) => at);
    const files = (from: string, to: string): NonNullable<CommitRow["files"]> => ({
      [PATH]: places.map((at) => [from === "" ? "" : line(from, at), line(to, at)] as const),
    });
    const many = (from: string, to: string): NonNullable<CommitRow["files"]> =>
      Object.fromEntries(
        places.map((at) => [`src/${at}.ts`, [[from === "" ? "" : line(from, at), line(to, at)] as const]]),
      );
    for (const [make, count] of [
      [files, 1],
      [many, 0],
    ] as const) {
      const rows = [
        { says: `Add calls${CLAUDE}`, files: make("", "computeTotal") },
        { by: "Bo", says: "Rename the total", files: make("computeTotal", "sumOf") },
      ];
      expect(find(rows)).toHaveLength(count);
    }
  });

  it("follow a rename of the file", () => {
    const commits = pastCommits([wrote(`Add a total${CLAUDE}`), rewrote("Tidy the basket", { by: "Bo" })]);
    const [file] = commits[0]!.files;
    const renamed = { ...file!, path: "src/cart.ts", previousPath: PATH, status: "renamed" as const };
    const found = correctionsFromCommits([{ ...commits[0]!, files: [renamed] }, commits[1]!], {
      project: "shop",
    });
    expect(found).toMatchObject([{ path: "src/cart.ts", agent: "claude-code" }]);
  });

  it("know the agents of the settings, by login, name and address", () => {
    const rows = [
      wrote("Add a total", { by: "Robo", address: "7+robo@users.noreply.github.com" }),
      rewrote("Tidy the basket", { by: "Bo" }),
    ];
    expect(find(rows)).toEqual([]);
    for (const key of ["robo", "Robo", "co-author:7+robo@users.noreply.github.com"]) {
      expect(find(rows, { [key]: "robot" })).toMatchObject([{ agent: "robot" }]);
    }
  });

  it("keep no secret and no address", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const rows = [
      {
        says: `Add it${CLAUDE}`,
        files: { [PATH]: [["", `const token = "${key}"; // ask ada@shop.example`] as const] },
      },
      {
        by: "Bo bo@shop.example",
        says: `Read the token ${key} from the environment, as cy@shop.example said\n\nSigned-off-by: Bo <bo@shop.example>`,
        files: {
          [PATH]: [
            [`const token = "${key}"; // ask ada@shop.example`, "const token = process.env.TOKEN;"] as const,
          ],
        },
      },
    ];
    const found = find(rows);
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toMatch(/ghp_|@shop/);
  });

  const text = fc.oneof(
    fc.constantFrom("", OLD, NEW, "}", "  return total;\nprint(total)", "\u0000\uD800"),
    fc.string(),
  );
  const row = fc.record(
    {
      at: fc.integer({ min: -5, max: 300 }),
      by: fc.constantFrom("Ada", "Bo", "Ada (aider)", "renovate[bot]", ""),
      says: fc.oneof(
        fc.constantFrom(
          "",
          `Add it${CLAUDE}`,
          "fix: it all over",
          "Address review",
          "fixup! fix: it all over",
          'Revert "fix: it all over"',
          `This reverts commit ${shaOf(0)}.`,
        ),
        fc.string(),
      ),
      files: fc.dictionary(
        fc.constantFrom(PATH, "b.py", "package.json", "__proto__"),
        fc.array(fc.tuple(text, text), { maxLength: 4 }),
      ),
    },
    { requiredKeys: [] },
  );
  it("throw for no commits, have ids of their own, the same again, and two different sides", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const found = find(rows);
        expect(find(rows)).toEqual(found);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        for (const { before = "", after = "" } of found) {
          expect(textKey(before.split("\n"))).not.toBe(textKey(after.split("\n")));
        }
      }),
      { numRuns: 300 },
    );
  });
});
