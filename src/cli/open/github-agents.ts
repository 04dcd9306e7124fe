import type { GithubContext } from "../../core/feedback/from-github-comment.ts";
import { usageError } from "../cli-error.ts";

/** Parses `login=name` pairs. The last one for a login wins. */
export function parseGithubAgents(
  entries: readonly string[],
  option: "--github-agent" | "github.agents" = "--github-agent",
): Pick<GithubContext, "agents"> {
  if (entries.length === 0) return {};
  const pairs = entries.map((text) => {
    const separator = text.indexOf("=");
    const [login, name] = [text.slice(0, Math.max(separator, 0)).trim(), text.slice(separator + 1).trim()];
    if (login !== "" && name !== "") return [login.toLowerCase(), name] as const;
    throw usageError(
      "github_agent_malformed",
      `${option}: expected a login and an agent's name, got ${JSON.stringify(text)}`,
      `for example: ${option === "github.agents" ? "" : `${option} `}rio-app[bot]=rio`,
    );
  });
  return { agents: Object.fromEntries(pairs) };
}
