import type { Draft } from "./draft.ts";
import type { Outcome } from "./submission.ts";

/**
 * What Ctrl+Enter does, or null if it has to ask. A comment may ask for a change or say thank you, and an editor that is open
 * without a change says nothing yet, so neither of them approves by itself.
 */
export function primaryAnswer(
  { comment, isRejecting }: Pick<Draft, "comment" | "isRejecting">,
  { lines, isEditing }: { readonly lines: number; readonly isEditing: boolean },
): Outcome | null {
  if (isRejecting) return "rejected";
  if (comment.trim() !== "" || (isEditing && lines === 0)) return null;
  return lines > 0 ? "approved_with_changes" : "approved";
}
