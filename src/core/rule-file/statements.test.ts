import { describe, expect, it } from "vitest";
import { ruleFile } from "../../../test/rule-file.ts";
import { importsOf } from "./imports-of.ts";
import { isInstruction } from "./is-instruction.ts";
import { ruleLines } from "./rule-lines.ts";
import { statementsOf } from "./statements.ts";

describe("statementsOf", () => {
  it("joins what goes on over lines, and knows headings, parents and introductions", () => {
    const text = [
      "# Project",
      "## Tests",
      "When you add a route:",
      "",
      "- Write a **test**",
      "  for it.",
      "- Register it",
      "  - in `app.ts`",
      "",
      "Keep pull requests",
      "small.",
    ].join("\n");
    expect(
      statementsOf(ruleFile(text)).map(({ line, endLine, text: said, lead, parent, hasItems }) => ({
        line,
        endLine,
        said,
        lead,
        parent,
        hasItems,
      })),
    ).toEqual([
      {
        line: 3,
        endLine: 3,
        said: "When you add a route:",
        lead: undefined,
        parent: undefined,
        hasItems: false,
      },
      {
        line: 5,
        endLine: 6,
        said: "Write a test for it.",
        lead: "When you add a route:",
        parent: undefined,
        hasItems: false,
      },
      {
        line: 7,
        endLine: 7,
        said: "Register it",
        lead: "When you add a route:",
        parent: undefined,
        hasItems: true,
      },
      { line: 8, endLine: 8, said: "in `app.ts`", lead: undefined, parent: "Register it", hasItems: false },
      {
        line: 10,
        endLine: 11,
        said: "Keep pull requests small.",
        lead: undefined,
        parent: undefined,
        hasItems: false,
      },
    ]);
    expect(statementsOf(ruleFile(text))[1]?.headings).toEqual(["Project", "Tests"]);
  });

  it.each([
    ["headings", "## Build and test commands"],
    ["code", "```sh\nnpm run test -- --watch\n```"],
    ["tables", "| a | b | c d e |"],
    ["quotes", "> something that was said here"],
    ["imports", "@docs/style.md"],
    ["front matter", "---\ndescription: rules for tests here\nglobs: src/**\n---"],
    ["comments", "<!-- Keep this in\nsync with it -->"],
    ["what Emend wrote", "<!-- emend:begin -->\n- Use pnpm in here.\n<!-- emend:end -->"],
  ])("finds nothing in %s", (_, text) => expect(statementsOf(ruleFile(text))).toEqual([]));
});

it("compares with past conversations what has more than two words and is in every session", () => {
  const files = [
    ruleFile("- pnpm\n- vitest run\n- Use pnpm, not npm.\n"),
    ruleFile("- Use it for all\n", ".claude/skills/a/SKILL.md"),
  ];
  expect(ruleLines(files)).toEqual([{ file: "AGENTS.md", line: 3, text: "Use pnpm, not npm." }]);
});

describe("isInstruction", () => {
  it.each([
    "Use pnpm, not npm.",
    "Never push to main",
    "**Naming**: use camelCase",
    "Commit messages must be in English",
    "No wildcard imports",
    "Run `npm test` before you commit",
  ])("takes %s", (text) => expect(isInstruction(text.replaceAll("**", ""))).toBe(true));
  it.each([
    "Database migrations are in `db/`",
    "React 19 — UI framework",
    "Electron",
    "zustand: lightweight state",
    "Small commits",
  ])("leaves %s", (text) => expect(isInstruction(text)).toBe(false));
});

it("follows imports within the repository only", () => {
  const file = ruleFile(
    "See @docs/style.md and @../x.md.\n@~/mine.md `@docs/no.md` @types/node @/etc/passwd.md\n```\n@docs/code.md\n```\n",
    "web/CLAUDE.md",
  );
  expect(importsOf(file)).toEqual([
    { line: 1, target: "docs/style.md", path: "web/docs/style.md" },
    { line: 1, target: "../x.md", path: "x.md" },
    { line: 2, target: "~/mine.md", path: undefined },
    { line: 2, target: "/etc/passwd.md", path: undefined },
  ]);
});
