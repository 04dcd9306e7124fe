import { LOCAL_COMMAND, type SetupCommand } from "./setup-command.ts";

/**
 * The plugin that passes OpenCode's events on to `emend hook opencode`, in the form of Claude Code's. It needs no package,
 * and a hook that fails or hangs never reaches the agent.
 */
export const opencodePlugin = (
  command: SetupCommand,
): string => `// Runs emend hook opencode: it tells Emend what happens here, and the model what Emend knows about this project.
${importLine("spawn", "child_process")}${isLocal(command) ? `\n${importLine("fileURLToPath", "url")}` : ""}

const PROGRAM = ${programOf(command)};
const ARGS = ${JSON.stringify([...argumentsOf(command), "hook", "opencode"])};
const MOST_MS = 4000;
const EDITS = new Set(["edit", "write", "multiedit", "patch", "apply_patch"]);
const REFUSED = /^(?:\\w{0,20}Error: )?The user rejected permission to use this/;

/** The hook's answer to one event; empty if it has none in time. */
const ask = (event) =>
  new Promise((resolve) => {
    let text = "";
    let timer;
    const end = () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(text) ?? {});
      } catch {
        resolve({});
      }
    };
    try {
      const isWindows = process.platform === "win32";
      const hook = spawn(isWindows ? \`"\${PROGRAM}"\` : PROGRAM, ARGS, {
        cwd: event.cwd,
        shell: isWindows,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      timer = setTimeout(() => {
        text = "";
        hook.kill();
        end();
      }, MOST_MS);
      hook.stdout.setEncoding("utf8").on("data", (part) => (text += part));
      hook.on("error", end).on("close", end);
      hook.stdin.on("error", () => {}).end(JSON.stringify(event));
    } catch {
      end();
    }
  });

const contextOf = (answer) => answer.hookSpecificOutput?.additionalContext;

export const Emend = async ({ client, directory }) => {
  const sessions = new Map();
  /** What the model is told with the result of a call. */
  const held = new Map();
  /** Calls that were refused here: their failure says nothing. */
  const refused = new Set();
  const sessionOf = (id) => {
    if (!sessions.has(id)) sessions.set(id, { isChild: false, source: "resume" });
    return sessions.get(id);
  };
  const tell = (name, id, more) => {
    const { model, version } = sessionOf(id);
    return ask({
      hook_event_name: name,
      session_id: id,
      cwd: directory,
      model,
      agent_version: version,
      ...more,
    });
  };
  const begin = async (id, source) => {
    const session = sessionOf(id);
    session.source = undefined;
    session.context = contextOf(await tell("SessionStart", id, { source }));
  };
  const failed = async ({ sessionID, callID, tool, state }) => {
    if (refused.delete(callID)) return;
    held.delete(callID);
    const call = { tool_name: tool, tool_input: state.input, tool_use_id: callID };
    const reason = String(state.error);
    if (REFUSED.test(reason)) await tell("PermissionDenied", sessionID, { ...call, reason });
    else await tell("PostToolUseFailure", sessionID, { ...call, error: reason });
  };
  const stopped = async (id) => {
    const { systemMessage } = await tell("Stop", id);
    if (systemMessage && !sessionOf(id).isChild)
      await client.tui.showToast({ body: { message: systemMessage, variant: "warning" } });
  };
  const handlers = {
    event: async ({ event: { type, properties } }) => {
      const id = properties?.sessionID;
      if (type === "session.created") {
        const { info } = properties;
        sessions.set(info.id, {
          isChild: info.parentID !== undefined,
          source: "startup",
          version: info.version,
        });
      } else if (type === "session.deleted") sessions.delete(id ?? properties.info?.id);
      else if (type === "session.compacted") await begin(id, "compact");
      else if (type === "session.idle") await stopped(id);
      else if (type === "session.error" && properties.error?.name === "MessageAbortedError")
        await tell("Interrupt", id);
      else if (type === "message.part.updated") {
        const { part } = properties;
        if (part.type === "tool" && part.state.status === "error") await failed(part);
      }
    },
    "chat.message": async ({ sessionID }, { message, parts }) => {
      const session = sessionOf(sessionID);
      session.model = message.model?.modelID;
      if (session.source !== undefined) await begin(sessionID, session.source);
      const typed = parts.filter((part) => part.type === "text" && !part.synthetic && !part.ignored);
      // The prompt of a subagent was written by the agent that started it.
      if (session.isChild || typed.length === 0) return;
      const prompt = typed.map(({ text }) => text).join("\\n");
      const text = contextOf(await tell("UserPromptSubmit", sessionID, { prompt }));
      if (text) parts.push({ ...typed[0], id: \`\${typed.at(-1).id}e\`, text, synthetic: true });
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      const context = sessions.get(sessionID)?.context;
      if (context) system.push(context);
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, result) => {
      const exit = result.metadata?.exit;
      const before = held.get(callID);
      held.delete(callID);
      // Without an exit code, the command was interrupted.
      if (tool === "bash" ? exit === null : !EDITS.has(tool)) return;
      const after = contextOf(
        await tell("PostToolUse", sessionID, {
          tool_name: tool,
          tool_input: args,
          tool_response: { output: result.output, exit_code: exit },
          tool_use_id: callID,
        }),
      );
      for (const context of [before, after]) if (context) result.output += \`\\n\\n\${context}\`;
    },
  };
  const quiet = (handler) => async (input, output) => {
    try {
      await handler(input, output);
    } catch {
      // Emend never breaks the agent.
    }
  };
  return {
    ...Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, quiet(handler)])),
    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (!EDITS.has(tool)) return;
      const answer = await tell("PreToolUse", sessionID, {
        tool_name: tool,
        tool_input: args,
        tool_use_id: callID,
      });
      const { permissionDecision, permissionDecisionReason: reason } = answer.hookSpecificOutput ?? {};
      if (permissionDecision === "deny") {
        refused.add(callID);
        throw new Error(reason);
      }
      const context = contextOf(answer);
      if (context) held.set(callID, context);
    },
  };
};
`;

/** Put together, so that nobody takes it for an import of this file. */
const importLine = (name: string, module: string): string => `import { ${name} } from "node:${module}";`;

const isLocal = (command: SetupCommand): boolean => command.join(" ") === LOCAL_COMMAND.join(" ");

/** npx alone takes longer than everything else, so a local dependency is called by its path. */
const programOf = (command: SetupCommand): string =>
  isLocal(command)
    ? `fileURLToPath(new URL("../../node_modules/.bin/emend", import.meta.url))`
    : JSON.stringify(command[0]);

const argumentsOf = (command: SetupCommand): readonly string[] => (isLocal(command) ? [] : command.slice(1));
