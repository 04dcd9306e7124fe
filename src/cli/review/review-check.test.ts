import { describe, expect, it } from "vitest";
import { aFinding, anAnswer } from "../../../test/review-answer.ts";
import { runCli } from "../../../test/run-cli.ts";

const answer = JSON.stringify(
  anAnswer([aFinding({ suggestion: "Return 401." }), aFinding({ id: "F2", line: 0 })]),
);
const check = (args: readonly string[], stdin = answer) => runCli(["review", "check", ...args], { stdin });

describe("emend review check", () => {
  it("reads standard input and prints what a person needs", async () => {
    const run = await check([]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "accepted: 1 finding, 1 dropped

      high  src/api/session.ts:12  correctness · F1
        Null user is read
        request.user.id is read before request.user is checked, so anonymous requests crash.
        → Return 401.

      Dropped findings
        findings[1].line F2  line is 0; lines count from 1 [invalid_line_range]

      Warnings
        no list of changed files was given, so the findings' files were not checked [files_not_checked]
      "
    `);
  });

  it("a rejected answer ends with 1 and the reasons", async () => {
    const run = await check([], "I found nothing.");
    expect(run.code).toBe(1);
    expect(run.stdout).toMatchInlineSnapshot(`
      "rejected: the answer cannot be used as a review

      Why it was rejected
        no review was found in the answer, which starts with "I found nothing."; expected a JSON object [invalid_json]
      "
    `);
  });

  it("--fail-on does not pass an answer whose findings all fell", async () => {
    const fallen = JSON.stringify(anAnswer([aFinding({ line: 0 })]));
    const gated = await check(["--fail-on", "critical", "--json"], fallen);
    expect([gated.code, (JSON.parse(gated.stdout) as { status: string }).status]).toEqual([1, "accepted"]);
    expect(gated.stderr).toMatchInlineSnapshot(`
      "emend: fails --fail-on critical: no finding could be used, so the review shows nothing about the change [all_findings_dropped]
      "
    `);
    expect((await check([], fallen)).code).toBe(0);
    expect((await check(["--fail-on", "info"], JSON.stringify(anAnswer([])))).code).toBe(0);
  });

  it("--json is the contract: status, result, diagnostics", async () => {
    const { stdout } = await check(["--json"]);
    const parsed = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(parsed)).toEqual(["status", "result", "diagnostics"]);
  });

  it("--jsonl answers line by line, in order, and keeps bad lines in place", async () => {
    const lines = [
      JSON.stringify({ id: "a", raw: answer, changed_files: ["src/api/session.ts"] }),
      "{broken",
      JSON.stringify({ id: "b", raw: answer, config: { schema_version: "2.0" } }),
      JSON.stringify({ id: "c", raw: answer, config: { schema_version: 2 } }),
      JSON.stringify({ id: "d", raw: answer, changed_files: "src/api/session.ts" }),
    ].join("\n");
    const run = await check(["--jsonl"], lines);
    const out = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(run.code).toBe(2);
    expect(
      out.map((each) => [each["id"], each["status"] ?? (each["error"] as { code: string }).code]),
    ).toEqual([
      ["a", "accepted"],
      [null, "invalid_jsonl"],
      ["b", "rejected"],
      ["c", "invalid_config"],
      ["d", "invalid_changed_files"],
    ]);
  });

  it.each([
    [["--format", "sarif"], '"version": "2.1.0"'],
    [["--format", "rdjson"], '"diagnostics"'],
    [["--format", "github"], "::error file=src/api/session.ts,line=12"],
    [["--format", "gitlab"], '"check_name": "correctness"'],
  ])("%j prints that format", async (args, expected) => {
    expect((await check(args)).stdout).toContain(expected);
  });

  it.each([
    [["--format", "xml"], "Allowed choices are text, json, sarif, rdjson, github, gitlab"],
    [["--fail-on", "bad"], "Allowed choices are critical"],
    [["--schema-version", "one"], "schema_version must be a text such as"],
    [["--diff", "a", "--range", "b"], "use only one of --changed-files, --diff and --range"],
    [["--nonsense"], "unknown option '--nonsense'"],
  ])("%j is wrong use, and says what was expected", async (args, expected) => {
    const run = await check(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(expected);
    expect(run.stdout).toBe("");
  });

  it("text from the answer cannot act on the terminal", async () => {
    const hostile = JSON.stringify(
      anAnswer([aFinding({ title: "\u001b]0;owned\u0007 \u202eevil", message: "a\r\u001b[2Jb" })]),
    );
    const { stdout } = await check([], hostile);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});
