import type { Principal } from "../core/access/principal.ts";
import type { Feedback, FeedbackAuthor, Trust } from "../core/feedback/feedback.ts";

/** As whom somebody's own words are recorded. */
export const authorOf = ({ id, role }: Principal): FeedbackAuthor => ({
  id,
  trust: role === "agent" ? "tool" : "person",
});

/**
 * A record with no more trust than whoever sends it can give. Only an administrator speaks for other people; what an
 * agent's token sends was at best heard by a tool, since nobody else stands behind it.
 */
export function vouchFor(record: Feedback, principal: Principal): Feedback {
  const trust = trustOf(record.author, principal);
  return trust === record.author.trust ? record : { ...record, author: { ...record.author, trust } };
}

function trustOf({ id, trust }: FeedbackAuthor, principal: Principal): Trust {
  if (principal.role === "admin" || trust === "outsider") return trust;
  if (principal.role === "agent") return "tool";
  return trust === "person" && id !== principal.id ? "outsider" : trust;
}
