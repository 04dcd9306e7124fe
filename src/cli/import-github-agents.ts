import type { GithubContext } from "../core/feedback/from-github-comment.ts";
import { usageError } from "./cli-error.ts";

/** Logins with their agents, as `--github-agent login=name` gives them; a login that is given again counts anew. */
export function parseGithubAgents(given: readonly string[]): Pick<GithubContext, "agents"> {
  if (given.length === 0) return {};
  const pairs = given.map((text) => {
    const at = text.indexOf("=");
    const [login, name] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    if (login !== "" && name !== "") return [login.toLowerCase(), name] as const;
    throw usageError(
      "github_agent_malformed",
      `--github-agent expects a login and an agent's name, not ${JSON.stringify(text)}`,
      "for example: --github-agent rio-app[bot]=rio",
    );
  });
  return { agents: Object.fromEntries(pairs) };
}
