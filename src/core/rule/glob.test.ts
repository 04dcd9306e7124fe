import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { matchesGlob, commonGlob } from "./glob.ts";

describe("matchesGlob", () => {
  it.each<{ why: string; glob: string; yes: readonly string[]; no: readonly string[] }>([
    {
      why: "itself",
      glob: "src/a.ts",
      yes: ["src/a.ts", "./src/a.ts", "src\\a.ts"],
      no: ["src/b.ts", "lib/src/a.ts", "src/a.tsx"],
    },
    {
      why: "a star stays in its folder",
      glob: "src/*.ts",
      yes: ["src/a.ts", "src/.ts"],
      no: ["src/x/a.ts", "a.ts"],
    },
    {
      why: "two stars cross folders, none included",
      glob: "src/**/*.ts",
      yes: ["src/a.ts", "src/x/y/a.ts"],
      no: ["srcs/a.ts", "src/a.js"],
    },
    { why: "two stars at the end", glob: "src/**", yes: ["src/a", "src/x/y"], no: ["src", "lib/a"] },
    {
      why: "a folder between",
      glob: "**/test/**",
      yes: ["test/a", "x/y/test/z/a"],
      no: ["tests/a", "x/latest/a"],
    },
    {
      why: "a question mark is one character",
      glob: "a?.md",
      yes: ["ab.md", "x/ab.md"],
      no: ["a.md", "abc.md", "a/.md"],
    },
    {
      why: "either of several",
      glob: "src/*.{ts,tsx}",
      yes: ["src/a.ts", "src/a.tsx"],
      no: ["src/a.js", "src/a."],
    },
    {
      why: "each alternative is completed by itself",
      glob: "{src/,a.ts}",
      yes: ["src/x/y.ts", "lib/a.ts"],
      no: ["lib/src/x.ts", "b.ts"],
    },
    { why: "an alternative may be empty", glob: "a{,b}c", yes: ["ac", "abc"], no: ["bc"] },
    { why: "a brace that never closes is itself", glob: "a{b", yes: ["a{b"], no: ["ab"] },
    { why: "a name at any depth", glob: "*.sql", yes: ["a.sql", "db/migrations/1.sql"], no: ["a.sql/x"] },
    { why: "everything below a folder", glob: "docs/", yes: ["docs/a/b.md"], no: ["docs", "xdocs/a"] },
    {
      why: "signs of regular expressions are themselves",
      glob: "a+(b)[c].$",
      yes: ["a+(b)[c].$"],
      no: ["aab[c].$"],
    },
    { why: "leading dots are no exception", glob: "**/*", yes: [".github/x.yml", "a"], no: [] },
    {
      why: "two stars inside a name cross folders too",
      glob: "src/a**z",
      yes: ["src/az", "src/a/b/z"],
      no: ["src/b/z"],
    },
  ])("$glob: $why", ({ glob, yes, no }) => {
    expect([...yes, ...no].filter((path) => matchesGlob(glob, path))).toEqual(yes);
  });

  it("takes no time to speak of, whatever the glob", () => {
    const started = cpuMs();
    expect(matchesGlob(`${"*a".repeat(100)}b`, "a".repeat(4_000))).toBe(false);
    expect(matchesGlob(`${"**/a/".repeat(50)}b`, "a/".repeat(2_000))).toBe(false);
    expect(matchesGlob("{a,b}".repeat(40), "x")).toBe(false);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  it("matches a path with itself, with some of it hidden behind stars, and never throws", () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.string(),
        (parts, at, junk) => {
          const path = parts.join("/");
          const index = at % parts.length;
          expect(matchesGlob(path, path)).toBe(true);
          expect(matchesGlob(parts.with(index, "*").join("/"), path)).toBe(true);
          expect(matchesGlob(["**", ...parts.slice(index)].join("/"), path)).toBe(true);
          expect(typeof matchesGlob(junk, path)).toBe("boolean");
        },
      ),
    );
  });
});

describe("commonGlob", () => {
  it.each<{ why: string; paths: readonly string[]; glob: string | undefined }>([
    { why: "a folder and an extension", paths: ["src/a.ts", "src/db/b.ts"], glob: "src/**/*.ts" },
    { why: "a folder only", paths: ["src/a.ts", "src/b.css"], glob: "src/**" },
    { why: "an extension only", paths: ["src/a.ts", "lib/b.ts"], glob: "**/*.ts" },
    { why: "one file, and those beside it", paths: ["src/db/a.ts", "src/db/a.ts"], glob: "src/db/**/*.ts" },
    { why: "nothing in common", paths: ["src/a.ts", "README.md"], glob: undefined },
    { why: "names without an extension", paths: ["Makefile", "Dockerfile"], glob: undefined },
    { why: "a path that reads as a glob", paths: ["app/[id]/a.ts", "app/[id]/b.ts"], glob: undefined },
    { why: "no paths", paths: [], glob: undefined },
  ])("$why", ({ paths, glob }) => expect(commonGlob(paths)).toBe(glob));

  it("holds every path it was made of", () => {
    const path = fc
      .array(fc.stringMatching(/^[a-c]{1,2}(?:\.ts)?$/), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 5 }), (paths) => {
        const glob = commonGlob(paths) ?? "**";
        expect(paths.filter((each) => !matchesGlob(glob, each))).toEqual([]);
      }),
    );
  });
});
