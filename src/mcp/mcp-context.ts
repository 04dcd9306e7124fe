import type { Emend } from "../compose.ts";
import type { RemindersQuestion } from "../app/reminder/find-reminders.ts";
import type { FeedbackAuthor } from "../core/feedback/feedback.ts";
import type { EventOwner } from "../core/feedback/own-event.ts";

/** The use cases as a session comes by them: the store is opened when a call needs it, and made when one records. */
export interface EmendAccess {
  /** Nothing if there is no store yet. */
  find(): Promise<Emend | undefined>;
  create(): Promise<Emend>;
}

/** What every tool and resource works with. */
export interface McpContext {
  readonly version: string;
  readonly emend: EmendAccess;
  /** Who asks, where a call does not say. */
  readonly agent?: string;
  /** Where true, that agent is the only one that calls reach: so it is for an agent's own token. */
  readonly ownAgentOnly?: boolean;
  /** As whom feedback is recorded; a call cannot say otherwise. */
  readonly author: FeedbackAuthor;
  /** Under whose name the ids of recorded feedback are made. */
  readonly owner: EventOwner;
  /** Tells what is said in this session from the same words in another; a call again within it changes nothing. */
  readonly session: string;
  /** Paths below this folder are taken as relative to it; without one they are taken as they are given. */
  readonly root?: string;
  /** Whose corrections agents are reminded of; asked when a tool needs it. */
  readonly reminders: () => Promise<Pick<RemindersQuestion, "source" | "own">>;
  /** UTC to the millisecond. */
  readonly now: () => string;
  /** Hears of faults that are no caller's. */
  readonly report: (line: string) => void;
}
