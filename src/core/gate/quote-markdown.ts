import { fenceLines, withoutComments } from "../markdown/split-fences.ts";
import { escapeCharacter, escapeJson, INVISIBLE } from "./escape-json.ts";

/** Longer text is cut in what people read; the machine half always holds all of it. */
const MAX_CODE_LENGTH = 200;
const MAX_NOTE_LENGTH = 20_000;

/**
 * Text from outside as inline code on one line, spelled as in the machine half: it cannot close its code
 * span, mention anyone, become a link or look like a block that machines read.
 */
export function quoteCode(text: string): string {
  const shown = cut(text, MAX_CODE_LENGTH);
  const spelled = escapeJson(JSON.stringify(shown).slice(1, -1).replaceAll('\\"', '"'));
  const edged = spelled.replace(/^ | $/g, "\\u0020");
  return `\`${edged}\`${shown.length < text.length ? "…" : ""}`;
}

/** A person's note as a fenced block: shown to the letter, never rendered. */
export function quoteNote(text: string): string {
  const shown = cut(text, MAX_NOTE_LENGTH);
  const lines = shown.replace(/\r\n?/g, "\n").replace(UNPRINTABLE, escapeCharacter);
  const block = fenceLines([withoutComments(lines).trim()], "text");
  const rest = text.length - shown.length;
  return `${block}${rest > 0 ? `\n(${rest} more characters left out)` : ""}`;
}

/** A pack's own words, which may hold Markdown but no line break and no comment of ours. */
export const quoteGuidance = (text: string): string => withoutComments(text.replace(/\s+/g, " ")).trim();

const UNPRINTABLE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\ud800-\\udfff${INVISIBLE}]`, "gu");

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
