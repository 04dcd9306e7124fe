/** What review bots fold away or wrap around their words. */
const FOLDED = /<details>[\s\S]*?(?:<\/details>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const TAGS = /<\/?(?:summary|details|sub|sup|br|b|i|em|strong|p|img|a)\b[^>]{0,400}>/gi;
const BADGE = /!\[[^\]]{0,200}\]\([^)]{0,400}\)/g;
const LONGEST_LABEL = 50;
const LABELS: ReadonlySet<string> = new Set(
  "suggestion|potential issue|refactor suggestion|nitpick|issue|warning|major|minor|critical|security|performance|bug|style|potential issue major|potential issue minor|potential issue critical|major refactor suggestion|refactor suggestion major|nitpick assertive|nitpick trivial|low|medium|high|p0|p1|p2|p3".split(
    "|",
  ),
);

/** A remark without the frame that a review bot puts around it: badges, folded parts, labels and marks for bold text. */
export const plainRemark = (text: string): string =>
  text
    .replaceAll(FOLDED, "\n")
    .replaceAll(BADGE, "")
    .replaceAll(TAGS, " ")
    .split("\n")
    .map((line) => withoutLabel(line.replaceAll("**", "")))
    .join("\n")
    .trim();

/** "⚠️ Potential issue: The loop never stops." → "The loop never stops." */
function withoutLabel(line: string): string {
  const end = line.slice(0, LONGEST_LABEL).search(/[:—]/);
  if (end > 0 && isLabel(line.slice(0, end))) return line.slice(end + 1).trimStart();
  return line.length <= LONGEST_LABEL && isLabel(line) ? "" : line;
}

const isLabel = (text: string): boolean =>
  LABELS.has(
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, " ")
      .split(" ")
      .filter((word) => word !== "")
      .join(" "),
  );
