import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob } from "../matches-glob.ts";
import { commonGlob } from "./common-glob.ts";

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
