import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseNameStatusZ } from "../../core/change/parse-name-status-z.ts";
import { changedFiles } from "../../core/change/changed-file.ts";
import { GitError } from "./git-error.ts";
import { createGitRepository } from "./git-repository.ts";

let root = "";

/** The machine's own git settings are kept out, so that the tests see one git only. */
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });

const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "emend-git-"));
  git("init", "--quiet", "--initial-branch=main");
  write("src/kept.ts", "one\n");
  write("src/old name.ts", "a file that is long enough\nto be recognised\nwhen it moves\n");
  write("src/gone.ts", "bye\n");
  write("mode only.sh", "-- a/x\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  git("branch", "base");
  git("switch", "--quiet", "-c", "topic");
  write("src/kept.ts", "two\n");
  git("mv", "src/old name.ts", "src/new name.ts");
  rmSync(join(root, "src/gone.ts"));
  write("größe/naïve.txt", "x\n");
  write('quo"te\ttab.txt', "x\n");
  write("line\nbreak.txt", "x\n");
  write("empty file", "");
  write("binary\u0001.bin", "\u0000\u0001");
  chmodSync(join(root, "mode only.sh"), 0o755);
  git("add", "--all", ".");
  git("commit", "--quiet", "-m", "second");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** The error that a question ends in. */
const failure = async (options: { cwd: string; command?: string }, range: string): Promise<GitError> => {
  const error: unknown = await createGitRepository(options)
    .changedFiles(range)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof GitError)) throw new Error(`expected a GitError for ${range}`);
  return error;
};

describe("createGitRepository", () => {
  const expected = [
    { path: "binary\u0001.bin", status: "added" },
    { path: "empty file", status: "added" },
    { path: "größe/naïve.txt", status: "added" },
    { path: "mode only.sh", status: "modified" },
    { path: "line\nbreak.txt", status: "added" },
    { path: 'quo"te\ttab.txt', status: "added" },
    { path: "src/gone.ts", status: "deleted" },
    { path: "src/kept.ts", status: "modified" },
    { path: "src/new name.ts", previousPath: "src/old name.ts", status: "renamed" },
  ];

  it.each([
    { why: "from where the branches part", range: "base...topic" },
    { why: "between two commits", range: "base..topic" },
    { why: "from one commit to the working tree", range: "base" },
    { why: "relative to the current commit", range: "HEAD~1" },
  ])("lists the changed files $why", async ({ range }) => {
    const files = await createGitRepository({ cwd: root }).changedFiles(range);
    expect(files.toSorted(byPath)).toEqual(expected.toSorted(byPath));
  });

  it("gives paths from the root when run in a sub-folder, whatever the settings say", async () => {
    git("config", "diff.relative", "true");
    git("config", "diff.noprefix", "true");
    const files = await createGitRepository({ cwd: join(root, "src") }).changedFiles("base...topic");
    expect(files.toSorted(byPath)).toEqual(expected.toSorted(byPath));
    git("config", "--unset", "diff.relative");
  });

  it.each([
    { why: "by default", args: [] },
    { why: "without prefix", args: ["--no-prefix"] },
    { why: "with prefixes of its own", args: ["--src-prefix=was/", "--dst-prefix=is now/"] },
    { why: "as a binary patch", args: ["--binary", "--full-index"] },
    { why: "reversed", args: ["-R", "--no-renames"] },
  ])("agrees with what git's own diff $why says", async ({ args }) => {
    const listed = git("diff", "--name-status", "-z", "-M", ...args, "base", "topic");
    const diff = git("diff", "-M", ...args, "base", "topic");
    expect(changedFiles(diff).toSorted(byPath)).toEqual(parseNameStatusZ(listed).toSorted(byPath));
  });

  it("answers with no file when nothing changed", async () => {
    expect(await createGitRepository({ cwd: root }).changedFiles("topic..topic")).toEqual([]);
  });

  it("runs no command that the repository's settings name", async () => {
    const trace = join(root, ".git", "was-run");
    git("config", "core.fsmonitor", `touch '${trace}'; false`);
    await createGitRepository({ cwd: root }).changedFiles("base");
    git("config", "--unset", "core.fsmonitor");
    expect(existsSync(trace)).toBe(false);
  });

  it.each<{ why: string; range: string; code: GitError["code"] }>([
    { why: "a branch that does not exist", range: "nowhere...topic", code: "unknown_range" },
    { why: "an option that would write a file", range: "--output=stolen.txt", code: "unknown_range" },
    { why: "an option that would run a program", range: "--ext-diff", code: "unknown_range" },
    { why: "a short option", range: "-Sx", code: "unknown_range" },
    { why: "an empty range", range: " ", code: "unknown_range" },
    { why: "a NUL, which no program can be given", range: "a\0b", code: "unknown_range" },
    { why: "a path", range: "src/kept.ts", code: "unknown_range" },
  ])("refuses $why", async ({ range, code }) => {
    const error = await failure({ cwd: root }, range);
    expect(error).toMatchObject({ code });
    expect(existsSync(join(root, "stolen.txt"))).toBe(false);
  });

  it("says that a folder is in no repository", async () => {
    const outside = mkdtempSync(join(tmpdir(), "emend-none-"));
    const error = await failure({ cwd: outside }, "main");
    rmSync(outside, { recursive: true });
    expect(error).toMatchObject({ code: "not_a_repository" });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("says that a folder is missing", async () => {
    expect(await failure({ cwd: join(root, "missing") }, "main")).toMatchObject({ code: "not_a_repository" });
  });

  it("says that git is missing", async () => {
    expect(await failure({ cwd: root, command: "git-that-is-not-there" }, "main")).toMatchObject({
      code: "git_not_found",
    });
  });

  it("passes on what git said when it fails otherwise", async () => {
    git("config", "diff.renames", "nonsense");
    const error = await failure({ cwd: root }, "base");
    git("config", "--unset", "diff.renames");
    expect(error).toMatchObject({ code: "git_failed" });
    expect(error.message).toContain("diff.renames");
  });
});

describe("lineCounts", () => {
  it("counts text at the end of a range, whatever it is called", async () => {
    const paths = ["src/kept.ts", "größe/naïve.txt", 'quo"te\ttab.txt', "line\nbreak.txt", "empty file"];
    const gone = ["src/gone.ts", "binary\u0001.bin", "nowhere.ts", "*", ""];
    const counts = await createGitRepository({ cwd: join(root, "src") }).lineCounts(
      [...paths, ...gone],
      "base...topic",
    );
    expect(Object.fromEntries(counts)).toEqual({
      "src/kept.ts": 1,
      "größe/naïve.txt": 1,
      'quo"te\ttab.txt': 1,
      "line\nbreak.txt": 1,
      "empty file": 0,
    });
  });
});
