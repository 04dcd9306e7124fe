import type { FileToCheck } from "../app/check/check-files.ts";
import type { Emend } from "../compose.ts";
import type { RemindersQuestion } from "../app/reminder/find-reminders.ts";
import type { FeedbackAuthor } from "../core/feedback/feedback.ts";
import type { EventOwner } from "../core/feedback/own-event.ts";

/** Opens the store when a call needs it, and creates it when a call records something. */
export interface EmendAccess {
  /** Undefined if there is no store yet. */
  find(): Promise<Emend | undefined>;
  create(): Promise<Emend>;
}

/** What every tool and resource receives. */
export interface McpContext {
  readonly version: string;
  readonly emend: EmendAccess;
  /** The agent, if a call does not name one. */
  readonly agent?: string;
  /** The version of the client's program, as the client reports it. */
  readonly agentVersion?: string;
  /** Restricts calls to that agent, for an agent's own token. */
  readonly ownAgentOnly?: boolean;
  /** The author of recorded feedback. A call cannot change it. */
  readonly author: FeedbackAuthor;
  /** The owner in the ids of recorded feedback. */
  readonly owner: EventOwner;
  /** Distinguishes sessions: the same feedback is recorded once per session. */
  readonly session: string;
  /** Paths below this folder are made relative to it. */
  readonly root?: string;
  /** Reads a file of the project, if this process runs in its folder. Undefined for one that cannot be checked. */
  readonly readFile?: (path: string) => Promise<FileToCheck | undefined>;
  /** Whose corrections agents are reminded of. */
  readonly reminders: () => Promise<Pick<RemindersQuestion, "source" | "own">>;
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: () => string;
  /** Logs failures that the caller did not cause. */
  readonly report: (line: string) => void;
}
