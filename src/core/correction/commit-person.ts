import { defined } from "../defined.ts";
import { agentOfAddress, agentOfLogin, type AgentsByLogin } from "../feedback/github-agent.ts";
import { hash64 } from "../hash.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import type { CommitPerson, PastCommit } from "./past-commit.ts";

const MAX_NAME = 100;
const GITHUB = /^(?:\d{1,12}\+)?([\w.[\]-]{1,60})@users\.noreply\.github\.com$/i;
const BOT =
  /\[bot\]|^(?:dependabot|renovate|greenkeeper|snyk|imgbot|weblate|allcontributors|semantic-release|github-actions|pre-commit-ci|mergify|bors|release-please|changeset)(?:[-_ ]?bot)?\b/i;
/** Aider adds itself to the author's name. */
const AIDER = /\(aider\)$/;
/** Agents sign the messages that they write. */
const SIGNATURE =
  /\b(?:Generated|Created|Written|Made) (?:with|by|using) \[?(Claude Code|Codex|OpenCode|Gemini CLI|Qwen Code|Cursor|Amp|Crush|Devin|Droid|Kiro|Jules)\b/i;
const AGENT_OF_SIGNATURE: ReadonlyMap<string, string> = new Map([
  ["claude code", "claude-code"],
  ["gemini cli", "gemini"],
  ["qwen code", "qwen"],
]);

/** A person or program by the name and address in a commit. The address itself is not kept. */
export function commitPerson(name: string, address: string): CommitPerson {
  const lower = address.trim().toLowerCase();
  const login = GITHUB.exec(lower)?.[1];
  const agent = agentOfAddress(lower) ?? (AIDER.test(name) ? "aider" : undefined);
  const isBot = agent === undefined && (BOT.test(name) || lower.includes("[bot]@"));
  return {
    name: maskPrivate(name.trim().slice(0, MAX_NAME)),
    id: hash64(lower),
    ...defined({ login, agent, bot: isBot ? (true as const) : undefined }),
  };
}

/** The agent that wrote a commit, alone or with a person. */
export function agentOfCommit(commit: PastCommit, agents: AgentsByLogin = {}): string | undefined {
  const people = [commit.author, ...commit.coAuthors, commit.committer];
  for (const person of people) {
    const agent = configuredAgent(person, agents) ?? person.agent;
    if (agent !== undefined) return agent;
  }
  const named = commit.trailers.find(({ key }) => key === "agent")?.value.trim();
  if (named !== undefined && named !== "" && named.length <= MAX_NAME) return named;
  const signed = SIGNATURE.exec(commit.message)?.[1]?.toLowerCase();
  return signed === undefined ? undefined : (AGENT_OF_SIGNATURE.get(signed) ?? signed);
}

const CO_AUTHOR = "co-author:";

function configuredAgent({ name, login, id }: CommitPerson, agents: AgentsByLogin): string | undefined {
  const known = agentOfLogin(login, agents) ?? agentOfLogin(name, agents);
  if (known !== undefined) return known;
  return Object.entries(agents).find(
    ([key]) => key.startsWith(CO_AUTHOR) && hash64(key.slice(CO_AUTHOR.length).trim().toLowerCase()) === id,
  )?.[1];
}
