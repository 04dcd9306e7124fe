import { asClaim, ownEvent } from "../core/feedback/own-event.ts";
import { fromJsonl } from "../core/feedback/from-jsonl.ts";
import { invalidArguments } from "./tool-refusal.ts";
import type { McpContext } from "./mcp-context.ts";

export interface RecordedFeedback {
  readonly feedback_id: string;
  /** `known` if the same was already recorded. */
  readonly state: "new" | "known";
}

/**
 * Records what a call says, as whom the server speaks for; with a run it is one event wherever it is said again. Tools
 * are called by agents, so an outcome is a claim whoever's token it is.
 */
export async function recordToolFeedback(
  said: Readonly<Record<string, unknown>>,
  context: McpContext,
): Promise<RecordedFeedback> {
  const { author, now, session } = context;
  const reading = fromJsonl(
    { ...said, tool: "emend mcp" },
    { now: now(), author, ...(said["run"] === undefined ? { eventId: session } : {}) },
  );
  const [problem] = reading.diagnostics;
  if (reading.feedback.length === 0) {
    throw invalidArguments([{ path: problem?.path ?? "", message: problem?.message ?? "expected a text" }]);
  }
  const emend = await context.emend.create();
  const owned = reading.feedback.map((record) => ownEvent(asClaim(record), context.owner));
  const { new: fresh, lastId } = await emend.feedback.record(owned);
  return { feedback_id: lastId ?? "", state: fresh > 0 ? "new" : "known" };
}
