import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { folder, jsonOf, plant, run, textOf, useInitProject } from "../../../test/init-project.ts";
import { aFinding, anAnswer } from "../../../test/review-answer.ts";
import { runCli } from "../../../test/run-cli.ts";

useInitProject();

describe("what emend init writes works", () => {
  it("a configuration that is read, with the agent", async () => {
    await run(["--for", "claude-code", "--yes"]);
    const { code, stdout } = await runCli(["config"], { cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringContaining("claude-code") as string]);
  });

  it.each([
    { why: "a name that YAML would read otherwise", args: ["--agent", "yes: # no"], agent: /yes: # no/ },
    {
      why: "several agents, each of which knows its name",
      args: ["--for", "cursor,claude-code"],
      agent: /^(?!.*(?:cursor|claude))/,
    },
  ])("$why", async ({ args, agent }) => {
    await run([...args, "--yes"]);
    const { stdout } = await runCli(["config"], { cwd: folder });
    const line = stdout.split("\n").find((each) => each.startsWith("agent:"));
    expect(line ?? "").toMatch(agent);
  });

  it("an MCP server that answers", async () => {
    await run(["--for", "claude-code,cursor", "--yes"]);
    const hello = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const stdin = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`;
    for (const path of [".mcp.json", ".cursor/mcp.json"]) {
      expect(jsonOf(path)).toEqual({ mcpServers: { emend: { command: "emend", args: ["mcp"] } } });
      const { mcpServers } = jsonOf(path) as { mcpServers: { emend: { args: string[] } } };
      const { code, stdout } = await runCli(mcpServers.emend.args, { cwd: folder, stdin });
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { id: 1, result: { serverInfo: { name: "emend" } } },
      ]);
    }
  });

  it("hooks for the events, with the command that was chosen", async () => {
    await run(["--for", "claude-code,cursor", "--command", "/opt/emend/emend", "--yes"]);
    const command = { type: "command", command: "/opt/emend/emend hook claude-code" };
    const cursor = [{ command: "/opt/emend/emend hook cursor" }];
    expect(jsonOf(".claude/settings.json")).toEqual({
      hooks: {
        SessionStart: [{ hooks: [command] }],
        UserPromptSubmit: [{ hooks: [command] }],
        PreToolUse: [{ matcher: "Edit|Write|MultiEdit|NotebookEdit", hooks: [command] }],
        PostToolUse: [{ matcher: "Bash|Edit|Write|MultiEdit", hooks: [command] }],
        PostToolUseFailure: [{ hooks: [command] }],
        SubagentStart: [{ hooks: [command] }],
        PreCompact: [{ hooks: [command] }],
        Stop: [{ hooks: [command] }],
      },
    });
    expect(jsonOf(".cursor/hooks.json")).toEqual({
      version: 1,
      hooks: {
        sessionStart: cursor,
        beforeSubmitPrompt: cursor,
        preToolUse: [{ ...cursor[0], matcher: "Write|Edit|StrReplace|MultiEdit|ApplyPatch" }],
        postToolUse: cursor,
        postToolUseFailure: cursor,
        preCompact: cursor,
        afterShellExecution: cursor,
      },
    });
    expect(jsonOf(".mcp.json")).toEqual({
      mcpServers: { emend: { command: "/opt/emend/emend", args: ["mcp"] } },
    });
    expect((await run(["--for", "claude-code,cursor", "--yes"])).stdout).toBe(
      "nothing to do: everything is already set up\n",
    );
  });

  it("says that hooks with another command stay", async () => {
    await run(["--for", "cursor", "--command", "/opt/emend/emend", "--yes"]);
    const { stdout, stderr } = await run(["--for", "cursor", "--command", "emend", "--yes"]);
    expect(stdout).toContain("nothing to do");
    expect(stderr).toContain("to change it, run `emend init --undo --yes` first");
    expect((await run(["--for", "cursor", "--command", "/opt/emend/emend", "--yes"])).stderr).not.toContain(
      "undo",
    );
  });

  it("says when hooks would not find the command", async () => {
    const { stderr } = await run(["--for", "cursor,codex", "--yes"], { isOnPath: () => false });
    expect(stderr).toMatchInlineSnapshot(`
      "emend: emend is not on the PATH, so hooks would not find it; install it, or omit --command
      emend: Codex ignores a project's hooks and MCP servers until you trust the project and accept the hooks: start codex here, and accept them in /hooks
      "
    `);
  });

  it("a workflow whose last step checks a review of the change", async () => {
    const git = (...args: readonly string[]): void => {
      const identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"];
      expect(spawnSync("git", [...identity, ...args], { cwd: folder }).status).toBe(0);
    };
    plant({ "a.ts": "1\n" });
    git("add", ".");
    git("commit", "--quiet", "-m", "one");
    plant({ "a.ts": "2\n" });
    git("commit", "--quiet", "-am", "two");
    await run(["--for", "ci", "--yes"]);
    const { on, permissions, jobs } = parse(textOf(".github/workflows/emend.yml")) as {
      on: string;
      permissions: object;
      jobs: { review: { steps: { run?: string }[] } };
    };
    expect([on, permissions]).toEqual(["pull_request", { contents: "read" }]);
    const [, words = ""] = /^emend (.*)$/.exec(jobs.review.steps.at(-1)?.run ?? "") ?? [];
    const args = words.split(" ").map((word) => (word.startsWith('"') ? "HEAD~1...HEAD" : word));
    for (const { answer, code, told } of [
      { answer: anAnswer([aFinding({ file: "a.ts", line: 1 })]), code: 0, told: "file=a.ts" },
      { answer: anAnswer([aFinding({ file: "b.ts" })]), code: 0, told: "file_not_in_changed_files" },
      { answer: { findings: "none" }, code: 1, told: "" },
    ]) {
      plant({ "review.json": JSON.stringify(answer) });
      const done = await runCli(args, { cwd: folder });
      expect([done.code, done.stdout + done.stderr]).toEqual([code, expect.stringContaining(told) as string]);
    }
  });

  it("a folder of the store that git passes over", async () => {
    await run(["--yes"]);
    const { stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" });
    expect(stdout).not.toContain(".emend");
  });
});
