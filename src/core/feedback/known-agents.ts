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
export const knownBot = (login: string): string | undefined => AGENT_OF_BOT.get(login.toLowerCase());

/** The name of the agent that a co-author's address belongs to. */
export function knownAddress(address: string): string | undefined {
  const lower = address.toLowerCase();
  const known = AGENT_OF_ADDRESS.get(lower);
  if (known !== undefined) return known;
  const [local = "", host] = lower.split("@", 2);
  if (host !== "users.noreply.github.com") return undefined;
  return knownBot(local.slice(local.indexOf("+") + 1));
}
