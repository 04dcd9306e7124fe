import { splitFences } from "../markdown/split-fences.ts";

/** Reading so much is enough to know what a remark is about. */
const MAX_READ = 8_000;
/** A line of code in a fence may be what the remark is about; a listing is one instance of it. */
const MOST_CODE = 80;

/**
 * The words of a remark as somebody would read them out: without listings, quotations of others, markup, addresses, folded
 * parts and the label in front. A remark that is nothing else is empty.
 */
export function plainRemark(text: string): string {
  const prose = splitFences(text.slice(0, MAX_READ))
    .map((part) => {
      if (part.kind === "prose") return part.lines.filter((line) => !/^\s{0,3}>/.test(line)).join("\n");
      const code = part.lines.join(" ").trim();
      return part.info.startsWith("suggestion") || code.length > MOST_CODE ? "" : code;
    })
    .join("\n");
  const folded = prose.search(/<details[\s>]/i);
  return (folded === -1 ? prose : prose.slice(0, folded))
    .replaceAll(/<!--[^]{0,2000}?-->/g, " ")
    .replaceAll(/<\/?[a-z][^<>\n]{0,300}>/gi, " ")
    .replaceAll(/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,1000}\)/g, "$1")
    .replaceAll(/https?:\/\/[^\s<>]{1,1000}/g, " ")
    .replaceAll(/(?<!\S)@[\w-]{1,60}/g, " ")
    .replace(LABEL, "")
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** "**[Suggestion]**", "nit:" or "issue (blocking):" before what is meant. */
const LABEL =
  /^[\s*_[(]{0,8}(?:suggestion|critical|nitpick|nit|issue|todo|blocker|blocking|major|minor|p[0-3]|question|note|thought)(?:\s?\([^()\n]{0,40}\))?[\s\])*_]{0,6}[:\]*—-][\s\])*_:—-]{0,6}/i;
