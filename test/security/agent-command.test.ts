import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AgentScript, agentScript, answering } from "../agent-command.ts";
import { runCli } from "../run-cli.ts";

const RULE = "Pin container images to a digest.";
const SAID = [
  "Pin the docker image to a digest.",
  "The docker image must be pinned to a digest.",
  "Docker image is not pinned to a digest again.",
];

let top = "";
let folder = "";
let env: Record<string, string> = {};
let script: AgentScript;
beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), "emend-command-"));
  folder = join(top, "project");
  mkdirSync(join(folder, ".git"), { recursive: true });
  mkdirSync(join(top, "home"), { mode: 0o700 });
  env = { HOME: join(top, "home"), PATH: process.env["PATH"]!, EMEND_REJECTION_KEY: "a-secret-of-the-user" };
  script = agentScript(answering(RULE));
  const lines = SAID.map((comment, n) =>
    JSON.stringify({
      decision_id: `d-${n}`,
      gate_id: "HITL-2",
      epic_id: "epic-1",
      task_id: `task-${n}`,
      decision: "REJECTED",
      reviewer_id: ["ana", "ben", "cleo"][n],
      timestamp: `2026-11-1${n}T09:00:00Z`,
      review_duration_seconds: 40,
      agent_output_sha: `sha-${n}`,
      reviewer_comment: comment,
      tags: ["image_pin"],
      agent: "rio",
    }),
  );
  const { code, stderr } = await run(["import", "-"], lines.join("\n"));
  if (code !== 0) throw new Error(stderr);
});
afterEach(() => {
  script.remove();
  rmSync(top, { recursive: true, force: true });
});

const run = (args: readonly string[], stdin?: string) =>
  runCli(args, { cwd: folder, env, ...(stdin === undefined ? {} : { stdin }) });
const propose = async () => {
  const { code, stdout, stderr } = await run(["rules", "propose", "--json"]);
  return {
    code,
    stderr,
    proposed: code === 0 ? (JSON.parse(stdout) as { proposed: { text: string }[] }).proposed : [],
  };
};

describe("a command that words rules", () => {
  it("of a repository is not run before its user trusts it, and the question says what it does", async () => {
    writeFileSync(
      join(folder, "emend.yaml"),
      `llm:\n  command: ["${script.argv[0]}"]\n  command_env: [HOME_TOKEN]\n`,
    );
    const refused = await propose();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("[not_trusted]");
    expect(script.asked()).toEqual([]);
    const { stdout } = await run(["trust"]);
    expect(stdout).toContain("! your account runs the program");
    expect(stdout).toContain("! your HOME_TOKEN is passed to the program of llm.command");
    expect((await run(["trust", "--yes"])).code).toBe(0);
    expect((await propose()).proposed).toMatchObject([{ text: RULE }]);
    expect(script.asked()).toHaveLength(1);
  });

  it("of the user words rules; what it is asked holds no secret of Emend", async () => {
    env = { ...env, EMEND_LLM_COMMAND: script.argv[0] };
    expect((await propose()).proposed).toMatchObject([{ text: RULE }]);
    const [asked] = script.asked();
    for (const text of SAID) expect(asked!.question).toContain(text);
    expect(JSON.stringify(asked)).not.toContain("a-secret-of-the-user");
    expect((await run(["config"])).stdout).toContain(script.argv[0]);
  });

  it("that fails leaves a proposal in our words, and says so once", async () => {
    const broken = agentScript("process.exit(3);");
    env = { ...env, EMEND_LLM_COMMAND: broken.argv[0] };
    const { code, proposed, stderr } = await propose();
    broken.remove();
    expect([code, proposed.length]).toEqual([0, 1]);
    expect(stderr).toContain("exit code 3");
    expect(stderr).toContain("[evaluator_failed]");
  });

  it("is ignored by Emend's hooks inside it", async () => {
    const event = JSON.stringify({
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      cwd: folder,
      prompt: "No, wrong.",
    });
    const { code, stdout } = await runCli(["hook", "claude-code"], {
      cwd: folder,
      env: { ...env, XDG_STATE_HOME: join(top, "state"), EMEND_ASKS: "1" },
      stdin: event,
    });
    expect([code, stdout]).toEqual([0, ""]);
    expect(existsSync(join(top, "state"))).toBe(false);
  });
});
