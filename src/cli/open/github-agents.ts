import type { GithubContext } from "../../core/feedback/from-github-comment.ts";
import { usageError } from "../cli-error.ts";

/** Logins with their agents, as `login=name` gives them; a login that is given again counts anew. */
export function parseGithubAgents(
  given: readonly string[],
  option: "--github-agent" | "github.agents" = "--github-agent",
): Pick<GithubContext, "agents"> {
  if (given.length === 0) return {};
  const pairs = given.map((text) => {
    const at = text.indexOf("=");
    const [login, name] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    if (login !== "" && name !== "") return [login.toLowerCase(), name] as const;
    throw usageError(
      "github_agent_malformed",
      `${option}: expected a login and an agent's name, got ${JSON.stringify(text)}`,
      `for example: ${option === "github.agents" ? "" : `${option} `}rio-app[bot]=rio`,
    );
  });
  return { agents: Object.fromEntries(pairs) };
}
