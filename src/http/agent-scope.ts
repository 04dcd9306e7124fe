import type { Principal } from "../core/access/token.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import { HttpProblem } from "./http-problem.ts";
import type { Route } from "./route.ts";

interface Named {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Holds an agent's own token to its agent: another name is refused, and a request that names none is about it.
 * Everybody else asks about whom they like.
 */
export function scopeToAgent(route: Route, given: Named, principal: Principal): Named {
  if (principal.role !== "agent" || route.agent === undefined) return given;
  const own = principal.agent!;
  const key = ({ path: "params", query: "query", body: "body" } as const)[route.agent];
  const part = given[key];
  if (typeof part !== "object" || part === null) return given;
  const named = (part as { readonly agent?: unknown }).agent;
  if (named !== undefined && named !== own) {
    throw new HttpProblem("other_agent", `this token belongs to the agent ${JSON.stringify(own)}`);
  }
  return { ...given, [key]: { ...part, agent: own } };
}

/** Whether somebody reads for an agent, which is told nothing of what outsiders said. */
export const readsForAgent = ({ role }: Principal): boolean => role === "agent";

/** Whether somebody may see a record: an agent's token its own agent's, unless an outsider said it. */
export const maySeeRecord = (principal: Principal, { agent, author }: Feedback): boolean =>
  !readsForAgent(principal) || (maySee(principal, agent) && author.trust !== "outsider");

/** Whether somebody may see what is of an agent; what they may not is as if it were not there. */
export const maySee = ({ role, agent }: Principal, of: string | undefined): boolean =>
  role !== "agent" || agent === of;
