import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import { runningCheck } from "../../test/running-check.ts";
import { testPorts } from "../../test/test-ports.ts";
import { composeEmend } from "../compose.ts";
import { type HookSession, loadHook, startHookSession } from "../../test/hook-session.ts";
import { openSqliteStore } from "../drivers/sql/sqlite/open-sqlite-store.ts";
import type { HookProtocol } from "./hook-event.ts";
import { readEvents } from "./read-events.ts";

const read = (protocol: HookProtocol, event: object) => readEvents(JSON.stringify(event), protocol);

describe("an event of Copilot", () => {
  const vscode = { timestamp: "2026-02-09T10:30:00.000Z", cwd: "/shop", session_id: "v-1" };
  it.each([
    [{ hook_event_name: "SessionStart", source: "new" }, [{ kind: "session_start", session: "v-1" }]],
    [
      { hook_event_name: "UserPromptSubmit", prompt: "Add a total." },
      [{ kind: "prompt", prompt: "Add a total." }],
    ],
    [
      {
        hook_event_name: "PreToolUse",
        tool_name: "create_file",
        tool_input: { filePath: "/shop/a.ts", content: "let a = 1;" },
      },
      [{ kind: "before_edit", path: "/shop/a.ts", edit: { text: "let a = 1;" } }],
    ],
    [
      {
        hook_event_name: "PreToolUse",
        tool_name: "multi_replace_string_in_file",
        tool_input: {
          replacements: [
            { filePath: "/shop/a.ts", oldString: "1", newString: "2" },
            { filePath: "/shop/b.ts", oldString: "3", newString: "4" },
          ],
        },
      },
      [
        { kind: "before_edit", path: "/shop/a.ts", edit: { replacements: [{ before: "1", after: "2" }] } },
        { kind: "before_edit", path: "/shop/b.ts", edit: { replacements: [{ before: "3", after: "4" }] } },
      ],
    ],
    [
      {
        hook_event_name: "PreToolUse",
        tool_name: "edit",
        tool_input: { path: "a.ts", old_str: "1", new_str: "2" },
      },
      [{ kind: "before_edit", path: "a.ts", edit: { replacements: [{ before: "1", after: "2" }] } }],
    ],
    [
      {
        hook_event_name: "PostToolUse",
        tool_name: "bash",
        tool_input: { command: "npm test" },
        tool_result: { result_type: "failure", text_result_for_llm: "1 failed" },
      },
      [{ kind: "after_tool", command: "npm test", output: "1 failed", failed: true }],
    ],
    [
      {
        hook_event_name: "PostToolUse",
        tool_name: "bash",
        tool_input: { command: "rm -r x" },
        tool_result: { result_type: "denied", text_result_for_llm: "no" },
      },
      [{ kind: "other" }],
    ],
    [{ hook_event_name: "SubagentStart", agent_id: "s", agent_type: "Plan" }, [{ kind: "subagent_start" }]],
    [{ hook_event_name: "PreCompact", trigger: "auto" }, [{ kind: "compacting" }]],
    [{ hook_event_name: "Stop", stop_reason: "end_turn" }, [{ kind: "stop", again: false }]],
  ])("%o", (event, expected) => {
    expect(read("copilot", { ...vscode, ...event })).toMatchObject(
      expected.map((each) => ({ protocol: "copilot", folders: ["/shop"], ...each })),
    );
  });
});

describe("an event of Windsurf", () => {
  const common = { trajectory_id: "t-1", execution_id: "e-1", timestamp: "2026-02-09T10:30:00Z" };
  it.each([
    [
      { agent_action_name: "pre_user_prompt", tool_info: { user_prompt: "Add a total." } },
      { kind: "prompt", prompt: "Add a total." },
    ],
    [
      {
        agent_action_name: "pre_write_code",
        tool_info: { file_path: "/shop/a.ts", edits: [{ old_string: "1", new_string: "2" }] },
      },
      { kind: "before_edit", path: "/shop/a.ts", edit: { replacements: [{ before: "1", after: "2" }] } },
    ],
    [{ agent_action_name: "pre_write_code", tool_info: {} }, { kind: "other" }],
    [{ agent_action_name: "post_read_code", tool_info: { file_path: "/shop/a.ts" } }, { kind: "other" }],
  ])("%o", (event, expected) => {
    expect(read("windsurf", { ...common, ...event })).toMatchObject([
      { protocol: "windsurf", session: "t-1", ...expected },
    ]);
  });
});

describe("an event of Cline", () => {
  const common = { clineVersion: "3.50.0", taskId: "k-1", workspaceRoots: ["/shop"], userId: "u" };
  it.each([
    [{ hookName: "TaskStart", taskStart: { taskMetadata: { initialTask: "x" } } }, { kind: "session_start" }],
    [{ hookName: "TaskResume", taskResume: {} }, { kind: "session_start" }],
    [
      { hookName: "UserPromptSubmit", userPromptSubmit: { prompt: "Add a total.", attachments: [] } },
      { kind: "prompt", prompt: "Add a total." },
    ],
    [{ hookName: "PreCompact", preCompact: {} }, { kind: "compacting" }],
    [
      {
        hookName: "PreToolUse",
        preToolUse: { toolName: "write_to_file", parameters: { path: "a.ts", content: "let a = 1;" } },
      },
      { kind: "before_edit", path: "a.ts", edit: { text: "let a = 1;" } },
    ],
    [
      {
        hookName: "PreToolUse",
        preToolUse: {
          toolName: "replace_in_file",
          parameters: {
            path: "a.ts",
            diff: "------- SEARCH\nlet a = 1;\n=======\nlet a = 2;\n+++++++ REPLACE\n------- SEARCH\nb\n=======\nc\n+++++++ REPLACE\n",
          },
        },
      },
      {
        kind: "before_edit",
        path: "a.ts",
        edit: {
          replacements: [
            { before: "let a = 1;\n", after: "let a = 2;\n" },
            { before: "b\n", after: "c\n" },
          ],
        },
      },
    ],
    [
      {
        hookName: "PostToolUse",
        postToolUse: {
          toolName: "execute_command",
          parameters: { command: "npm test" },
          result: "1 failed",
          success: false,
          executionTimeMs: 12,
        },
      },
      { kind: "after_tool", command: "npm test", output: "1 failed", failed: true },
    ],
    [{ hookName: "TaskComplete", taskComplete: {} }, { kind: "stop" }],
  ])("%o", (event, expected) => {
    expect(read("cline", { ...common, ...event })).toMatchObject([
      { protocol: "cline", session: "k-1", folders: ["/shop"], ...expected },
    ]);
  });
});

describe("in a project", () => {
  let session: HookSession;
  beforeAll(async () => {
    await loadHook();
    await import("./check-edit.ts");
  });
  beforeEach(() => {
    session = startHookSession();
    mkdirSync(join(session.folder, ".emend"), { recursive: true });
  });
  afterEach(() => session.end());
  const inStore = async <T>(
    act: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<T>,
  ): Promise<T> => {
    const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
    try {
      return await act(store);
    } finally {
      await store.close();
    }
  };

  it("Cline and Copilot are told the rules when a task starts", async () => {
    await inStore((store) => bringIntoForce(store, "Close every file."));
    const cline = await session.fire(
      { hookName: "TaskStart", taskId: "k-1", workspaceRoots: [session.folder] },
      { args: ["cline"] },
    );
    expect(JSON.parse(cline.stdout)).toMatchObject({
      cancel: false,
      contextModification: expect.stringContaining("- Close every file.") as string,
    });
    const copilot = await session.fire(
      { hook_event_name: "SessionStart", source: "new" },
      { args: ["copilot"] },
    );
    expect(JSON.parse(copilot.stdout)).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining("- Close every file.") as string },
      additionalContext: expect.stringContaining("- Close every file.") as string,
    });
  });

  it("what people say to Windsurf is recorded", async () => {
    const event = {
      agent_action_name: "pre_user_prompt",
      trajectory_id: "t-1",
      tool_info: { user_prompt: "No, that is wrong: keep amounts in whole cents." },
    };
    const { code, stdout } = await session.fire(event, { args: ["windsurf"] });
    expect([code, stdout]).toEqual([0, ""]);
    await session.deliver();
    expect((await session.records()).map(({ agent, comment }) => [agent, comment])).toEqual([
      ["windsurf", "No, that is wrong: keep amounts in whole cents."],
    ]);
  });

  it("blocking checks refuse edits in Cursor and Windsurf, and tell the agent why", async () => {
    await inStore((store) => runningCheck(composeEmend(testPorts(store)), "blocking"));
    const file = join(session.folder, "src/cart.js");
    const windsurf = await session.fire(
      {
        agent_action_name: "pre_write_code",
        trajectory_id: "t-1",
        tool_info: { file_path: file, edits: [{ old_string: "", new_string: "if (a == b) go();\n" }] },
      },
      { args: ["windsurf"] },
    );
    expect([windsurf.code, windsurf.stdout]).toEqual([2, ""]);
    expect(windsurf.stderr).toContain("src/cart.js:1");
    const cursor = await session.fire(
      {
        hook_event_name: "preToolUse",
        conversation_id: "c-1",
        workspace_roots: [session.folder],
        tool_name: "Write",
        tool_input: { file_path: file, content: "if (a == b) go();\n" },
      },
      { args: ["cursor"] },
    );
    expect(JSON.parse(cursor.stdout)).toMatchObject({
      permission: "deny",
      agent_message: expect.stringContaining("src/cart.js:1") as string,
    });
  });
});
