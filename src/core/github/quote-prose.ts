import { clipText } from "../text/bounded-text.ts";
import { escapeCharacter, INVISIBLE } from "../gate/rejection-block.ts";
import { fenceLines, longestRun, splitFences, withoutComments } from "../markdown/split-fences.ts";

const UNPRINTABLE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\ud800-\\udfff${INVISIBLE}]`, "gu");

/**
 * Escapes text from outside as Markdown that shows the same words: code stays code, and nothing else is rendered,
 * linked, loaded, mentioned or referenced. HTML comments are removed, because parsers search for blocks anywhere.
 */
export function quoteProse(text: string, max: number): string {
  return splitFences(clipText(escapeInvisible(text), max))
    .map((part) =>
      part.kind === "code" ? fenceLines(part.lines, "text") : part.lines.map(quoteLine).join("\n"),
    )
    .join("\n")
    .trim();
}

export const quoteTitle = (text: string, max: number): string =>
  quoteLine(clipText(escapeInvisible(text.replaceAll(/\s+/g, " ").trim()), max));

/** Renders text from outside as inline code. */
export function codeSpan(text: string): string {
  const shown = escapeInvisible(text).replaceAll(/\s+/g, " ");
  const fence = "`".repeat(longestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Escapes invisible characters and removes HTML comments. */
export const escapeInvisible = (text: string): string =>
  withoutComments(text.replaceAll(/\r\n?/g, "\n").replace(UNPRINTABLE, escapeCharacter));

function quoteLine(line: string): string {
  const parts = line.trim().split("`");
  const spans = parts.filter((_, index) => index % 2 === 1);
  const isPaired = parts.length % 2 === 1 && spans.every((span) => span.trim() !== "");
  const quoted = isPaired
    ? parts.map((part, index) => (index % 2 === 1 ? codeSpan(part) : quoteWords(part))).join("")
    : quoteWords(line.trim());
  // Escapes the start of a heading, list or rule.
  return quoted.replace(/^[#+=-]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

const quoteWords = (text: string): string =>
  text.replaceAll(/\S+/g, (word) =>
    AUTOLINKED.test(word) ? codeSpan(word) : word.replaceAll(MARKDOWN_SYNTAX, "\\$&"),
  );

/** What GitHub turns into a mention, reference or link even if Markdown is escaped, but not in code. */
const AUTOLINKED = /@\w|#\d|:\/\/|www\.|\bgh-\d/i;
const MARKDOWN_SYNTAX = /[\\`*_[\]<>&|~$]/g;
