import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git } from "../../../test/git-ledger.ts";
import { createGitSourceFiles } from "./git-source-files.ts";

describe("what git ignores", () => {
  const cwd = mkdtempSync(join(tmpdir(), "emend-ignored-"));
  git(cwd, "init", "-q");
  writeFileSync(join(cwd, ".gitignore"), "dist/\n*.log\n!keep.log\n");
  writeFileSync(join(cwd, "kept.log"), "");
  git(cwd, "add", "-f", "kept.log");

  it("is told of paths that are there, that are not, and that are tracked", async () => {
    const files = createGitSourceFiles({ cwd });
    const paths = [
      "dist/app.js",
      "src/app.ts",
      "a.log",
      "keep.log",
      "kept.log",
      ...Array.from({ length: 150 }, (_, at) => `src/${at}.ts`),
    ];
    expect([...(await files.ignored(paths))].toSorted()).toEqual(["a.log", "dist/app.js", "kept.log"]);
    expect(await files.ignored(["src/app.ts"])).toEqual(new Set());
    expect(await files.ignored([])).toEqual(new Set());
  });

  it("includes what git cannot judge, such as a path behind a link", async () => {
    symlinkSync(tmpdir(), join(cwd, "link"));
    expect(await createGitSourceFiles({ cwd }).ignored(["link/a.ts", "src/app.ts"])).toEqual(
      new Set(["link/a.ts"]),
    );
  });

  it("is nothing outside of a repository", async () => {
    const plain = mkdtempSync(join(tmpdir(), "emend-plain-"));
    expect(await createGitSourceFiles({ cwd: plain }).ignored(["a.log"])).toEqual(new Set());
  });
});
