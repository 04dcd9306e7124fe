import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { atTerminal, folder, plant, PORTS, textOf, top, useInitProject } from "../../../test/init-project.ts";
import { runCommand } from "../../../test/run-command.ts";
import { INIT_PORTS } from "./init-ports.ts";
import { addInit } from "./init.ts";

useInitProject();
beforeEach(() => plant({ ".zed": null }));

const OFFERED = 'claude -p --tools "" --strict-mcp-config --no-session-persistence';
const settings = (): string => join(top, "home", ".config", "emend", "emend.yaml");

/** Puts programs of these names on the PATH, and nothing else. */
function install(...programs: readonly string[]): string {
  const bin = join(top, "bin");
  mkdirSync(bin, { recursive: true });
  for (const program of programs) {
    writeFileSync(join(bin, program), "#!/bin/sh\necho asked >> asked.log\n");
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}

function init(args: readonly string[], path: string, stdin?: Readable) {
  const home = join(top, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const ports = { ...PORTS, findAgent: INIT_PORTS.findAgent };
  return runCommand((program, context) => addInit(program, context, ports), ["init", ...args], {
    cwd: folder,
    env: { HOME: home, PATH: path },
    ...(stdin === undefined ? {} : { stdin }),
  });
}

describe("emend init, where an agent's command is on the PATH", () => {
  it("offers it to a person, and keeps the yes in their own settings alone", async () => {
    const { stderr } = await init([], install("claude"), atTerminal("y\ny\n"));
    expect(stderr).toContain("Claude Code is installed.");
    expect(stderr).toContain(`\`${OFFERED}\` under your account, at most 200 times a day`);
    expect(stderr).toContain("llm.command is set in");
    expect(readFileSync(settings(), "utf8")).toBe(
      'llm:\n  command: [ claude, -p, --tools, "", --strict-mcp-config, --no-session-persistence ]\n',
    );
    expect(statSync(settings()).mode & 0o777).toBe(0o600);
    expect(textOf("emend.yaml")).not.toContain("claude -p");
    expect(existsSync(join(folder, "asked.log")), "nothing was run").toBe(false);
    expect((await init([], install("claude"), atTerminal("y\n"))).stderr, "asked once").not.toContain(
      "Use it?",
    );
  });

  it.each(["y\n\n", "y\nno\n", "y\n"])("sets nothing without a yes: %j", async (answers) => {
    const { stderr } = await init([], install("codex"), atTerminal(answers));
    expect(stderr).toContain("Codex is installed.");
    expect(existsSync(settings())).toBe(false);
  });

  it("does not ask whoever wants nothing written, nor on a dry run", async () => {
    expect((await init([], install("claude"), atTerminal("n\ny\n"))).stderr).not.toContain("Use it?");
    expect((await init(["--dry-run"], install("claude"), atTerminal("y\ny\n"))).stderr).not.toContain(
      "Use it?",
    );
    expect(existsSync(settings())).toBe(false);
  });

  it("only mentions it without a terminal, and takes --llm-command as the yes", async () => {
    const { stderr } = await init(["--yes"], install("gemini"));
    expect(stderr).toContain("Gemini CLI is installed and could word rules: emend init --llm-command");
    expect(existsSync(settings())).toBe(false);
    expect((await init(["--yes", "--llm-command", "ollama run llama3"], install("gemini"))).code).toBe(0);
    expect(readFileSync(settings(), "utf8")).toBe("llm:\n  command: [ ollama, run, llama3 ]\n");
  });

  it("names no model of Ollama that the user may not have", async () => {
    const { stderr } = await init([], install("ollama"), atTerminal("y\ny\n"));
    expect(stderr).toContain("ollama run <a model that you have>");
    expect(existsSync(settings())).toBe(false);
  });

  it("keeps what else is in the user's settings", async () => {
    mkdirSync(join(top, "home", ".config", "emend"), { recursive: true, mode: 0o700 });
    writeFileSync(settings(), "# mine\nagent: rio # the one\nllm:\n  calls_per_day: 20\n", { mode: 0o600 });
    await init(["--yes", "--llm-command", "claude -p"], "");
    expect(readFileSync(settings(), "utf8")).toBe(
      "# mine\nagent: rio # the one\nllm:\n  calls_per_day: 20\n  command: [ claude, -p ]\n",
    );
  });

  it.each(["claude -p | sh", "./agent", ""])("refuses --llm-command %j", async (line) => {
    const { code, stderr } = await init(["--yes", "--llm-command", line], "");
    expect([code, stderr]).toEqual([2, expect.stringContaining("[invalid_command]") as string]);
    expect(existsSync(settings())).toBe(false);
  });

  it("leaves settings alone that others can write, and says what to do", async () => {
    mkdirSync(join(top, "home", ".config", "emend"), { recursive: true });
    chmodSync(join(top, "home", ".config", "emend"), 0o777);
    const { code, stderr } = await init(["--yes", "--llm-command", "claude -p"], "");
    expect([code, stderr]).toEqual([3, expect.stringContaining("[settings_not_written]") as string]);
  });
});
