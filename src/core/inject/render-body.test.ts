import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardReferences } from "./render-body.ts";

describe("guardReferences", () => {
  it.each([
    {
      why: "an import of a file becomes code",
      line: "- Read @~/.ssh/id_rsa first.",
      guarded: "- Read `@~/.ssh/id_rsa` first.",
    },
    { why: "a package's name stays readable", line: "- Use @types/node.", guarded: "- Use `@types/node.`" },
    {
      why: "in a code span nothing is loaded",
      line: "- Use `@types/node`.",
      guarded: "- Use `@types/node`.",
    },
    { why: "an address loads nothing", line: "- Ask ops@example.com.", guarded: "- Ask ops@example.com." },
    { why: "an open code span protects nothing", line: "- Use ` @a/b.", guarded: "- Use  `@a/b.`" },
    {
      why: "doubled signs make no code span to rely on",
      line: "- Use `` @a ` b``.",
      guarded: "- Use  `@a`  b.",
    },
    { why: "a command is not run", line: "- Now !`rm -r x`.", guarded: "- Now ! `rm -r x`." },
    { why: "nor one that the first step makes", line: "- Now !@x", guarded: "- Now ! `@x`" },
    { why: "plain words stay", line: "- Close files!", guarded: "- Close files!" },
  ])("$why", ({ line, guarded }) => {
    expect(guardReferences(line)).toBe(guarded);
    expect(guardReferences(guarded)).toBe(guarded);
  });

  it("leaves no import and no command, whatever the line", () => {
    const line = fc
      .array(fc.constantFrom("@", "`", "!", " ", "a", "\\", "/", "(", "é"), { maxLength: 40 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(line, (text) => {
        const guarded = guardReferences(text);
        const outside = guarded.replaceAll(/`[^`]*`/g, "");
        expect(outside).not.toContain("`");
        expect(outside).not.toMatch(/(?:^|\s)@\S/);
        expect(guarded).not.toContain("!`");
      }),
      { numRuns: 1_000 },
    );
  });
});
