import { describe, expect, it } from "vitest";
import { githubRejection } from "../../src/core/feedback/github-rejection.ts";
import { formatRejection } from "../../src/core/gate/format-rejection.ts";
import { BUILT_IN_PACKS } from "../../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../src/core/gate/gate.ts";
import { parseRejection } from "../../src/core/gate/parse-rejection.ts";

const BLOCK = '<!-- REJECTION: {"issues":["dead_code"],"source":"ci","ts":"2026-01-31T12:00:00Z"} -->';
const MINE = BLOCK.replace("dead_code", "mine");

const read = (comment: string): readonly string[] | string => {
  const parsed = parseRejection(comment);
  return parsed.ok ? parsed.value.issues : parsed.error.code;
};

describe("a rejection block that somebody quotes", () => {
  it.each([
    { why: "in a quote", comment: `> ${BLOCK}\n\nI do not agree.` },
    { why: "in a quote without a space", comment: `>${BLOCK}` },
    { why: "in a quote within a quote", comment: `> > ${BLOCK}` },
    { why: "in a quote of a list", comment: `- > ${BLOCK}\n- 2. > ${BLOCK}` },
    { why: "in a paragraph that goes on from a quote", comment: `> ana wrote:\nsee ${BLOCK}` },
    { why: "in a quote over lines", comment: `> <!-- REJECTION:\n> {"issues":["a"]}\n> -->` },
    { why: "in a quote of HTML", comment: `<blockquote>\n\n${BLOCK}\n\n</blockquote>\nno` },
    { why: "in a fence", comment: `\`\`\`html\n${BLOCK}\n\`\`\`\nThis is how it looks.` },
    { why: "in a fence of tildes", comment: `~~~\n${BLOCK}\n~~~` },
    { why: "in a fence that nobody closed", comment: `\`\`\`\n${BLOCK}` },
    { why: "in a fence that holds a shorter one", comment: `\`\`\`\`\n\`\`\`\n${BLOCK}\n\`\`\`\`` },
    { why: "in a fence of a list", comment: `- so:\n  \`\`\`\n  ${BLOCK}\n  \`\`\`` },
    { why: "in indented code", comment: `It says:\n\n    ${BLOCK}\n` },
    { why: "in a code span", comment: `write \`${BLOCK}\` below` },
    { why: "in a longer code span", comment: `write \`\` ${BLOCK} \`\` below` },
    { why: "in a quote after a comment that never ended", comment: `<!-- hint\n> ${BLOCK}` },
  ])("15.14 does not count $why", ({ comment }) => {
    expect(read(comment)).toBe("none");
    expect(read(`${comment}\n\n> x`)).toBe("none");
  });

  it.each([
    { why: "before it", comment: `${MINE}\n\n> ${BLOCK}` },
    { why: "after it", comment: `> ${BLOCK}\n\n${MINE}` },
    { why: "right after it", comment: `> ${BLOCK}\n${MINE}` },
    { why: "between fences", comment: `\`\`\`\n${BLOCK}\n\`\`\`\n${MINE}\n\`\`\`\n${BLOCK}\n\`\`\`` },
    { why: "after a fence within a comment", comment: `<!--\n\`\`\`\n-->\n\n${MINE}` },
    { why: "after backticks that close nothing", comment: `it's \`odd ${MINE}` },
    { why: "in a list", comment: `- first\n\n    ${MINE}` },
    { why: "inline", comment: `No. ${MINE} Sorry.` },
    { why: "the last of its author's own", comment: `${BLOCK}\n${MINE}\n> ${BLOCK}` },
  ])("15.14 leaves its author's own block in force: $why", ({ comment }) => {
    expect(read(comment)).toEqual(["mine"]);
    expect(read(comment.replaceAll("\n", "\r\n"))).toEqual(["mine"]);
  });

  it("15.14 is no rejection of the member who quotes it on GitHub", () => {
    const catalogue = createGateCatalogue(BUILT_IN_PACKS);
    const body = `> ${BLOCK}\n\nWhy was this refused?`;
    const asked = { trust: "person", state: "", signer: undefined, catalogue } as const;
    expect(githubRejection({ ...asked, body })).toEqual({});
    expect(githubRejection({ ...asked, body: MINE }).rejection?.issues).toEqual(["mine"]);
  });

  it("15.14 stays readable when Emend writes it with a note that quotes", () => {
    const comment = formatRejection({
      issues: ["mine"],
      source: "ci",
      ts: "2026-01-31T12:00:00Z",
      catalogue: createGateCatalogue(BUILT_IN_PACKS),
      comment: `\`\`\`\n> ${BLOCK}`,
    });
    expect(read(comment)).toEqual(["mine"]);
  });
});
