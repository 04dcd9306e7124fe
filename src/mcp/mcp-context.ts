import type { IssueJudge } from "../app/iteration/judge-findings.ts";
import type { RemindersQuestion } from "../app/reminder/find-reminders.ts";
import type { FeedbackAuthor } from "../core/feedback/feedback.ts";
import type { EventOwner } from "../core/feedback/own-event.ts";
import type { GateCatalogue } from "../core/gate/gate-catalogue.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";
import type { Store } from "../ports/store.ts";

/** The store as a server comes by it: opened when a call needs it, and made when a call records something. */
export interface StoreAccess {
  /** Nothing where there is no store yet. */
  find(): Promise<Store | undefined>;
  make(): Promise<Store>;
}

/** What every tool and resource works with. */
export interface McpContext {
  readonly version: string;
  readonly store: StoreAccess;
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
  readonly policy: RulePolicy;
  /** What to do about a tag that nobody gave a fix for. */
  readonly gates: GateCatalogue;
  /** Whose corrections agents are reminded of; asked when a tool needs it. */
  readonly reminders: () => Promise<Pick<RemindersQuestion, "source" | "own">>;
  /** Tells the same issue in other words; opened when a tool needs it. */
  readonly learning: () => Promise<IssueJudge>;
  /** UTC to the millisecond. */
  readonly now: () => string;
  /** Hears of faults that are no caller's. */
  readonly report: (line: string) => void;
}
