import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aFinding, anAnswer } from "../review-answer.ts";
import { BUILT_BIN } from "../bin.ts";

function emend(
  args: readonly string[],
  options: { input?: string; cwd?: string; nodeArgs?: readonly string[] } = {},
) {
  const { input = "", cwd, nodeArgs = [] } = options;
  const run = spawnSync(process.execPath, [...nodeArgs, BUILT_BIN, ...args], {
    input,
    cwd,
    encoding: "utf8",
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

describe("the installed command", () => {
  it("says in one line which Node it needs instead of crashing", () => {
    const older = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.13.1",napi:"9"}})`;
    const run = emend(["help"], { nodeArgs: ["--import", older] });
    expect(run).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "emend needs Node.js 22.14, 23.6 or newer, but this is 22.13.1. Install a newer Node.js and run it again.\n",
    });
  });

  it("lists every command in its help", () => {
    const { code, stdout } = emend(["help"]);
    expect(code).toBe(0);
    const names =
      "review feedback detect refine reject import patterns similar cluster rules inject mcp config events ledger audit erase";
    for (const name of names.split(" ")) expect(stdout).toContain(`\n  ${name}`);
  });

  it("helps with a mistyped command and ends with 2", () => {
    const run = emend(["reveiw", "check"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("Did you mean review?");
  });

  it("ends quietly when its reader closes early", () => {
    const lines = `${JSON.stringify({ id: 1, raw: "x" })}\n`.repeat(20_000);
    const run = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${BUILT_BIN}" review check --jsonl | head -1`],
      {
        input: lines,
        encoding: "utf8",
      },
    );
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 1, status: "rejected" });
  });

  it("runs the first-minute example", () => {
    expect(() =>
      execFileSync(process.execPath, ["examples/first-minute/run.js"], { encoding: "utf8" }),
    ).not.toThrow();
  });
});

describe("from decisions to patterns", () => {
  const folder = mkdtempSync(join(tmpdir(), "emend-loop-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("003.1 takes decisions in once and shows which agent repeats what", () => {
    const now = Date.now();
    const decisions = Array.from({ length: 12 }, (_, n) => ({
      decision_id: `d-${n}`,
      gate_id: "HITL-1",
      epic_id: "e",
      task_id: null,
      decision: n % 3 === 0 ? "APPROVED" : "REJECTED",
      reviewer_id: n % 2 === 0 ? "ana" : "bo",
      timestamp: new Date(now - n * 600_000).toISOString(),
      review_duration_seconds: 60,
      agent_output_sha: "a",
      approved_output_sha: null,
      correction_diff_path: null,
      reviewer_comment: "Add a test.",
      tags: n % 3 === 0 ? [] : ["missing_tests"],
      agent: "rio",
    }));
    writeFileSync(join(folder, "decisions.jsonl"), decisions.map((each) => JSON.stringify(each)).join("\n"));
    const once = emend(["import", "decisions.jsonl", "--json"], { cwd: folder });
    expect(once.code).toBe(0);
    const twice = emend(["import", "decisions.jsonl", "--restart"], { cwd: folder });
    expect(twice.stdout).toMatch(/known +12/);
    const patterns = emend(["patterns", "--json"], { cwd: folder });
    expect(JSON.parse(patterns.stdout)).toMatchObject({
      agents: [{ agent: "rio", decided: 12, rejected: 8, top_issues: [{ tag: "missing_tests", count: 8 }] }],
    });
  });
});

describe("emend review check in a repository", () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: folder,
      encoding: "utf8",
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-e2e-"));
    git("init", "-q", "-b", "main");
    writeFileSync(join(folder, "old name.ts"), "export const a = 1;\n".repeat(20));
    git("add", ".");
    git("commit", "-qm", "first");
    git("mv", "old name.ts", "new name.ts");
    git("commit", "-qam", "second");
    const answer = anAnswer([aFinding({ file: "old name.ts" }), aFinding({ id: "F2", file: "other.ts" })]);
    writeFileSync(join(folder, "answer.json"), JSON.stringify(answer));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("reads the change from git and follows a rename", () => {
    const run = emend(["review", "check", "answer.json", "--range", "HEAD~1..HEAD", "--json"], {
      cwd: folder,
    });
    expect(run.code).toBe(0);
    const { result, diagnostics } = JSON.parse(run.stdout) as {
      result: { findings: { id: string; file: string }[] };
      diagnostics: { reason: string }[];
    };
    expect(result.findings.map(({ id, file }) => [id, file])).toEqual([["F1", "new name.ts"]]);
    expect(diagnostics.map((each) => each.reason)).toEqual(["rename_followed", "file_not_in_changed_files"]);
  });

  it("--fail-on makes a severe finding the exit code", () => {
    const check = (severity: string) =>
      emend(["review", "check", "answer.json", "--range", "HEAD~1..HEAD", "--fail-on", severity], {
        cwd: folder,
      }).code;
    expect([check("critical"), check("high"), check("info")]).toEqual([0, 1, 1]);
  });

  it("writes the prompt for the same change, with the diff in it", () => {
    const { stdout } = emend(["review", "prompt", "--range", "HEAD~1..HEAD"], { cwd: folder });
    expect(stdout).toContain('"new name.ts"');
    expect(stdout).toContain("rename from old name.ts");
  });

  it("an unknown range and a folder without git end with 3 and say what to do", () => {
    expect(
      emend(["review", "check", "answer.json", "--range", "nowhere...HEAD"], { cwd: folder }),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[unknown_range]") as string,
    });
    const outside = emend(["review", "check", "--range", "a..b"], { cwd: tmpdir(), input: "{}" });
    expect(outside).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("[not_a_repository]") as string,
    });
  });
});
