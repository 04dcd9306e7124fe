import { clipText } from "../text/bounded-text.ts";
import { escapeCharacter, INVISIBLE } from "../gate/rejection-block.ts";
import { fenceLines, longestRun, splitFences, withoutComments } from "../markdown/split-fences.ts";

const UNPRINTABLE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\ud800-\\udfff${INVISIBLE}]`, "gu");

/**
 * Text from outside as Markdown that shows the same words: code stays code, and nothing else is rendered, links, loads
 * an image, mentions anyone or refers to an issue. No comment of its own stands in it, since readers look for blocks
 * anywhere.
 */
export function quoteProse(text: string, max: number): string {
  return splitFences(clipText(spell(text), max))
    .map((part) =>
      part.kind === "code" ? fenceLines(part.lines, "text") : part.lines.map(quoteLine).join("\n"),
    )
    .join("\n")
    .trim();
}

/** The same on one line. */
export const quoteTitle = (text: string, max: number): string =>
  quoteLine(clipText(spell(text.replaceAll(/\s+/g, " ").trim()), max));

/** Text from outside as inline code. */
export function codeSpan(text: string): string {
  const shown = spell(text).replaceAll(/\s+/g, " ");
  const fence = "`".repeat(longestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Without what nobody sees, and without the beginning of a block that machines read. */
export const spell = (text: string): string =>
  withoutComments(text.replaceAll(/\r\n?/g, "\n").replace(UNPRINTABLE, escapeCharacter));

function quoteLine(line: string): string {
  const parts = line.trim().split("`");
  const spans = parts.filter((_, index) => index % 2 === 1);
  const isPaired = parts.length % 2 === 1 && spans.every((span) => span.trim() !== "");
  const quoted = isPaired
    ? parts.map((part, index) => (index % 2 === 1 ? codeSpan(part) : quoteWords(part))).join("")
    : quoteWords(line.trim());
  // What would begin a heading, a list or a rule.
  return quoted.replace(/^[#+=-]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

const quoteWords = (text: string): string =>
  text.replaceAll(/\S+/g, (word) => (ACTS.test(word) ? codeSpan(word) : word.replaceAll(ACTIVE, "\\$&")));

/** What GitHub makes a mention, a reference or a link of, even where Markdown is escaped; in code it does not. */
const ACTS = /@\w|#\d|:\/\/|www\.|\bgh-\d/i;
const ACTIVE = /[\\`*_[\]<>&|~$]/g;
