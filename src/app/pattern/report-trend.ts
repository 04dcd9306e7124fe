import { type PatternWindow, windowOf, type WindowProblem } from "../../core/pattern/pattern-window.ts";
import {
  agentTrend,
  type AgentTrend,
  type TrendBucketLength,
  type TrendProblem,
  trendSpan,
} from "../../core/pattern/trend-buckets.ts";
import { ok, type Result } from "../../core/result.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

export interface TrendQuestion {
  readonly agent: string;
  /** The present, as an RFC 3339 timestamp. */
  readonly now: string;
  readonly hours: number;
  readonly bucket: TrendBucketLength;
}

export interface TrendReport extends AgentTrend {
  readonly window: PatternWindow;
}

/** How one agent's work went over time, from one question to the store. */
export const reportTrend =
  ({ store }: { readonly store: Pick<FeedbackStore, "rollUp"> }) =>
  async ({
    agent,
    now,
    hours,
    bucket,
  }: TrendQuestion): Promise<Result<TrendReport, WindowProblem | TrendProblem>> => {
    const window = windowOf(now, hours);
    if (!window.ok) return window;
    const span = trendSpan(window.value, bucket);
    if (!span.ok) return span;
    const rows = await store.rollUp({ agent, from: span.value.from, to: span.value.to });
    return ok({ window: window.value, ...agentTrend(agent, rows, span.value) });
  };
