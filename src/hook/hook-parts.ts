import type { Feedback } from "../core/feedback/feedback.ts";
import type { HookPlace } from "./hook-place.ts";
import type { Knowledge } from "./knowledge.ts";

/** What the answer to one event is made with. */
export interface HookParts {
  readonly place: HookPlace;
  readonly agent: string;
  /** Made when the event was heard; the same event handled twice has the same one. */
  readonly eventId: string;
  /** Names of settings that wait for the user's trust. */
  readonly untrusted: readonly string[];
  readonly now: () => Date;
  /** Loaded when a question is asked: most events ask none. */
  readonly knowledge: () => Promise<Knowledge>;
  /** Keeps until it is recorded that what these events told of is fixed. */
  readonly settle: (events: readonly string[], command: string) => void;
  /** Keeps what was heard until it is recorded. */
  readonly hear: (feedback: Feedback) => void;
  /** Who talks to the agent. */
  readonly person: () => string;
  /** Hears of faults of ours. */
  readonly fault: (code: string, error: unknown) => void;
}
