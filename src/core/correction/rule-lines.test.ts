import { describe, expect, it } from "vitest";
import { ruleLines, tokensOf } from "./rule-lines.ts";

const texts = (text: string): readonly string[] => ruleLines(text, "AGENTS.md").map((line) => line.text);

describe("ruleLines", () => {
  it("takes list items and sentences with their line", () => {
    const text =
      "# Rules\n\n- Run the tests before you say it works.\n  * **Never** push to main.\n3. Use pnpm, not npm.\n\nKeep pull requests small.";
    expect(ruleLines(text, "AGENTS.md")).toEqual([
      { file: "AGENTS.md", line: 3, text: "Run the tests before you say it works." },
      { file: "AGENTS.md", line: 4, text: "Never push to main." },
      { file: "AGENTS.md", line: 5, text: "Use pnpm, not npm." },
      { file: "AGENTS.md", line: 7, text: "Keep pull requests small." },
    ]);
  });

  it.each([
    ["headings", "## Build and test commands"],
    ["code", "```sh\nnpm run test -- --watch\n```"],
    ["tables", "| a | b | c d e |"],
    ["quotes", "> something that was said here"],
    ["imports", "@docs/style.md and more of it"],
    ["front matter", "---\ndescription: rules for tests here\nglobs: src/**\n---"],
    ["single words", "- pnpm\n- vitest run"],
  ])("leaves out %s", (_, text) => expect(texts(text)).toEqual([]));

  it("goes on after a fence and after front matter", () => {
    expect(texts("---\na: b\n---\n```\nx y z\n```\nAsk before you delete a file.")).toEqual([
      "Ask before you delete a file.",
    ]);
  });
});

it("counts about four characters as a token", () => expect(tokensOf("Use pnpm, not npm.")).toBe(5));
