import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SOURCE_BIN } from "../bin.ts";
import { aFinding, anAnswer } from "../review-answer.ts";

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run?: string;
}

const action = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8")) as {
  readonly runs: { readonly steps: readonly Step[] };
};
const stepNamed = (name: string): Step => action.runs.steps.find((step) => step.name === name)!;

const file = "src/api/session.ts";
const minor = aFinding({ id: "F2", severity: "info", line: 1 });
let cwd: string;

/** A repository with one changed file, and `emend` on the path as the action installs it. */
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-action-"));
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(cwd, "src/api"), { recursive: true });
  writeFileSync(join(cwd, file), "one\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  writeFileSync(join(cwd, file), "two\n".repeat(20));
  git("commit", "--quiet", "-am", "two");
  mkdirSync(join(cwd, "bin"));
  writeFileSync(join(cwd, "bin/emend"), `#!/bin/sh\nexec "${process.execPath}" "${SOURCE_BIN}" "$@"\n`);
  chmodSync(join(cwd, "bin/emend"), 0o755);
  mkdirSync(join(cwd, "temp/emend"), { recursive: true });
});

function runStep(name: string, env: Record<string, string>): { code: number | null; output: string } {
  const output = join(cwd, "output.txt");
  writeFileSync(output, "");
  const { status } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", stepNamed(name).run!], {
    cwd,
    env: {
      PATH: `${join(cwd, "bin")}:${process.env["PATH"]}`,
      RUNNER_TEMP: join(cwd, "temp"),
      GITHUB_OUTPUT: output,
      ...env,
    },
  });
  return { code: status, output: readFileSync(output, "utf8") };
}

const check = (findings: readonly unknown[], failOn = "critical") => {
  writeFileSync(join(cwd, "answer.json"), JSON.stringify(anAnswer(findings)));
  return runStep("Check the answer", {
    ANSWER: "answer.json",
    BASE: "HEAD~1",
    HEAD: "HEAD",
    FAIL_ON: failOn,
  });
};

describe("the GitHub action", () => {
  it.each([
    { why: "null for an optional field", differs: { suggestion: null } },
    { why: "a capital letter", differs: { severity: "Critical" } },
    { why: "an extra key", differs: { column: 7 } },
    { why: "a dropped finding", differs: { title: "" } },
    { why: "a severity that nobody knows", differs: { severity: "blocker" } },
  ])("15.22 has a problem with a critical finding and $why", ({ differs }) => {
    const { code, output } = check([aFinding({ severity: "critical", ...differs }), minor]);
    expect(code).toBe(0);
    expect(output).toContain("problem=true\n");
  });

  it("15.22 has none with mild findings, and stops at a threshold that does not exist", () => {
    expect(check([minor]).output).toContain("problem=false\n");
    expect(check([minor], "urgent").code).toBe(2);
    expect(check([minor], "").code).toBe(2);
  });

  it.each([
    { problem: "true", code: 1 },
    { problem: "", code: 1 },
    { problem: "false", code: 0 },
  ])("15.22 ends with $code if the problem is $problem", ({ problem, code }) => {
    expect(runStep("Judge", { PROBLEM: problem }).code).toBe(code);
    expect(stepNamed("Judge").if).toBe("${{ inputs.fail != 'false' && inputs.answer != '' }}");
  });

  it.each([
    { answer: "", enforce: "false", code: 2 },
    { answer: "", enforce: "", code: 2 },
    { answer: "", enforce: "true", code: 0 },
    { answer: "a.json", enforce: "false", code: 0 },
  ])("15.22 fails if there is nothing to do: %j", ({ answer, enforce, code }) => {
    expect(runStep("Refuse to do nothing", { ANSWER: answer, ENFORCE: enforce }).code).toBe(code);
    expect(stepNamed("Refuse to do nothing").if).toBeUndefined();
  });
});
