import type { AgentModel } from "../core/feedback/agent-model.ts";
import type { SentReport } from "../core/check/check-report.ts";
import type { CommittedEntry } from "./committed-entry.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import type { HookPaths } from "./hook-paths.ts";
import type { Knowledge } from "./knowledge.ts";

/** What answering one event needs. */
export interface HookContext {
  readonly paths: HookPaths;
  readonly agent: string;
  /** Created when the event arrived, so that handling it twice records it once. */
  readonly eventId: string;
  /** Names of settings that the user has not trusted. */
  readonly untrusted: readonly string[];
  readonly now: () => Date;
  /** Loaded on first use: most events need none. */
  readonly knowledge: () => Promise<Knowledge>;
  /** Queues that the failures of these events are fixed. */
  readonly recordFixed: (events: readonly string[], command: string) => void;
  /** Queues what checks read and found. */
  readonly recordChecked: (record: SentReport) => void;
  /** Milliseconds that are left to answer. */
  readonly left: () => number;
  /** Queues what the agent runs on. */
  readonly recordModel: (record: AgentModel & { readonly run: string; readonly agent: string }) => void;
  /** Queues commits of the agent. */
  readonly recordCommit: (record: CommittedEntry) => void;
  /** Queues feedback until it is delivered. */
  readonly record: (feedback: Feedback) => void;
  /** The person who uses the agent. */
  readonly person: () => string;
  readonly reportFault: (code: string, error: unknown) => void;
}
