import { textOf, type JsonObject, fieldOf, listOf } from "../json/json.ts";
import type { FeedbackAuthor, Trust } from "./feedback.ts";

/** The number that a GitHub server gave something. */
export const githubNumber = (id: unknown): string | undefined =>
  typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : textOf(id);

/** Every GitHub server counts from 1, so only the numbers of github.com stand alone. */
export function githubServer(object: JsonObject): string {
  const address = (textOf(object["html_url"]) ?? "").slice(0, 300);
  const host = /^https?:\/\/([\w.-]{1,253}(?::\d{1,5})?)\//.exec(address)?.[1]?.toLowerCase();
  return host === undefined || host === "github.com" ? "" : `${host}/`;
}

/** Those whom the repository lets write to it; one merged change makes nobody one of them. */
const INSIDERS: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Who wrote a comment or a review. The id says `github:`, so that no login can pass for a reviewer known otherwise. */
export function githubAuthor(remark: unknown): FeedbackAuthor {
  const user = fieldOf(remark, "user");
  const login = textOf(fieldOf(user, "login")) ?? "ghost";
  return { id: `github:${login}`, trust: trustOf(user, fieldOf(remark, "author_association")) };
}

function trustOf(user: unknown, association: unknown): Trust {
  if (fieldOf(user, "type") === "Bot") return "reviewer_bot";
  return INSIDERS.has(association) ? "person" : "outsider";
}

/** `owner/name#12`, spelled as the addresses of the repository spell it. */
export function githubTask(payload: unknown, number: unknown): string | undefined {
  const repository = textOf(fieldOf(fieldOf(payload, "repository"), "full_name"));
  const isNumber = typeof number === "number" && Number.isSafeInteger(number) && number > 0;
  return repository === undefined || !isNumber ? undefined : `${repository.slice(0, 201)}#${number}`;
}

/**
 * Coding agents that open pull requests under accounts of their own, by login in lower case. An account counts only if
 * GitHub says that it is a bot, since a person may have a name like one.
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
]);

/** Addresses under which agents name themselves as co-authors, in lower case. */
const AGENT_OF_ADDRESS: ReadonlyMap<string, string> = new Map([
  ["noreply@anthropic.com", "claude-code"],
  ["cursoragent@cursor.com", "cursor"],
  ["codex@openai.com", "codex"],
  ["noreply@openai.com", "codex"],
  ["openhands@all-hands.dev", "openhands"],
  ["aider@aider.chat", "aider"],
]);

/** The name of the agent behind a bot's login. */
const knownBot = (login: string): string | undefined => AGENT_OF_BOT.get(login.toLowerCase());

/** Trailers stand at the end of a text, so no more than its end is looked at. */
const MAX_TAIL = 4_000;

/**
 * Which agent works under which login, as those who run Emend say. A key may also be `label:<name>`,
 * `branch:<beginning>` or `co-author:<address>`; no login holds a colon.
 */
export type AgentsByLogin = Readonly<Record<string, string>>;

const MAX_LABELS = 100;
const MAX_NAME = 100;
const LABEL = "agent:";

/**
 * Whose work a pull request is; nothing if no agent is known to have done it. The given logins come first, then known
 * agents' bots and labels, which take rights in the repository. A branch and a trailer anybody can write, so they
 * count only if the pull request comes from within. Takes a pull request, or the issue that GitHub shows one as.
 */
export function githubAgent(pull: unknown, agents: AgentsByLogin | undefined): string | undefined {
  const user = fieldOf(pull, "user");
  const given =
    agentOfLogin(fieldOf(user, "login"), agents) ?? agentOfBot(user) ?? agentOfLabels(pull, agents);
  if (given !== undefined) return given;
  if (githubAuthor(pull).trust === "outsider" && !isOwnBranch(pull)) return undefined;
  return (
    agentOfBranch(fieldOf(fieldOf(pull, "head"), "ref"), agents) ??
    agentOfTrailers(fieldOf(pull, "body"), agents)
  );
}

/** Logins differ by more than their case. */
export function agentOfLogin(login: unknown, agents: AgentsByLogin = {}): string | undefined {
  const wanted = textOf(login)?.toLowerCase();
  if (wanted === undefined) return undefined;
  return nameOf(Object.entries(agents).find(([known]) => known.toLowerCase() === wanted)?.[1]);
}

/** Whether somebody speaks about work of their own. */
export function isOwnLogin(
  login: string,
  context: { readonly agent?: string; readonly agents?: AgentsByLogin },
): boolean {
  const { agent, agents } = context;
  if (agent === undefined) return false;
  return login.toLowerCase() === agent.toLowerCase() || agentOfLogin(login, agents) === agent;
}

/** Only those who may write to a repository have branches in it. */
export function isOwnBranch(pull: unknown): boolean {
  const repositoryOf = (side: string): unknown => fieldOf(fieldOf(fieldOf(pull, side), "repo"), "id");
  return typeof repositoryOf("head") === "number" && repositoryOf("head") === repositoryOf("base");
}

/** A branch `agent/<name>/…`, or one that begins as the settings say. */
export function agentOfBranch(branch: unknown, agents: AgentsByLogin = {}): string | undefined {
  const ref = (textOf(branch) ?? "").slice(0, 1_000);
  const [prefix, name, rest] = ref.split("/", 3);
  if (prefix === "agent" && textOf(rest) !== undefined) return nameOf(name);
  return agentGiven(agents, "branch:", (beginning) => ref.startsWith(beginning));
}

/** A trailer `Agent: <name>`, or a co-author who is an agent. */
export function agentOfTrailers(text: unknown, agents: AgentsByLogin = {}): string | undefined {
  const [own] = trailersOf(text, "agent");
  if (own !== undefined) return nameOf(own);
  for (const author of trailersOf(text, "co-authored-by")) {
    const address = /<([^<>\s]{1,200})>$/.exec(author)?.[1]?.toLowerCase() ?? "";
    const agent =
      agentGiven(agents, "co-author:", (known) => known.toLowerCase() === address) ?? knownAddress(address);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

function agentOfBot(user: unknown): string | undefined {
  const login = textOf(fieldOf(user, "login"));
  return login === undefined || fieldOf(user, "type") !== "Bot" ? undefined : knownBot(login);
}

/** A label `agent:<name>`, or one that the settings name. */
function agentOfLabels(pull: unknown, agents: AgentsByLogin = {}): string | undefined {
  for (const label of listOf(fieldOf(pull, "labels")).slice(0, MAX_LABELS)) {
    const text = textOf(fieldOf(label, "name")) ?? "";
    const named = text.startsWith(LABEL) ? nameOf(text.slice(LABEL.length)) : undefined;
    const lower = text.toLowerCase();
    const agent = named ?? agentGiven(agents, "label:", (known) => known.toLowerCase() === lower);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

/** The agent of the first key with a prefix whose rest fits. */
function agentGiven(
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

/** What the trailers of one key say, the last first. As git reads them: they are in the last paragraph. */
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

/** The name of the agent that a co-author's address belongs to. */
function knownAddress(address: string): string | undefined {
  const lower = address.toLowerCase();
  const known = AGENT_OF_ADDRESS.get(lower);
  if (known !== undefined) return known;
  const [local = "", host] = lower.split("@", 2);
  if (host !== "users.noreply.github.com") return undefined;
  return knownBot(local.slice(local.indexOf("+") + 1));
}
