import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { looseEquality } from "../active-check.ts";
import { startGithub, type GithubServer } from "../github-server.ts";
import { aFinding, anAnswer } from "../review-answer.ts";
import { BUILT_BIN } from "../bin.ts";

const TOKEN = "ghp_ofNobodyInParticular000000";
const { runs } = parse(readFileSync("action.yml", "utf8")) as {
  runs: { steps: readonly { name: string; run?: string; env?: Readonly<Record<string, string>> }[] };
};

let github: GithubServer;
let folder: string;
let commits: readonly [base: string, head: string];

beforeEach(async () => {
  github = await startGithub({ login: "github-actions[bot]", token: TOKEN });
  folder = mkdtempSync(join(tmpdir(), "emend-action-"));
  mkdirSync(join(folder, "temp/emend"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/emend"), `#!/bin/sh\nexec "${process.execPath}" "${BUILT_BIN}" "$@"\n`);
  chmodSync(join(folder, "bin/emend"), 0o755);
  commits = [commit("one\n"), commit("one\ntwo\n")];
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await github.stop();
});

function commit(text: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "--quiet");
  writeFileSync(join(folder, "a.ts"), text);
  git("add", "a.ts");
  git("commit", "--quiet", "-m", "change");
  return git("rev-parse", "HEAD").trim();
}

/** Runs a step's script as a runner does; each expression of its environment is answered by the test. */
async function step(name: string, answers: Readonly<Record<string, string>>): Promise<number | null> {
  const found = runs.steps.find((one) => one.name === name)!;
  const env = Object.keys(found.env ?? {}).map((key) => [key, answers[key] ?? ""] as const);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", found.run!], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      RUNNER_TEMP: join(folder, "temp"),
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_API_URL: github.url,
      ...Object.fromEntries(env),
    },
  });
  return new Promise((done) => {
    child.on("close", done);
  });
}

/** How the steps end: check, comments, check run, judgement. */
async function runAction(answer: string): Promise<readonly (number | null)[]> {
  writeFileSync(join(folder, "answer.txt"), answer);
  const [BASE, HEAD] = commits;
  const given = { ANSWER: "answer.txt", BASE, HEAD, FAIL_ON: "high", PULL: "12", GITHUB_TOKEN: TOKEN };
  const check = await step("Check the answer", given);
  const lines = readFileSync(join(folder, "output"), "utf8").trim().split("\n");
  const output = Object.fromEntries(lines.map((line) => line.split("=", 2) as [string, string]));
  const more = { ...given, RESULT: output["result"]!, PROBLEM: output["problem"]! };
  JSON.parse(readFileSync(output["sarif"]!, "utf8"));
  const said = await step("Post comments", more);
  const reported = await step("Report a check", more);
  return [check, said, reported, await step("Judge", more)];
}

describe("the checks of the rules", () => {
  const enforce = (FAIL: string): Promise<number | null> => {
    const [BASE, HEAD] = [commit("start();\n"), commit("start();\nif (a == b) go();\n")];
    return step("Run the checks of the rules", { BASE, HEAD, FAIL });
  };
  const write = (state: "nudging" | "blocking"): void => {
    const checks = [looseEquality({ state })];
    writeFileSync(join(folder, "emend-checks.json"), JSON.stringify({ schema: 1, checks }));
  };

  it("fail the job on a hit of a blocking check in the change, unless told not to", async () => {
    write("blocking");
    expect([await enforce("true"), await enforce("false")]).toEqual([1, 0]);
  });

  it("pass on a hit of a milder check, and fail on checks that cannot be read", async () => {
    write("nudging");
    expect(await enforce("true")).toBe(0);
    writeFileSync(join(folder, "emend-checks.json"), "{");
    expect(await enforce("false")).toBe(2);
  });
});

describe("the action's scripts", () => {
  it("say findings on the pull request, and fail on bad ones", async () => {
    const finding = aFinding({ file: "a.ts", line: 2, title: "$(touch stolen) `touch stolen`" });
    expect(await runAction(JSON.stringify(anAnswer([finding])))).toEqual([0, 0, 0, 1]);
    expect(github.reviewComments).toMatchObject([{ path: "a.ts", line: 2 }]);
    const [run] = github.checkRuns.values();
    expect(run).toMatchObject({
      sent: { conclusion: "failure", head_sha: commits[1] },
      annotations: [{ start_line: 2 }],
    });
    expect(() => readFileSync(join(folder, "stolen"))).toThrow(/ENOENT/);
  });

  it("let a clean review pass", async () => {
    expect(await runAction(JSON.stringify(anAnswer([])))).toEqual([0, 0, 0, 0]);
    expect(github.reviews).toEqual([]);
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({ conclusion: "success" });
  });

  it("fail on an answer that cannot be used", async () => {
    expect(await runAction("I could not review this.")).toEqual([0, 0, 0, 1]);
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({ conclusion: "failure" });
  });
});
