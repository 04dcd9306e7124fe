import type { Outcome } from "./submission.ts";

/** What the solid button will do, in the words after its name. */
export function sayWhatHappens({
  primary,
  agent,
  comment,
  tags,
  lines,
}: {
  readonly primary: Outcome;
  readonly agent: string;
  readonly comment: string;
  readonly tags: number;
  readonly lines: number;
}): string {
  const tagged = tags === 0 ? "" : tags === 1 ? "1 tag" : `${tags} tags`;
  const said = [comment.trim() === "" ? "" : "your comment", tagged]
    .filter((part) => part !== "")
    .join(" and ");
  if (primary === "rejected") {
    const lost = lines === 0 ? "" : " Your change is not sent.";
    return said === ""
      ? `needs a comment or a tag first: ${agent} has to know why.${lost}`
      : `sends it back to ${agent} with ${said}.${lost}`;
  }
  const along = said === "" ? "" : ` It goes out with ${said}.`;
  if (primary === "approved") return `lets it stand as ${agent} wrote it.${along}`;
  const changed = lines === 1 ? "your line and keeps it" : `your ${lines} lines and keeps them`;
  return `takes ${changed} as one correction for ${agent}.${along}`;
}
