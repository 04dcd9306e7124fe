import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activeRule } from "../../../test/examples/example-rule.ts";
import { BEGIN_MARKER, CREATED_MARKER, END_MARKER, findBlock, replaceBlock } from "./managed-block.ts";
import { renderBody } from "./render-body.ts";

const BODY = "## Rules\n\n- Close files.";
const block = (newline = "\n", begin = BEGIN_MARKER): string =>
  [begin, "", "## Rules", "", "- Close files.", "", END_MARKER].join(newline);

/** The file after a replacement that must succeed. */
function replaced(text: string | null, body = BODY): string | null {
  const result = replaceBlock(text, body);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe("replaceBlock", () => {
  it.each<{ why: string; before: string | null; after: string }>([
    { why: "no file", before: null, after: `${block("\n", CREATED_MARKER)}\n` },
    { why: "an empty file", before: "", after: `${block()}\n` },
    { why: "after the text", before: "# A\n", after: `# A\n${block()}\n` },
    { why: "no line end at the end, then none after", before: "# A", after: `# A\n${block()}` },
    { why: "Windows line ends", before: "# A\r\nb\r\n", after: `# A\r\nb\r\n${block("\r\n")}\r\n` },
    { why: "mixed line ends, the first counts", before: "a\r\nb\n", after: `a\r\nb\n${block("\r\n")}\r\n` },
    { why: "a byte order mark", before: "\uFEFF# A\n", after: `\uFEFF# A\n${block()}\n` },
    {
      why: "a block is replaced where it stands",
      before: `a\n${BEGIN_MARKER}\nold\n${END_MARKER}\nb`,
      after: `a\n${block()}\nb`,
    },
    {
      why: "a block right after a byte order mark",
      before: `\uFEFF${BEGIN_MARKER}\n${END_MARKER}\n`,
      after: `\uFEFF${block()}\n`,
    },
    {
      why: "an empty block that marks the place",
      before: `${BEGIN_MARKER}\n${END_MARKER}\n\n# B\n`,
      after: `${block()}\n\n# B\n`,
    },
    {
      why: "markers that people wrote with a remark",
      before: "<!-- emend:begin do not edit -->\n  <!--emend:end-->\n",
      after: `${block()}\n`,
    },
    {
      why: "markers in a fence are none",
      before: `~~~md\n${BEGIN_MARKER}\n~~~\n`,
      after: `~~~md\n${BEGIN_MARKER}\n~~~\n${block()}\n`,
    },
    {
      why: "markers as indented code are none",
      before: `    ${BEGIN_MARKER}\n`,
      after: `    ${BEGIN_MARKER}\n${block()}\n`,
    },
    {
      why: "markers in a sentence are none",
      before: `Put ${BEGIN_MARKER} there.\n`,
      after: `Put ${BEGIN_MARKER} there.\n${block()}\n`,
    },
    {
      why: "another tool's marker is none",
      before: "<!-- emend:beginning -->\n",
      after: `<!-- emend:beginning -->\n${block()}\n`,
    },
  ])("$why", ({ before, after }) => {
    expect(replaced(before)).toBe(after);
    expect(replaced(after)).toBe(after);
  });

  it.each<{ why: string; text: string; code: string; line: number }>([
    { why: "a begin without an end", text: `a\n${BEGIN_MARKER}\nb\n`, code: "block_unclosed", line: 2 },
    {
      why: "an end in a fence",
      text: `${BEGIN_MARKER}\n\`\`\`\n${END_MARKER}\n\`\`\`\n`,
      code: "block_unclosed",
      line: 1,
    },
    {
      why: "an end with text behind it",
      text: `${BEGIN_MARKER}\n${END_MARKER} x\n`,
      code: "block_unclosed",
      line: 1,
    },
    { why: "an end without a begin", text: `a\n${END_MARKER}\n`, code: "block_unopened", line: 2 },
    {
      why: "an end before a begin",
      text: `${END_MARKER}\n${BEGIN_MARKER}\n`,
      code: "block_unopened",
      line: 1,
    },
    { why: "two blocks", text: `${block()}\n${block()}\n`, code: "block_repeated", line: 8 },
    {
      why: "a block in a block",
      text: `${BEGIN_MARKER}\n${block()}\n${END_MARKER}\n`,
      code: "block_nested",
      line: 2,
    },
    { why: "a second end", text: `${block()}\n${END_MARKER}\n`, code: "block_unopened", line: 8 },
    { why: "a fence that is never closed", text: "a\n```js\nb\n", code: "fence_unclosed", line: 2 },
  ])("refuses $why, and says what to do", ({ text, code, line }) => {
    const result = replaceBlock(text, BODY);
    expect(result).toMatchObject({ ok: false, error: { code, line } });
    expect(result.ok ? "" : result.error.message).toMatch(/delete|keep|close|put/);
  });

  it.each<{ why: string; before: string; after: string | null }>([
    {
      why: "a file that was made for it goes with it",
      before: `${block("\n", CREATED_MARKER)}\n`,
      after: null,
    },
    {
      why: "a file that people added to stays",
      before: `${block("\n", CREATED_MARKER)}\nMine.\n`,
      after: "Mine.\n",
    },
    { why: "an empty file that was there stays", before: `${block()}\n`, after: "" },
    { why: "no block, no change", before: "# A\n```\nopen", after: "# A\n```\nopen" },
    { why: "a block between two paragraphs", before: `a\n\n${block()}\n\nb\n`, after: "a\n\n\nb\n" },
  ])("without rules: $why", ({ before, after }) => {
    expect(replaced(before, "")).toBe(after);
  });
});

const piece = fc.constantFrom(
  "a",
  " ",
  "\n",
  "\r\n",
  "\r",
  "```",
  "~~~",
  "    ",
  "\uFEFF",
  BEGIN_MARKER,
  END_MARKER,
  CREATED_MARKER,
  "é",
  "<!--",
  "-->",
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
const body = fc
  .array(fc.oneof(fc.string({ minLength: 1 }), text), { minLength: 1, maxLength: 4 })
  .map((texts) =>
    renderBody(
      texts.map((each, at) =>
        activeRule(at + 1, { text: `Use ${each}`, scope: { agents: [], paths: [each.slice(0, 20)] } }),
      ),
    ),
  );

describe("laws of the managed block", () => {
  it("replacing twice is replacing once, whatever the file and the rules", () => {
    fc.assert(
      fc.property(text, body, (before, words) => {
        const once = replaceBlock(before, words);
        expect(once.ok ? replaceBlock(once.value, words) : once).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  it("text outside is untouched, and taking the block out gives back what was there", () => {
    fc.assert(
      fc.property(fc.option(text), body, (before, words) => {
        const found = findBlock(before ?? "");
        if (!found.ok || found.value.block !== undefined || found.value.openFence !== undefined) return;
        const after = replaced(before, words) ?? "";
        expect(after.startsWith(before ?? "")).toBe(true);
        expect(replaced(after, "")).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  it("other rules change nothing but the block, and no rule can end it or begin another", () => {
    fc.assert(
      fc.property(text, body, text, body, (before, first, after, second) => {
        const file = `${before}\n${BEGIN_MARKER}\n${END_MARKER}\n${after}`;
        const found = findBlock(file);
        if (!found.ok || found.value.block === undefined) return;
        const { start, end } = found.value.block;
        for (const words of [first, second]) {
          const written = replaced(file, words) ?? "";
          expect(written.slice(0, start)).toBe(file.slice(0, start));
          expect(written.endsWith(file.slice(end))).toBe(true);
          const again = findBlock(written);
          expect(again.ok && again.value.block).toEqual({
            start,
            end: written.length - (file.length - end),
            created: false,
          });
        }
      }),
      { numRuns: 500 },
    );
  });
});
