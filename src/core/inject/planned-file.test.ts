import { describe, expect, it } from "vitest";
import { importsAgentsFile } from "./planned-file.ts";

describe("importsAgentsFile", () => {
  it.each([
    { why: "on a line of its own", text: "@AGENTS.md\n", imports: true },
    { why: "after a byte order mark", text: "\uFEFF@AGENTS.md", imports: true },
    { why: "in a sentence", text: "# A\r\n\r\nSee @./AGENTS.md.\r\n", imports: true },
    { why: "another folder's", text: "@docs/AGENTS.md\n", imports: false },
    { why: "another file", text: "@AGENTS.md.bak and @AGENTS.md/x\n", imports: false },
    { why: "as code", text: "`@AGENTS.md`\n", imports: false },
    { why: "in a fence", text: "```\n@AGENTS.md\n```\n", imports: false },
    { why: "in a comment", text: "# A\n<!--\n@AGENTS.md\n-->\n", imports: false },
    { why: "after a comment", text: "<!-- ours -->\n@AGENTS.md\n", imports: true },
    { why: "only its name", text: "AGENTS.md\n", imports: false },
  ])("$why: $imports", ({ text, imports }) => {
    expect(importsAgentsFile(text)).toBe(imports);
  });
});
