import type { FeedbackAuthor } from "./feedback.ts";

/** Who speaks in a machine's review that names nobody. */
export const REVIEWER: FeedbackAuthor = { id: "reviewer", trust: "reviewer_bot" };

/** What is known beside the input; a source that says otherwise about itself is believed, except on trust. */
export interface FeedbackContext {
  /** The time of what states none, as an RFC 3339 date-time. */
  readonly now: string;
  readonly agent?: string;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  readonly gate?: string;
  /** The file that it is about, if the source names no place. */
  readonly path?: string;
  /** Who speaks, where the source does not say. The trust `outsider` holds whatever the source claims. */
  readonly author?: FeedbackAuthor;
  /**
   * What makes this delivery one event: a delivery id, a run with a step. Without it a source that has no
   * id of its own is known by its content, agent, run and task, and saying it again there changes nothing.
   */
  readonly eventId?: string;
}
