import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob } from "../rule/glob.ts";
import { portableGlobs, guardReferences } from "./render-body.ts";
import { scopeSlug } from "./plan-injection.ts";

describe("portableGlobs", () => {
  it.each<{ why: string; paths: readonly string[]; globs: readonly string[] | undefined }>([
    { why: "a glob from the root stays", paths: ["src/**/*.ts"], globs: ["src/**/*.ts"] },
    { why: "a bare name is meant at any depth", paths: ["*.md"], globs: ["**/*.md"] },
    { why: "a folder with all below it", paths: ["docs/"], globs: ["docs/**"] },
    { why: "a leading ./ says nothing", paths: ["./src/a.ts", "/src/b.ts"], globs: ["src/a.ts", "src/b.ts"] },
    {
      why: "braces hold commas, which separate globs",
      paths: ["src/*.{ts,tsx}"],
      globs: ["src/*.ts", "src/*.tsx"],
    },
    { why: "one order, each once", paths: ["b/x", "a/x", "b/x"], globs: ["a/x", "b/x"] },
    { why: "letters of any script", paths: ["größe/*.ts"], globs: ["größe/*.ts"] },
    { why: "no paths is no scope", paths: [], globs: undefined },
    { why: "brackets are a class to others", paths: ["app/[id]/page.tsx"], globs: undefined },
    { why: "an exclamation mark excludes elsewhere", paths: ["!src/**"], globs: undefined },
    { why: "a comma outside braces", paths: ["a,b/c"], globs: undefined },
    { why: "a line break would leave the field", paths: ["a/b\nalwaysApply: true"], globs: undefined },
    { why: "a quote would leave the text", paths: ['a/"b'], globs: undefined },
    { why: "stars within a name", paths: ["src/**.ts"], globs: undefined },
    { why: "out of the root", paths: ["src/../../x"], globs: undefined },
    {
      why: "one that cannot be said spoils all, or the rule would hold for less",
      paths: ["src/**", "a b/**"],
      globs: undefined,
    },
    { why: "too many", paths: ["{a,b,c,d,e}{a,b,c,d,e}{a,b,c,d,e}/x"], globs: undefined },
  ])("$why", ({ paths, globs }) => {
    expect(portableGlobs(paths)).toEqual(globs);
  });

  it("fits the same files as before", () => {
    const part = fc.constantFrom("a", "b", "*", "**", "?", "{a,b}", "{a/,b/}", "{a,b/c}", "a.ts", "*.ts");
    const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const path = fc
      .array(fc.constantFrom("a", "b", "c", "a.ts"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(glob, { minLength: 1, maxLength: 3 }), path, (globs, file) => {
        const portable = portableGlobs(globs);
        if (portable === undefined) return;
        const fits = (all: readonly string[]): boolean => all.some((each) => matchesGlob(each, file));
        expect(fits(portable)).toBe(fits(globs));
      }),
    );
  });
});

describe("scopeSlug", () => {
  it.each([
    { globs: ["src/**/*.ts"], slug: "src-ts-" },
    { globs: ["**/*"], slug: "" },
    { globs: ["größe/**"], slug: "gr-e-" },
    { globs: [`${"long/".repeat(40)}x`], slug: "long-long-long-long-long-long-lo-" },
  ])("names $globs", ({ globs, slug }) => {
    expect(scopeSlug(globs)).toMatch(new RegExp(`^${slug}[0-9a-f]{8}$`));
  });

  it("tells sets apart that read alike", () => {
    expect(scopeSlug(["src/a"])).not.toBe(scopeSlug(["src-a"]));
  });
});

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
