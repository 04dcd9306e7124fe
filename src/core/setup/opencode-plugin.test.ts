import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { opencodePlugin } from "./opencode-plugin.ts";
import { LOCAL_COMMAND, type SetupCommand } from "./setup-command.ts";

type Handler = (input: object, output?: object) => Promise<void>;
interface Told {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-opencode-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const HOOK = `import { appendFileSync, readFileSync } from "node:fs";
const text = readFileSync(0, "utf8");
appendFileSync("told.jsonl", text + "\\n");
const { hook_event_name: name } = JSON.parse(text);
`;

/** The plugin as OpenCode loads it, with a hook that runs this code. */
async function load(answer: string, command?: SetupCommand) {
  const hook = join(folder, "hook.mjs");
  writeFileSync(hook, HOOK + answer);
  const file = join(folder, ".opencode/plugin/emend.mjs");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, opencodePlugin(command ?? [process.execPath, hook]));
  const { Emend } = (await import(pathToFileURL(file).href)) as {
    Emend: (context: object) => Promise<Record<string, Handler>>;
  };
  const shown: unknown[] = [];
  const client = { tui: { showToast: ({ body }: { body: object }) => shown.push(body) } };
  const handlers = await Emend({ client, directory: folder });
  return { shown, call: (name: string, input: object, output?: object) => handlers[name]!(input, output) };
}
const told = (): readonly Told[] =>
  existsSync(join(folder, "told.jsonl"))
    ? readFileSync(join(folder, "told.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Told)
    : [];

const says = (fields: string): string => `process.stdout.write(JSON.stringify(${fields}));`;
const CONTEXT = says("{ hookSpecificOutput: { additionalContext: `about ${name}` } }");
const created = (more: object = {}) => ({
  event: { type: "session.created", properties: { info: { id: "ses_1", version: "1.18.33", ...more } } },
});
const typed = (text: string) => ({
  message: { model: { modelID: "claude-sonnet-4-5" } },
  parts: [{ id: "prt_1", type: "text", text }],
});
const edit = { tool: "write", sessionID: "ses_1", callID: "call_1" };
const args = { filePath: "a.ts", content: "1" };

describe("the plugin for OpenCode", () => {
  it("16.x tells the hook of a session, and the model what the hook says", async () => {
    const { call } = await load(CONTEXT);
    await call("event", created());
    const message = typed("Write it.");
    await call("chat.message", { sessionID: "ses_1" }, message);
    expect(message.parts).toEqual([
      { id: "prt_1", type: "text", text: "Write it." },
      { id: "prt_1e", type: "text", text: "about UserPromptSubmit", synthetic: true },
    ]);
    const system: string[] = [];
    await call("experimental.chat.system.transform", { sessionID: "ses_1" }, { system });
    expect(system).toEqual(["about SessionStart"]);

    await call("tool.execute.before", edit, { args });
    const result = { output: "Wrote file.", metadata: {} };
    await call("tool.execute.after", { ...edit, args }, result);
    expect(result.output).toBe("Wrote file.\n\nabout PreToolUse\n\nabout PostToolUse");
    await call("event", { event: { type: "session.compacted", properties: { sessionID: "ses_1" } } });

    const of = { session_id: "ses_1", cwd: folder, agent_version: "1.18.33" };
    expect(told()).toMatchObject([
      { ...of, hook_event_name: "SessionStart", source: "startup", model: "claude-sonnet-4-5" },
      { ...of, hook_event_name: "UserPromptSubmit", prompt: "Write it." },
      { ...of, hook_event_name: "PreToolUse", tool_name: "write", tool_input: args, tool_use_id: "call_1" },
      { ...of, hook_event_name: "PostToolUse", tool_response: { output: "Wrote file." } },
      { ...of, hook_event_name: "SessionStart", source: "compact" },
    ]);
  });

  it("16.x a refusal stops the edit, and its failure is not told as one", async () => {
    const { call } = await load(
      says("{ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Use cents.' } }"),
    );
    await expect(call("tool.execute.before", edit, { args })).rejects.toThrow("Use cents.");
    const state = { status: "error", error: "Use cents.", input: args };
    const part = { type: "tool", tool: "write", callID: "call_1", sessionID: "ses_1", state };
    const updated = { event: { type: "message.part.updated", properties: { sessionID: "ses_1", part } } };
    await call("event", updated);
    expect(told()).toHaveLength(1);
    // Another call that fails is one.
    await call("event", updated);
    expect(told()[1]).toMatchObject({ hook_event_name: "PostToolUseFailure", error: "Use cents." });
  });

  it("16.x tells what the person refused, interrupted or left unfinished", async () => {
    const { call, shown } = await load(says("{ systemMessage: '1 failure is unresolved' }"));
    const error = "The user rejected permission to use this specific tool call.";
    const part = {
      type: "tool",
      tool: "bash",
      callID: "c",
      sessionID: "ses_1",
      state: { status: "error", error },
    };
    const events = [
      { type: "message.part.updated", properties: { part } },
      { type: "session.error", properties: { sessionID: "ses_1", error: { name: "MessageAbortedError" } } },
      { type: "session.idle", properties: { sessionID: "ses_1" } },
    ];
    for (const event of events) await call("event", { event });
    expect(told()).toMatchObject([
      { hook_event_name: "PermissionDenied", tool_name: "bash", reason: error },
      { hook_event_name: "Interrupt" },
      { hook_event_name: "Stop" },
    ]);
    expect(shown).toEqual([{ message: "1 failure is unresolved", variant: "warning" }]);
  });

  it("16.x the prompt of a subagent is no person's", async () => {
    const { call } = await load(CONTEXT);
    await call("event", created({ parentID: "ses_0" }));
    await call("chat.message", { sessionID: "ses_1" }, typed("Look around."));
    expect(told().map((event) => event.hook_event_name)).toEqual(["SessionStart"]);
  });

  it("tells nothing of an aborted command, or of a tool that only reads", async () => {
    const { call } = await load(CONTEXT);
    for (const [tool, metadata] of [
      ["bash", { exit: null }],
      ["read", {}],
    ] as const)
      await call("tool.execute.after", { ...edit, tool, args: {} }, { output: "", metadata });
    await call("tool.execute.before", { ...edit, tool: "read" }, { args });
    expect(told()).toEqual([]);
  });

  it.each([
    ["fails", "process.exit(1);"],
    ["says no JSON", "process.stdout.write('<html>');"],
    ["says null", "process.stdout.write('null');"],
    ["hangs", "setInterval(() => {}, 1_000);"],
  ])("16.x a hook that %s changes nothing", async (_, answer) => {
    const { call } = await load(answer);
    const message = typed("Write it.");
    await call("tool.execute.before", edit, { args });
    expect(message.parts).toHaveLength(1);
  });

  it("neither does a hook that is missing, or an event that nobody knows", async () => {
    const { call } = await load("", [join(folder, "nowhere")]);
    const calls = [
      call("tool.execute.before", edit, { args }),
      call("event", { event: { type: "message.part.updated" } }),
      call("chat.message", {}, {}),
    ];
    await expect(Promise.all(calls)).resolves.toBeDefined();
  });

  it("16.x runs the repository's own Emend by its path", async () => {
    const bin = join(folder, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    const { call } = await load(CONTEXT, LOCAL_COMMAND);
    writeFileSync(join(folder, "run"), `#!/bin/sh\nexec "${process.execPath}" "${folder}/hook.mjs"\n`, {
      mode: 0o755,
    });
    symlinkSync(join(folder, "run"), join(bin, "emend"));
    await call("tool.execute.before", edit, { args });
    expect(told()).toHaveLength(1);
  });
});
