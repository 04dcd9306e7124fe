import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { readAll } from "./contract/read-all.ts";
import { type CliRun, runCli } from "./run-cli.ts";

/** A project of its own, and a coding agent that tells its hook what happens there. */
export interface HookSession {
  readonly folder: string;
  /** Runs the hook with an event of Claude Code, or with exactly this text. */
  fire(event: object | string, options?: FireOptions): Promise<CliRun>;
  /** What the answer says to the agent. */
  told(event: object, options?: FireOptions): Promise<string | undefined>;
  deliver(more?: Record<string, string>): Promise<CliRun>;
  records(): Promise<readonly Feedback[]>;
  log(): string;
  /** Files of the spool that wait. */
  waiting(): readonly string[];
  end(): void;
}

interface FireOptions {
  readonly args?: readonly string[];
  readonly now?: string;
  readonly env?: Record<string, string>;
}

export function startHookSession(): HookSession {
  const folder = mkdtempSync(join(tmpdir(), "emend-hook-"));
  mkdirSync(join(folder, ".git"));
  const env = { HOME: folder, USER: "ada" };
  const fire: HookSession["fire"] = (event, { args = [], now, env: more = {} } = {}) =>
    runCli(["hook", ...args], {
      stdin: typeof event === "string" ? event : JSON.stringify({ session_id: "s-1", cwd: folder, ...event }),
      cwd: folder,
      env: { ...env, ...more },
      ...(now === undefined ? {} : { now }),
    });
  return {
    folder,
    fire,
    told: async (event, options) => {
      const { stdout } = await fire(event, options);
      if (stdout === "") return undefined;
      const answer = JSON.parse(stdout) as {
        hookSpecificOutput?: { additionalContext?: string };
        additional_context?: string;
      };
      return answer.hookSpecificOutput?.additionalContext ?? answer.additional_context;
    },
    deliver: (more = {}) => runCli(["hook", "--deliver"], { cwd: folder, env: { ...env, ...more } }),
    records: async () => {
      const store = await openSqliteStore({ file: join(folder, ".emend/emend.db") });
      try {
        return await readAll(store.feedback);
      } finally {
        await store.close();
      }
    },
    log: () => {
      try {
        return readFileSync(stateFile(folder, "hook.log"), "utf8");
      } catch {
        return "";
      }
    },
    waiting: () => {
      try {
        return spoolsOf(folder).flatMap((spool) =>
          readdirSync(spool).filter((name) => /^\d{13}-.+\.json$/.test(name)),
        );
      } catch {
        return [];
      }
    },
    end: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

/** The folder of the hook's state for the one project whose folder is its user's home too. */
function stateHome(home: string): string {
  const projects = join(home, ".local/state/emend/projects");
  const [name = "none", ...more] = readdirSync(projects);
  if (more.length > 0) throw new Error(`expected one project in ${projects}`);
  return join(projects, name);
}

export const stateFile = (home: string, name: string): string => join(stateHome(home), name);

/** Its spools, one for each destination. */
export const spoolsOf = (home: string): readonly string[] =>
  readdirSync(stateHome(home))
    .filter((name) => name.startsWith("spool-"))
    .map((name) => join(stateHome(home), name));

/** Loads what answers, so that no test's first event waits for it longer than an agent would. */
export async function loadHook(): Promise<void> {
  const { detectSignal } = await import("../src/core/signal/detect-signal.ts");
  detectSignal(FAILING_TESTS, { kind: "tool_output" });
  detectSignal("No, that is wrong.", { kind: "user_message" });
  await import("../src/cli/hook/run-hook.ts");
  await import("../src/hook/handle-request.ts");
  await import("../src/hook/store-knowledge.ts");
  await import("../src/hook/server-knowledge.ts");
  await import("../src/config/validate-setting.ts");
  await import("../src/config/parse-config-yaml.ts");
}

/** A run of tests in which one fails. */
export const FAILING_TESTS = [
  "tests/test_basket.py::test_empty PASSED",
  "tests/test_basket.py::test_sum FAILED",
  "=================================== FAILURES ===================================",
  "___________________________________ test_sum ___________________________________",
  ">       assert sum_of([1, 2]) == 4",
  "E       assert 3 == 4",
  "tests/test_basket.py:12: AssertionError",
  "FAILED tests/test_basket.py::test_sum - assert 3 == 4",
  "========================= 1 failed, 1 passed in 0.10s ==========================",
].join("\n");

export const bash = (command: string, result: { failed: string } | { stdout: string }, id = "toolu_1") => ({
  hook_event_name: "failed" in result ? "PostToolUseFailure" : "PostToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: id,
  ...("failed" in result
    ? { error: result.failed }
    : { tool_response: { stdout: result.stdout, stderr: "", interrupted: false } }),
});
