import { SUBMIT_KEY } from "../lib/submit-key.ts";
import type { Outcome } from "./submission.ts";

export function describeAnswer({
  primary,
  agent,
  comment,
  tags,
  lines,
}: {
  readonly primary: Outcome | null;
  readonly agent: string;
  readonly comment: string;
  readonly tags: number;
  readonly lines: number;
}): string {
  const tagged = tags === 0 ? "" : tags === 1 ? "1 tag" : `${tags} tags`;
  const attachments = [comment.trim() === "" ? "" : "your comment", tagged]
    .filter((part) => part !== "")
    .join(" and ");
  if (primary === null) {
    return attachments === ""
      ? "Nothing is changed yet, so no answer is preselected. Choose one."
      : `You wrote a comment, so no answer is preselected. Choose one, or press ${SUBMIT_KEY} to be asked.`;
  }
  if (primary === "rejected") {
    const correctionNote =
      lines === 0
        ? ""
        : lines === 1
          ? " Your changed line is kept as the correction."
          : ` Your ${lines} changed lines are kept as the correction.`;
    return attachments === ""
      ? `needs a comment or a tag first, so that ${agent} knows why.${correctionNote}`
      : `sends it back to ${agent} with ${attachments}.${correctionNote}`;
  }
  const along = attachments === "" ? "" : ` Sent with ${attachments}.`;
  if (primary === "approved") return `accepts it as ${agent} wrote it.${along}`;
  const changed = lines === 1 ? "your line and keeps it" : `your ${lines} lines and keeps them`;
  return `takes ${changed} as one correction for ${agent}.${along}`;
}
