import { githubAuthor } from "./github-author.ts";
import { fieldOf, listOf, textOf } from "../json/read-json.ts";

/** Which agent works under which login, as those who run Emend say. */
export type AgentsByLogin = Readonly<Record<string, string>>;

const MAX_LABELS = 100;
const MAX_NAME = 100;
/** Trailers stand at the end of a body, so no more than its end is looked at. */
const MAX_TAIL = 4_000;
const TRAILER = "agent:";

/**
 * Whose work a pull request is. The given logins come first, then a label `agent:<name>`, which takes rights in
 * the repository; a branch `agent/<name>/…` and a trailer `Agent: <name>` anybody can write, so they count only
 * where the pull request comes from within. Takes a pull request, or the issue that GitHub shows one as.
 */
export function githubAgent(pull: unknown, agents: AgentsByLogin | undefined): string | undefined {
  const given = agentOfLogin(fieldOf(fieldOf(pull, "user"), "login"), agents) ?? agentOfLabels(pull);
  if (given !== undefined) return given;
  if (githubAuthor(pull).trust === "outsider" && !isOwnBranch(pull)) return undefined;
  return agentOfBranch(fieldOf(fieldOf(pull, "head"), "ref")) ?? agentOfTrailer(fieldOf(pull, "body"));
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

export function agentOfBranch(branch: unknown): string | undefined {
  const [prefix, name, rest] = (textOf(branch) ?? "").slice(0, 1_000).split("/", 3);
  return prefix === "agent" && textOf(rest) !== undefined ? nameOf(name) : undefined;
}

function agentOfLabels(pull: unknown): string | undefined {
  for (const label of listOf(fieldOf(pull, "labels")).slice(0, MAX_LABELS)) {
    const text = textOf(fieldOf(label, "name"));
    const name = text?.startsWith(TRAILER) === true ? nameOf(text.slice(TRAILER.length)) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** As git reads trailers: in the last paragraph, the last of a key wins. */
function agentOfTrailer(body: unknown): string | undefined {
  const lines = (textOf(body) ?? "").slice(-MAX_TAIL).trimEnd().split(/\r?\n/);
  for (const line of lines.toReversed()) {
    if (line.trim() === "") return undefined;
    if (line.toLowerCase().startsWith(TRAILER)) return nameOf(line.slice(TRAILER.length));
  }
  return undefined;
}

function nameOf(text: unknown): string | undefined {
  const name = textOf(text)?.trim();
  return name === undefined || name.length > MAX_NAME ? undefined : name;
}
