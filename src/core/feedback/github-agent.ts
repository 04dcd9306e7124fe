import { textOf, type JsonObject, fieldOf, listOf } from "../json/json.ts";
import type { FeedbackAuthor, Trust } from "./feedback.ts";

/** The id of a GitHub object as text. */
export const githubId = (id: unknown): string | undefined =>
  typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : textOf(id);

/** A prefix for ids: every GitHub server counts from 1, so only github.com's ids are used without one. */
export function githubServer(object: JsonObject): string {
  const address = (textOf(object["html_url"]) ?? "").slice(0, 300);
  const host = /^https?:\/\/([\w.-]{1,253}(?::\d{1,5})?)\//.exec(address)?.[1]?.toLowerCase();
  return host === undefined || host === "github.com" ? "" : `${host}/`;
}

/** Associations with write access. A merged contribution does not grant it. */
const INSIDERS: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/**
 * The author of a comment or review. The prefix `github:` keeps a login from passing for a reviewer from another
 * source.
 */
export function githubAuthor(remark: unknown): FeedbackAuthor {
  const user = fieldOf(remark, "user");
  const login = textOf(fieldOf(user, "login")) ?? "ghost";
  return { id: `github:${login}`, trust: trustOf(user, fieldOf(remark, "author_association")) };
}

function trustOf(user: unknown, association: unknown): Trust {
  if (fieldOf(user, "type") === "Bot") return "reviewer_bot";
  return INSIDERS.has(association) ? "person" : "outsider";
}

/** `owner/name#12`, spelled as in the repository's URLs. */
export function githubTask(payload: unknown, number: unknown): string | undefined {
  const repository = textOf(fieldOf(payload, "repository", "full_name"));
  const isNumber = typeof number === "number" && Number.isSafeInteger(number) && number > 0;
  return repository === undefined || !isNumber ? undefined : `${repository.slice(0, 201)}#${number}`;
}

/**
 * Accounts under which coding agents open pull requests, in lower case. They are only used if GitHub says the
 * account is a bot, because a person may have such a name.
 */
const AGENT_OF_BOT: ReadonlyMap<string, string> = new Map([
  ["claude[bot]", "claude-code"],
  ["copilot", "copilot"],
  ["copilot-swe-agent[bot]", "copilot"],
  ["cursor[bot]", "cursor"],
  ["devin-ai-integration[bot]", "devin"],
  ["google-labs-jules[bot]", "jules"],
  ["chatgpt-codex-connector[bot]", "codex"],
  ["openai-codex[bot]", "codex"],
  ["sweep-ai[bot]", "sweep"],
  ["amazon-q-developer[bot]", "amazon-q"],
  ["factory-droid[bot]", "droid"],
  ["gemini-cli", "gemini"],
]);

/** Email addresses of agents in co-author trailers, in lower case. */
const AGENT_OF_ADDRESS: ReadonlyMap<string, string> = new Map([
  ["noreply@anthropic.com", "claude-code"],
  ["cursoragent@cursor.com", "cursor"],
  ["codex@openai.com", "codex"],
  ["noreply@openai.com", "codex"],
  ["openhands@all-hands.dev", "openhands"],
  ["aider@aider.chat", "aider"],
  ["noreply@aider.dev", "aider"],
  ["amp@ampcode.com", "amp"],
  ["noreply@opencode.ai", "opencode"],
  ["qwen-coder@alibabacloud.com", "qwen"],
  ["agent@warp.dev", "warp"],
  ["crush@charm.land", "crush"],
]);

const knownBot = (login: string): string | undefined => AGENT_OF_BOT.get(login.toLowerCase());

/** Trailers are at the end of a text, so only this much of it is read. */
const MAX_TAIL = 4_000;

/**
 * Agents by login, as configured. A key may also be `label:<name>`, `branch:<prefix>` or `co-author:<address>`,
 * because no login contains a colon.
 */
export type AgentsByLogin = Readonly<Record<string, string>>;

const MAX_LABELS = 100;
const MAX_NAME = 100;
const LABEL = "agent:";

/**
 * The agent that opened a pull request, if one is known. Configured logins come first, then known bots and labels,
 * which require access to the repository. Anybody can write a branch name or a trailer, so those are only used if
 * the pull request comes from inside. Accepts a pull request or the issue that GitHub shows it as.
 */
export function githubAgent(pull: unknown, agents: AgentsByLogin | undefined): string | undefined {
  const user = fieldOf(pull, "user");
  const known =
    agentOfLogin(fieldOf(user, "login"), agents) ?? agentOfBot(user) ?? agentOfLabels(pull, agents);
  if (known !== undefined) return known;
  if (githubAuthor(pull).trust === "outsider" && !isOwnBranch(pull)) return undefined;
  return (
    agentOfBranch(fieldOf(pull, "head", "ref"), agents) ?? agentOfTrailers(fieldOf(pull, "body"), agents)
  );
}

/** Logins are case-insensitive. */
export function agentOfLogin(login: unknown, agents: AgentsByLogin = {}): string | undefined {
  const wanted = textOf(login)?.toLowerCase();
  if (wanted === undefined) return undefined;
  return nameOf(Object.entries(agents).find(([known]) => known.toLowerCase() === wanted)?.[1]);
}

/** Whether a login belongs to the agent whose work it is. */
export function isOwnLogin(
  login: string,
  context: { readonly agent?: string; readonly agents?: AgentsByLogin },
): boolean {
  const { agent, agents } = context;
  if (agent === undefined) return false;
  return login.toLowerCase() === agent.toLowerCase() || agentOfLogin(login, agents) === agent;
}

/** Whether the branch is in the repository itself, which requires write access. */
export function isOwnBranch(pull: unknown): boolean {
  const repositoryOf = (side: string): unknown => fieldOf(pull, side, "repo", "id");
  return typeof repositoryOf("head") === "number" && repositoryOf("head") === repositoryOf("base");
}

/** From a branch `agent/<name>/…`, or one with a configured prefix. */
export function agentOfBranch(branch: unknown, agents: AgentsByLogin = {}): string | undefined {
  const ref = (textOf(branch) ?? "").slice(0, 1_000);
  const [prefix, name, rest] = ref.split("/", 3);
  if (prefix === "agent" && textOf(rest) !== undefined) return nameOf(name);
  return configuredAgent(agents, "branch:", (beginning) => ref.startsWith(beginning));
}

/** From a trailer `Agent: <name>`, or a co-author who is an agent. */
export function agentOfTrailers(text: unknown, agents: AgentsByLogin = {}): string | undefined {
  const [own] = trailersOf(text, "agent");
  if (own !== undefined) return nameOf(own);
  for (const author of trailersOf(text, "co-authored-by")) {
    const address = /<([^<>\s]{1,200})>$/.exec(author)?.[1]?.toLowerCase() ?? "";
    const agent =
      configuredAgent(agents, "co-author:", (known) => known.toLowerCase() === address) ??
      agentOfAddress(address);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

function agentOfBot(user: unknown): string | undefined {
  const login = textOf(fieldOf(user, "login"));
  return login === undefined || fieldOf(user, "type") !== "Bot" ? undefined : knownBot(login);
}

/** From a label `agent:<name>`, or a configured one. */
function agentOfLabels(pull: unknown, agents: AgentsByLogin = {}): string | undefined {
  for (const label of listOf(fieldOf(pull, "labels")).slice(0, MAX_LABELS)) {
    const text = textOf(fieldOf(label, "name")) ?? "";
    const named = text.startsWith(LABEL) ? nameOf(text.slice(LABEL.length)) : undefined;
    const lower = text.toLowerCase();
    const agent = named ?? configuredAgent(agents, "label:", (known) => known.toLowerCase() === lower);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

/** The agent of the first configured key with this prefix whose rest matches. */
function configuredAgent(
  agents: AgentsByLogin,
  prefix: string,
  fits: (rest: string) => boolean,
): string | undefined {
  const found = Object.entries(agents).find(
    ([key]) => key.startsWith(prefix) && key.length > prefix.length && fits(key.slice(prefix.length)),
  );
  return nameOf(found?.[1]);
}

function nameOf(text: unknown): string | undefined {
  const name = textOf(text)?.trim();
  return name === undefined || name.length > MAX_NAME ? undefined : name;
}

/** The values of a trailer, last first. As in git, trailers are in the last paragraph. */
function trailersOf(text: unknown, key: string): readonly string[] {
  const found: string[] = [];
  const lines = (textOf(text) ?? "").slice(-MAX_TAIL).trimEnd().split(/\r?\n/);
  const start = `${key.toLowerCase()}:`;
  for (const line of lines.toReversed()) {
    if (line.trim() === "") break;
    if (line.toLowerCase().startsWith(start)) found.push(line.slice(start.length).trim());
  }
  return found;
}

/** The agent that a commit's address belongs to. */
export function agentOfAddress(address: string): string | undefined {
  const lower = address.toLowerCase();
  const known = AGENT_OF_ADDRESS.get(lower);
  if (known !== undefined) return known;
  const [local = "", host] = lower.split("@", 2);
  if (host !== "users.noreply.github.com") return undefined;
  return knownBot(local.slice(local.indexOf("+") + 1));
}
