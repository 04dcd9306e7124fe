import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { looseEquality } from "../active-check.ts";
import { BUILT_BIN } from "../bin.ts";

const HOOKS = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly pass_filenames: boolean;
}[];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-pre-commit-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/emend"), `#!/bin/sh\nexec "${process.execPath}" "${BUILT_BIN}" "$@"\n`);
  chmodSync(join(folder, "bin/emend"), 0o755);
  execFileSync("git", ["init", "--quiet", folder]);
  const checks = [looseEquality({ state: "blocking" })];
  writeFileSync(join(folder, "emend-checks.json"), JSON.stringify({ schema: 1, checks }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the hook as pre-commit does: its words without a shell, and without file names. */
function commit(text: string) {
  writeFileSync(join(folder, "a.js"), text);
  execFileSync("git", ["add", "a.js"], { cwd: folder });
  const [program, ...args] = HOOKS[0]!.entry.split(" ");
  const PATH = `${join(folder, "bin")}:${process.env["PATH"]}`;
  const { status, stdout } = spawnSync(program!, args, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH, HOME: folder },
  });
  return { status, stdout };
}

describe(".pre-commit-hooks.yaml", () => {
  it("names one hook, which takes no file names and installs nothing", () => {
    expect(HOOKS).toMatchObject([{ id: "emend-check", language: "system", pass_filenames: false }]);
  });

  it("stops a commit with a mistake that a blocking check finds in the staged lines", () => {
    expect(commit("if (a === b) go();\n").status).toBe(0);
    const { status, stdout } = commit("if (a === b) go();\nif (c == d) go();\n");
    expect(status).toBe(1);
    expect(stdout).toContain("a.js:2");
    expect(commit("if (c == d) go(); // emend-ignore: both may be null\n").status).toBe(0);
  });
});
