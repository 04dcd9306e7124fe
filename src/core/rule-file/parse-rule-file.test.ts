import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleFile } from "../../../test/rule-file.ts";
import { renderRuleFile } from "./parse-rule-file.ts";

const kinds = (text: string, path?: string): readonly string[] =>
  ruleFile(text, path).lines.map(({ kind }) => kind);

describe("parseRuleFile", () => {
  it.each([
    ["a heading", "## Tests", ["heading"]],
    ["an item and what goes on below", "- Run the tests\n  before you push", ["item", "text"]],
    ["numbers, stars and boxes", "1. a\n2) b\n* c\n- [ ] d", ["item", "item", "item", "item"]],
    [
      "a fence in a list, closed by one as long",
      "- a\n  ````sh\n  ```\n  ````\nb",
      ["item", "code", "code", "code", "text"],
    ],
    ["a fence without an end", "```\na\nb", ["code", "code", "code"]],
    ["a table, a quote and a line", "| a |\n> b\n---", ["table", "quote", "rule"]],
    ["a comment over lines", "<!-- a\nb -->\nc", ["comment", "comment", "text"]],
    ["an import", "@docs/style.md\n@ana said so", ["import", "text"]],
    ["front matter", "---\na: b\n---\nc", ["front", "front", "front", "text"]],
    ["front matter without an end", "---\na: b", ["rule", "text"]],
    [
      "Emend's own block",
      "- a\n<!-- emend:begin -->\n- b\n<!-- emend:end -->\n- c",
      ["item", "managed", "managed", "managed", "item"],
    ],
    ["a file of Emend's", "<!-- emend:file -->\n- a", ["managed", "managed"]],
  ])("tells %s", (_, text, expected) => expect(kinds(text)).toEqual(expected));

  it("reads front matter line by line, also what is no YAML", () => {
    const { fields } = ruleFile(
      '---\ndescription: Rules for tests # all\nglobs: *.ts,src/{a,b}/**\nlist:\n  - "a"\n  - b\ninline: [x, "y,z"]\nlong: >\n  one\n  two\n---\n',
      ".cursor/rules/a.mdc",
    );
    expect(fields.map(({ key, text, items, line }) => [key, text, items, line])).toEqual([
      ["description", "Rules for tests", undefined, 2],
      ["globs", "*.ts,src/{a,b}/**", undefined, 3],
      ["list", "a,b", ["a", "b"], 4],
      ["inline", "x,y,z", ["x", "y,z"], 7],
      ["long", "one two", undefined, 8],
    ]);
  });

  it("gives back every byte", () => {
    const part = fc.constantFrom(
      ...'---|\n|\r\n|\r|- |1. |  |\t|```|~~~|<!--|-->|# |a|é|\u{1f600}|\ud800|\ufeff|\u200b|@a.md|| |:|"|[|]|emend:begin|<!-- emend:begin -->|<!-- emend:end -->|<!-- emend:file -->'.split(
        "|",
      ),
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 60 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary", maxLength: 200 }),
    );
    fc.assert(
      fc.property(
        text,
        fc.constantFrom("AGENTS.md", ".cursor/rules/a.mdc", "CLAUDE.md", ".claude/skills/a/SKILL.md"),
        (all, path) => {
          expect(renderRuleFile(ruleFile(all, path))).toBe(all);
        },
      ),
      { numRuns: 500 },
    );
  });
});
