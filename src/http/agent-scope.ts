import { type Principal, loginUsed } from "../core/access/token.ts";
import type { Feedback, FeedbackAuthor, Trust, RuleActor } from "../core/feedback/feedback.ts";
import { HttpProblem } from "./http-problem.ts";
import type { Route } from "./route.ts";
import { asClaim, type EventOwner, withOwner, ownerOf } from "../core/feedback/own-event.ts";

interface RequestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Restricts an agent's token to its own agent: another name is refused, and a missing one is filled in. */
export function scopeToAgent(route: Route, input: RequestInput, principal: Principal): RequestInput {
  if (principal.role !== "agent" || route.agent === undefined) return input;
  const own = principal.agent!;
  const key = ({ path: "params", query: "query", body: "body" } as const)[route.agent];
  const part = input[key];
  if (typeof part !== "object" || part === null) return input;
  const named = (part as { readonly agent?: unknown }).agent;
  if (named !== undefined && named !== own) {
    throw new HttpProblem("other_agent", `this token belongs to the agent ${JSON.stringify(own)}`);
  }
  return { ...input, [key]: { ...part, agent: own } };
}

/** Agents never see feedback from outsiders. */
export const readsForAgent = ({ role }: Principal): boolean => role === "agent";

/** An agent's token may see its own agent's records, except feedback from outsiders. */
export const maySeeRecord = (principal: Principal, { agent, author }: Feedback): boolean =>
  !readsForAgent(principal) || (maySee(principal, agent) && author.trust !== "outsider");

/** An agent's token may only see its own agent. Anything else is reported as not found. */
export const maySee = ({ role, agent }: Principal, owner: string | undefined): boolean =>
  role !== "agent" || agent === owner;

/** The author to record for a principal's own feedback. */
export const authorOf = ({ id, role }: Principal): FeedbackAuthor => ({
  id,
  trust: role === "agent" ? "tool" : "person",
});

/** Scopes the ids of a principal's events, so that they cannot collide with anybody else's. */
export const eventOwner = ({ id, token_id }: Principal): EventOwner =>
  token_id === undefined ? ownerOf("person", id) : ownerOf("token", token_id);

/** The author of a decision about a rule, with the login they used. */
export const deciderOf = (principal: Principal): RuleActor => ({
  ...authorOf(principal),
  login: loginUsed(principal),
});

/**
 * Limits a record's trust to what its sender can vouch for, and scopes its event id to them. Only an administrator may
 * record for other people and choose the event id. A record from an agent's token has at most the trust `tool`, and the
 * outcomes it reports are claims.
 */
export function limitTrust(record: Feedback, principal: Principal): Feedback {
  if (principal.role === "admin") return record;
  const reported = principal.role === "agent" ? asClaim(record) : record;
  const author = isOwnSignal(record, principal)
    ? authorOf(principal)
    : { ...reported.author, trust: trustOf(reported.author, principal) };
  return withOwner({ ...reported, author }, eventOwner(principal));
}

/** A hook reports a person by their git name. With a person's token the author is the token's owner. */
const isOwnSignal = ({ source, author }: Feedback, { role }: Principal): boolean =>
  source.kind === "signal" && author.trust === "person" && role !== "agent";

function trustOf({ id, trust }: FeedbackAuthor, principal: Principal): Trust {
  if (trust === "outsider") return trust;
  if (principal.role === "agent") return "tool";
  return trust === "person" && id !== principal.id ? "outsider" : trust;
}
