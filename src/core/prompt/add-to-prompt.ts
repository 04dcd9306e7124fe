import { readPromptLines, type PromptLine } from "./prompt-lines.ts";

/** The sentences that the prompt says already, in whatever list or spacing. */
export function sentencesSaid(prompt: string): ReadonlySet<string> {
  return new Set(
    readPromptLines(prompt)
      .lines.filter((line) => !line.fenced)
      .map((line) => sentenceOf(line.text)),
  );
}

const sentenceOf = (line: string): string => line.slice(0, MAX_SENTENCE).replace(LIST_MARK, "").trim();

/** No sentence of ours is longer, so that longer lines need no closer look. */
const MAX_SENTENCE = 8000;
const LIST_MARK = /^[\s>]{0,20}(?:[-*+•]|\d{1,3}[.)])\s+/;

/**
 * Adds list items under a heading: below those already there, or in a new section at the end. The prompt's
 * own text stays as it is, to the letter.
 */
export function addToPrompt(prompt: string, heading: string, sentences: readonly string[]): string {
  const { lines, openFence } = readPromptLines(prompt);
  const newline = prompt.includes("\r\n") ? "\r\n" : "\n";
  const items = sentences.map((sentence) => `- ${sentence}`);
  const last = lastItem(lines, heading);
  if (last !== undefined) {
    return `${prompt.slice(0, last.end)}${newline}${items.join(newline)}${prompt.slice(last.end)}`;
  }
  const section = [heading, "", ...items].join(newline);
  if (prompt.trim() === "") return `${section}${newline}`;
  const closed = openFence === undefined ? prompt : `${prompt}${endsLine(prompt) ? "" : newline}${openFence}`;
  const gap = !endsLine(closed) ? newline + newline : /\n\r?\n$/.test(closed) ? "" : newline;
  return `${closed}${gap}${section}${endsLine(prompt) ? newline : ""}`;
}

const endsLine = (text: string): boolean => text.endsWith("\n");

/** The last item of the section that has this heading. */
function lastItem(lines: readonly PromptLine[], heading: string): PromptLine | undefined {
  const at = lines.findLastIndex((line) => !line.fenced && line.text.trim() === heading);
  if (at === -1) return undefined;
  let last: PromptLine | undefined;
  for (const line of lines.slice(at + 1)) {
    if (line.fenced || !(line.text.trim() === "" || line.text.startsWith("- "))) break;
    if (line.text.startsWith("- ")) last = line;
  }
  return last;
}
