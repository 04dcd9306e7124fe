import { type Principal, usedLogin } from "../core/access/token.ts";
import type { Feedback, FeedbackAuthor, Trust, RuleActor } from "../core/feedback/feedback.ts";
import { HttpProblem } from "./http-problem.ts";
import type { Route } from "./route.ts";
import { asClaim, type EventOwner, ownEvent, ownerOf } from "../core/feedback/own-event.ts";

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

/** As whom somebody's own words are recorded. */
export const authorOf = ({ id, role }: Principal): FeedbackAuthor => ({
  id,
  trust: role === "agent" ? "tool" : "person",
});

/** Under whose name the ids of what somebody sends are made, so that they take nobody else's. */
export const eventOwner = ({ id, token_id }: Principal): EventOwner =>
  token_id === undefined ? ownerOf("person", id) : ownerOf("token", token_id);

/** As whom somebody decides about rules, and what they are logged in with. */
export const deciderOf = (principal: Principal): RuleActor => ({
  ...authorOf(principal),
  login: usedLogin(principal),
});

/**
 * A record with no more trust than whoever sends it can give, under ids of their own. Only an administrator speaks for
 * other people and says which event it is; what an agent's token sends was at best heard by a tool, since nobody else
 * stands behind it, and the outcomes it reports are claims.
 */
export function vouchFor(record: Feedback, principal: Principal): Feedback {
  if (principal.role === "admin") return record;
  const said = principal.role === "agent" ? asClaim(record) : record;
  const author = isHeardPerson(record, principal)
    ? authorOf(principal)
    : { ...said.author, trust: trustOf(said.author, principal) };
  return ownEvent({ ...said, author }, eventOwner(principal));
}

/** A hook names the person by their git name. With a person's token it is that person who spoke, whatever git calls them. */
const isHeardPerson = ({ source, author }: Feedback, { role }: Principal): boolean =>
  source.kind === "signal" && author.trust === "person" && role !== "agent";

function trustOf({ id, trust }: FeedbackAuthor, principal: Principal): Trust {
  if (trust === "outsider") return trust;
  if (principal.role === "agent") return "tool";
  return trust === "person" && id !== principal.id ? "outsider" : trust;
}
