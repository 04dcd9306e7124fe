import { type Principal, usedLogin } from "../core/access/token.ts";
import { asClaim, type EventOwner, ownEvent, ownerOf } from "../core/feedback/own-event.ts";
import type { Feedback, FeedbackAuthor, Trust, RuleActor } from "../core/feedback/feedback.ts";

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
