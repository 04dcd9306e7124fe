import { expect } from "vitest";
import type { HookEvent } from "../../../src/hook/hook-event.ts";
import type { MCP_TOOLS } from "../../../src/mcp/tools.ts";
import { bash } from "../../hook-session.ts";
import type { HttpCaller } from "../../http-session.ts";
import { openMcp } from "../../mcp-session.ts";
import { runCli } from "../../run-cli.ts";
import { AGENT, FILE, type World, words } from "./walk-world.ts";

/** A way out: all that an agent reads there, as text. */
type Exit = (world: World) => Promise<string>;

const get =
  (path: string) =>
  async (world: World): Promise<string> =>
    text(await agentOf(world).get(path));

const agentOf = ({ http }: World): HttpCaller => http.as("agent", { name: "its token", agent: AGENT });

const text = ({ status, body }: { readonly status: number; readonly body: unknown }): string => {
  expect([status, status < 300 ? "" : body]).toEqual([status, ""]);
  return JSON.stringify(body);
};

/** Operations by which an agent's token reads what is recorded, by their id. */
export const HTTP_EXITS = {
  listFeedback: async (world) => {
    const search = await agentOf(world).get(`feedback?limit=200&search=ledger`);
    return (await get("feedback?limit=200")(world)) + text(search);
  },
  getFeedback: async (world) => {
    const answers: string[] = [];
    for (const { id } of await world.records()) {
      const answer = await agentOf(world).get(`feedback/${id}`);
      if (answer.status !== 404) answers.push(text(answer));
    }
    return answers.join("\n");
  },
  findSimilarFeedback: async (world) =>
    text(await agentOf(world).post("feedback/similar", { text: words("ever"), limit: 50, threshold: 0 })),
  getAgentMistakes: get(`agents/${AGENT}/mistakes?path=${FILE}&limit=50`),
  listReminders: get(`agents/${AGENT}/reminders?path=${FILE}&source=team&limit=50`),
  getAgentPatterns: get(`agents/${AGENT}/patterns?window=365d`),
  getAgentTrend: get(`agents/${AGENT}/trend?window=365d`),
  listAgentRejections: get(`agents/${AGENT}/rejections?limit=200`),
  getAgentRules: get(`agents/${AGENT}/rules?path=${FILE}`),
  buildAgentPrompt: async (world) =>
    text(await agentOf(world).post(`agents/${AGENT}/prompt`, { base_prompt: "Do it.", paths: [FILE] })),
  getAgentPrompt: async (world) =>
    text(await agentOf(world).get(`agents/${AGENT}/prompt?at=${world.http.context.now()}`)),
  listRunningChecks: get(`running-checks?agent=${AGENT}`),
  checkFiles: async (world) =>
    text(
      await agentOf(world).post("check-files", {
        agent: AGENT,
        files: [{ path: "src/a.js", text: "a == b;\n" }],
      }),
    ),
  listTasks: get("tasks?limit=200"),
  showTask: async (world) => {
    const { body } = await agentOf(world).get("tasks?limit=200");
    const tasks = (body.items as readonly { readonly task: string }[]).map(({ task }) => task);
    return (await Promise.all(tasks.map((task) => get(`tasks/${task}/iterations`)(world)))).join("\n");
  },
  listSubmissions: get("submissions?order=newest&limit=200"),
  getSubmission: async (world) => {
    const { body } = await agentOf(world).get("submissions?order=newest&limit=200");
    const ids = (body.items as readonly { readonly id: string }[]).map(({ id }) => id);
    const answers = await Promise.all(ids.map((id) => agentOf(world).get(`submissions/${id}`)));
    return answers.map(text).join("\n");
  },
} as const satisfies Readonly<Record<string, Exit>>;

type ToolName = (typeof MCP_TOOLS)[number]["name"];

const tool =
  (name: string, args: Record<string, unknown>) =>
  async ({ store }: World): Promise<string> => {
    const session = await openMcp(store, { agent: AGENT, ownAgentOnly: true });
    const answer = await session.call(name, args);
    await session.close();
    return JSON.stringify(answer);
  };

/** Tools and resources of MCP that read what is recorded. */
export const MCP_EXITS = {
  my_mistakes_here: tool("my_mistakes_here", { files: [FILE] }),
  rules_for_files: tool("rules_for_files", { files: [FILE] }),
  check_these_files: tool("check_these_files", { files: [{ path: FILE, text: "a == b" }] }),
  iteration_history: async (world) => {
    const { items } = await world.store.iterations.list({ agent: AGENT, limit: 200 });
    const read = items.map(({ task }) => tool("iteration_history", { task })(world));
    return (await Promise.all(read)).join("\n");
  },
  resources: async ({ store }) => {
    const session = await openMcp(store, { agent: AGENT, ownAgentOnly: true });
    const listed = await session.client.listResources();
    const read = await Promise.all(listed.resources.map(({ uri }) => session.client.readResource({ uri })));
    await session.close();
    return JSON.stringify([listed, read]);
  },
} as const satisfies Readonly<Record<ToolName, Exit>>;

/** What Claude Code tells its hook; each in a session of its own, so that nothing counts as told before. */
const EVENTS: Readonly<Record<HookEvent["kind"], object>> = {
  session_start: { hook_event_name: "SessionStart", source: "startup" },
  prompt: { hook_event_name: "UserPromptSubmit", prompt: "Go on." },
  before_edit: { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: FILE } },
  after_tool: bash("npm test", { stdout: "ok" }),
  stop: { hook_event_name: "Stop" },
  subagent_start: { hook_event_name: "SubagentStart", agent_id: "a", agent_type: "Explore" },
  refused: { hook_event_name: "PermissionDenied", tool_name: "Edit", tool_use_id: "t" },
  compacting: { hook_event_name: "PreCompact", trigger: "auto" },
  other: { hook_event_name: "Notification" },
};

const hookTells =
  (kind: HookEvent["kind"], place: "store" | "server"): Exit =>
  async ({ hook, url, http }) => {
    const session_id = `${kind}-${place}`;
    const team = { EMEND_REMINDERS: "team" };
    const env =
      place === "store" ? team : { ...team, EMEND_SERVER_URL: url, EMEND_SERVER_TOKEN: await tokenOf(http) };
    const { stdout, stderr } = await hook.fire({ ...EVENTS[kind], session_id }, { env });
    return stdout + stderr;
  };

async function tokenOf(http: World["http"]): Promise<string> {
  const { body } = await http.as("admin").post("tokens", { name: "hook", role: "agent", agent: AGENT });
  return body.text as string;
}

const KINDS = Object.keys(EVENTS) as readonly HookEvent["kind"][];

/** What the hook says to each event, from the store and from the server. */
export const HOOK_EXITS: Readonly<Record<string, Exit>> = Object.fromEntries(
  KINDS.flatMap((kind) =>
    (["store", "server"] as const).map((place) => [`hook ${kind} (${place})`, hookTells(kind, place)]),
  ),
);

/** What commands write for agents to read. */
export const COMMAND_EXITS: Readonly<Record<string, Exit>> = {
  "emend inject": async ({ hook }) =>
    (await runCli(["inject", "--all", "--diff", "--agent", AGENT], { cwd: hook.folder })).stdout,
  "emend rules prompt": async ({ hook }) =>
    (await runCli(["rules", "prompt", "--agent", AGENT], { cwd: hook.folder })).stdout,
};
