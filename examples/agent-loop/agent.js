// A coding agent as a script: what it writes follows from the rules that it was given, and from nothing else. It calls its
// hooks and its MCP server as Claude Code does, from the files that `emend init` wrote.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const read = (folder, file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

/** One session of a person with the agent in a project's folder. */
export async function openSession({ folder, env, id }) {
  const { hooks } = read(folder, ".claude/settings.json");
  const { command, args } = read(folder, ".mcp.json").mcpServers.emend;
  const client = new Client({ name: "toy-agent", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env, stderr: "ignore" }));

  /** Tells the hooks of an event, and answers with what they say to the agent. */
  const fire = (event, more = {}) => {
    const groups = hooks[event].filter(({ matcher }) =>
      new RegExp(`^(?:${matcher ?? ".*"})$`).test(more.tool_name ?? ""),
    );
    return groups
      .flatMap((group) => group.hooks)
      .map((hook) => {
        // Nothing stays behind in the background of whoever runs the example.
        const ran = spawnSync("sh", ["-c", `${hook.command} --alone`], {
          cwd: folder,
          env,
          encoding: "utf8",
          input: JSON.stringify({ hook_event_name: event, session_id: id, cwd: folder, ...more }),
        });
        const { hookSpecificOutput = {}, systemMessage } = ran.stdout === "" ? {} : JSON.parse(ran.stdout);
        return hookSpecificOutput.additionalContext ?? systemMessage ?? "";
      })
      .join("\n");
  };

  return {
    fire,
    ask: async (name, given) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
      if (isError === true) throw new Error(`${name}: ${content[0].text}`);
      return structuredContent;
    },
    /** Writes the file of a task, as the rules at hand have it. */
    write: (task, rules) => {
      const file = join(folder, task.file);
      const heard = fire("PreToolUse", { tool_name: "Write", tool_input: { file_path: file } });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, codeOf(task, rules));
      return heard;
    },
    /** Runs the task's tests; `piped` as agents often do, which hides how they ended. */
    test: (task, { piped = false } = {}) => {
      const line = `node --test ${task.test}${piped ? " | tail -n 40" : ""}`;
      const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      const call = { tool_name: "Bash", tool_input: { command: line } };
      const heard =
        status === 0
          ? fire("PostToolUse", { ...call, tool_response: { stdout, stderr, interrupted: false } })
          : fire("PostToolUseFailure", { ...call, error: `Exit code ${status}\n${stdout}${stderr}` });
      return { passed: status === 0 && !/^# fail [1-9]|^ℹ fail [1-9]/m.test(stdout), heard };
    },
    close: () => client.close(),
  };
}

/** The one thing that this agent knows how to do, and the one thing that it does not think of by itself. */
function codeOf({ name, field }, rules) {
  const careful = rules.some((rule) => /check|found|lookup/i.test(rule));
  return [
    `/** The ${field} of whoever has this id, or undefined. */`,
    `export function ${name}(records, id) {`,
    "  const record = records.get(id);",
    ...(careful ? ["  if (record === undefined) return undefined;"] : []),
    `  return record.${field};`,
    "}",
    "",
  ].join("\n");
}
