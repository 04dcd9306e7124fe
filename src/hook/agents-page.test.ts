import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AGENT_SUPPORT } from "../../test/clients/agent-support.ts";
import { PROTOCOLS } from "./hook-event.ts";
import { renderAnswer, takesContext } from "./render-answer.ts";
import { TARGETS } from "../core/inject/targets.ts";
import { AGENT_NAMES, type AgentName, CODING_AGENTS } from "../core/setup/coding-agents.ts";
import { callsHook } from "../core/setup/hook-settings.ts";

/** The table of docs/agents.md: its cells by agent and column. */
const [header = [], , ...rows] = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const cell = (name: AgentName, column: string): string =>
  rows.find(([title]) => title === CODING_AGENTS[name].title)?.[header.indexOf(column)] ?? "missing";

const COMMAND = ["emend"] as const;
const textsOf = (name: AgentName) =>
  CODING_AGENTS[name].files(COMMAND).map((want) => {
    const made = "sections" in want && typeof want.sections === "function" ? want.sections(null) : want;
    return { path: want.path, text: JSON.stringify(made) };
  });
const hookFiles = (name: AgentName): readonly string[] =>
  textsOf(name)
    .filter(({ path, text }) => path.endsWith("plugin/emend.js") || callsHook(text.replaceAll("\\n", " ")))
    .map(({ path }) => path.replace(/\/hooks\/.*$/, (match) => (match.endsWith(".json") ? match : "/hooks")));
const protocolOf = (name: AgentName) => PROTOCOLS.find((protocol) => protocol === name);
/** The names of the events that its settings register. */
const eventsOf = (name: AgentName): string =>
  textsOf(name)
    .map(({ path, text }) => path + text)
    .join("\n");

describe("docs/agents.md", () => {
  it("has one row for each agent", () => {
    expect(rows.map(([title]) => title)).toEqual(AGENT_NAMES.map((name) => CODING_AGENTS[name].title));
  });

  it.each(AGENT_NAMES)("says of %s what the code does", (name) => {
    const { targets } = CODING_AGENTS[name];
    const named = [...targets.always, ...targets.ifPresent].filter((target) => target !== "skill");
    for (const target of named) {
      const found = TARGETS[target];
      expect(cell(name, "rules")).toContain(found.kind === "block" ? found.path : found.format.folder);
    }
    const files = [...new Set(hookFiles(name))];
    expect(cell(name, "hooks")).toBe(
      files.length === 0 ? "no" : files.map((path) => `\`${path}\``).join(", "),
    );
    const servers = textsOf(name).filter(({ text }) => /"mcp"|mcp_servers/.test(text));
    const byHand = CODING_AGENTS[name].byHand?.(COMMAND)?.includes("mcpServers") === true;
    expect(cell(name, "MCP")).toBe(
      servers.length > 0 ? servers.map(({ path }) => `\`${path}\``).join(", ") : byHand ? "by hand" : "no",
    );
    const protocol = protocolOf(name);
    const tells = ["SessionStart", "sessionStart", "TaskStart"].some(
      (event) => protocol !== undefined && takesContext({ protocol, name: event }),
    );
    expect(cell(name, "reminders")).toBe(tells ? "yes" : "no");
    const refused =
      protocol !== undefined &&
      ["PreToolUse", "BeforeTool", "preToolUse", "pre_write_code"].some((event) =>
        renderAnswer(
          { protocol, name: event, kind: "before_edit", path: "a", session: "", folders: [], runsOn: {} },
          { refusal: "REFUSAL" },
        ).includes("REFUSAL"),
      );
    expect(cell(name, "refusals")).toBe(refused ? "yes" : "no");
    const hears = /PreCompact|preCompact|session\.compacted/.test(eventsOf(name));
    expect(cell(name, "compaction")).toBe(hears ? "yes" : "no");
    expect(cell(name, "undo"), "src/cli/init/init-agents.test.ts undoes each").toBe("yes");
  });

  it("agrees with what the real clients do", () => {
    for (const [name, { failures, tools, ...seen }] of Object.entries(AGENT_SUPPORT)) {
      const says = (column: string): boolean => cell(name as AgentName, column) !== "no";
      for (const [column, does] of Object.entries({ ...seen, hooks: failures, MCP: tools })) {
        expect([name, column, says(column)]).toEqual([name, column, does]);
      }
    }
  });
});
