import type { Draft } from "./draft.ts";
import type { Outcome } from "./submission.ts";

/** The answer for Ctrl+Enter, or null to ask. Neither a comment nor an editor without changes implies approval. */
export function primaryAnswer(
  { comment, isRejecting }: Pick<Draft, "comment" | "isRejecting">,
  { lines, isEditing }: { readonly lines: number; readonly isEditing: boolean },
): Outcome | null {
  if (isRejecting) return "rejected";
  if (comment.trim() !== "" || (isEditing && lines === 0)) return null;
  return lines > 0 ? "approved_with_changes" : "approved";
}
