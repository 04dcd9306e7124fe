import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bash, FAILING_TESTS, loadHook } from "../hook-session.ts";
import { runCli } from "../run-cli.ts";
import { HOSTILE_KINDS, type HostileRepository, makeHostileRepository } from "./hostile-repository.ts";

let folder: string;
beforeAll(loadHook);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-links-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Every event of both protocols, with what makes the hook read, write, log and tidy up. */
const EVENTS: readonly object[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "UserPromptSubmit", prompt: "No, that is wrong. Never use var here." },
  { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "src/a.ts" } },
  { hook_event_name: "PostToolUse", tool_name: "Write", tool_input: { file_path: "src/a.ts" } },
  bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }),
  bash("npm test", { stdout: "1 passed" }, "toolu_2"),
  { hook_event_name: "Stop" },
  { hook_event_name: "sessionStart", conversation_id: "c-1" },
  { hook_event_name: "beforeSubmitPrompt", conversation_id: "c-1", prompt: "No, undo that." },
  { hook_event_name: "afterShellExecution", conversation_id: "c-1", command: "make", output: FAILING_TESTS },
  { no: "event" },
];

async function fireAll({ clone }: HostileRepository): Promise<void> {
  const env = { HOME: join(folder, "home"), USER: "ada" };
  const options = { cwd: clone, env };
  for (const event of EVENTS) {
    const stdin = JSON.stringify({ session_id: "s-1", cwd: clone, ...event });
    expect(await runCli(["hook"], { ...options, stdin })).toMatchObject({ code: 0, stderr: "" });
  }
  await runCli(["hook", "--deliver"], options);
  await runCli(["hook", "--status"], options);
}

describe("15.1 the hook follows no link of a clone", () => {
  it.each(HOSTILE_KINDS)("15.1 %s: nothing outside is written, deleted or run", async (kind) => {
    const repository = await makeHostileRepository(folder, kind);
    await fireAll(repository);
    const { outside } = repository;
    expect({ changes: outside.changes(), ran: outside.ran() }).toEqual({ changes: [], ran: [] });
  });
});
