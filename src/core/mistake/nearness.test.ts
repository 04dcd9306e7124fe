import { describe, expect, it } from "vitest";
import { nearnessTo } from "./nearness.ts";

describe("how near a path is to the files of a change", () => {
  it.each([
    ["the file itself", ["src/a.ts"], "src/a.ts", "same_file"],
    ["however it is written", [".\\src\\a.ts"], "./src/a.ts", "same_file"],
    ["a neighbour", ["src/a.ts"], "src/b.md", "same_folder"],
    ["a neighbour at the root", ["a.ts"], "README", "same_folder"],
    ["the same kind elsewhere", ["src/a.ts"], "test/x.TS", "same_extension"],
    ["the nearest of several files counts", ["x.py", "src/a.ts"], "src/a.ts", "same_file"],
    ["a folder below is another", ["src/a.ts"], "src/deep/b.md", undefined],
    ["another kind elsewhere", ["src/a.ts"], "docs/a.md", undefined],
    ["a hidden file has no kind", ["src/.env"], "test/x.env", undefined],
    ["nor has one that ends in a dot", ["src/a."], "test/b.", undefined],
    ["without files nothing is near", [], "src/a.ts", undefined],
  ] as const)("%s", (_why, files, path, expected) => {
    expect(nearnessTo(files)(path)).toBe(expected);
  });
});
