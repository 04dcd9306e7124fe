import { MOD } from "../lib/submit-key.ts";
import type { Outcome } from "./submission.ts";

/** What the solid button will do, in the words after its name; without one, what to do. */
export function sayWhatHappens({
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
  const said = [comment.trim() === "" ? "" : "your comment", tagged]
    .filter((part) => part !== "")
    .join(" and ");
  if (primary === null) {
    return said === ""
      ? "Nothing is changed yet, so no answer is preselected. Choose one."
      : `You wrote a comment, so no answer is preselected. Choose one, or press ${MOD} to be asked.`;
  }
  if (primary === "rejected") {
    const kept =
      lines === 0
        ? ""
        : lines === 1
          ? " Your changed line is kept as the correction."
          : ` Your ${lines} changed lines are kept as the correction.`;
    return said === ""
      ? `needs a comment or a tag first: ${agent} has to know why.${kept}`
      : `sends it back to ${agent} with ${said}.${kept}`;
  }
  const along = said === "" ? "" : ` It goes out with ${said}.`;
  if (primary === "approved") return `lets it stand as ${agent} wrote it.${along}`;
  const changed = lines === 1 ? "your line and keeps it" : `your ${lines} lines and keeps them`;
  return `takes ${changed} as one correction for ${agent}.${along}`;
}
