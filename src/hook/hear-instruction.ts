import { fromInstruction } from "../core/feedback/from-signal.ts";
import type { FeedbackContext } from "../core/feedback/feedback-reading.ts";
import type { FeedbackAuthor } from "../core/feedback/feedback.ts";
import type { HookParts } from "./hook-parts.ts";

/** Without one of these a prompt gives no standing instruction, and the reader of English need not be loaded. */
const HINT =
  /\b(?:always|never|from now on|from here on|going forward|moving forward|henceforth|in (?:the )?future|remember|keep in mind|rule|again|in (?:this|our) (?:repo|repository|project|codebase|monorepo))\b/i;
/** Keeps the standing instruction that a prompt gives: the sentence alone, since the rest is the task. */
export async function hearInstruction(
  text: string,
  about: FeedbackContext & { readonly author: FeedbackAuthor },
  { hear }: Pick<HookParts, "hear">,
): Promise<void> {
  if (!HINT.test(text)) return;
  const { findInstruction } = await import("../core/signal/words/instruction.ts");
  const found = findInstruction(text);
  if (found === undefined) return;
  hear(fromInstruction(text.slice(found.start, found.end), about));
}
