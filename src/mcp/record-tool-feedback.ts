import { asClaim, withOwner } from "../core/feedback/own-event.ts";
import { fromJsonl } from "../core/feedback/from-jsonl.ts";
import { invalidArguments } from "./tool-refusal.ts";
import type { McpContext } from "./mcp-context.ts";

export interface RecordedToolFeedback {
  readonly feedback_id: string;
  /** `known` if it was already recorded. */
  readonly state: "new" | "known";
}

/**
 * Records feedback from a tool call under the author of the server. With a run, the same feedback is recorded once across
 * sessions. Agents make these calls, so an outcome is only a claim, whoever owns the token.
 */
export async function recordToolFeedback(
  fields: Readonly<Record<string, unknown>>,
  context: McpContext,
): Promise<RecordedToolFeedback> {
  const { author, now, session } = context;
  const reading = fromJsonl(
    { ...fields, tool: "emend mcp" },
    { now: now(), author, ...(fields["run"] === undefined ? { eventId: session } : {}) },
  );
  const [problem] = reading.diagnostics;
  if (reading.feedback.length === 0) {
    throw invalidArguments([{ path: problem?.path ?? "", message: problem?.message ?? "expected a text" }]);
  }
  const emend = await context.emend.create();
  const owned = reading.feedback.map((record) => withOwner(asClaim(record), context.owner));
  const { new: fresh, lastId } = await emend.feedback.record(owned);
  return { feedback_id: lastId ?? "", state: fresh > 0 ? "new" : "known" };
}
