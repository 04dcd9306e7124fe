/** A stretch of a text that is compared as one. */
export interface Passage {
  readonly text: string;
  /** Lines of the text, counted from 1. */
  readonly line: number;
  readonly end_line: number;
  readonly words: number;
}

/** As much as the model reads well as one. */
const MOST_WORDS = 60;
/** Headings and the like say little, and the same in every text. */
const FEWEST_WORDS = 4;
const MAX_PASSAGES = 400;
const MAX_TEXT = 262_144;

/** Of the header of a note, what is said there; the rest is about the note and not about the world. */
const SAID_IN_HEADER = /^(?:title|description|claim|summary):/i;

/**
 * The passages of a text in order: paragraphs, and of long ones groups of sentences. Headings and passages of a few words are
 * left out unless there is nothing else. What is beyond the bounds is not read.
 */
export function passagesOf(text: string): readonly Passage[] {
  const lines = text.slice(0, MAX_TEXT).split(/\r\n?|\n/);
  const found: Passage[] = [];
  let open: { text: string; line: number }[] = [];
  const finish = (): void => {
    if (open.length > 0) found.push(...splitParagraph(open));
    open = [];
  };
  const headerEnd = endOfHeader(lines);
  for (const [at, line] of lines.entries()) {
    if (found.length >= MAX_PASSAGES) break;
    const inHeader = at < headerEnd;
    const said = inHeader ? saidInHeader(line) : shown(line);
    const isApart = inHeader || /^\s{0,3}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>)/.test(line);
    if (said === "" || isApart) finish();
    if (said !== "") open.push({ text: said, line: at + 1 });
    if (inHeader || /^\s{0,3}#{1,6}\s/.test(line)) finish();
  }
  finish();
  const telling = found.filter(({ words }) => words >= FEWEST_WORDS);
  return (telling.length > 0 ? telling : found).slice(0, MAX_PASSAGES);
}

function endOfHeader(lines: readonly string[]): number {
  if (lines[0]?.trim() !== "---") return 0;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === "---");
  return end === -1 ? 0 : end + 1;
}

/** Without the signs of Markdown at its beginning, and without links' brackets. */
const shown = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)\s+/, "")
    .replaceAll(/[*_`[\]]/g, "")
    .trim();

const saidInHeader = (line: string): string =>
  SAID_IN_HEADER.test(line) ? unquoted(line.slice(line.indexOf(":") + 1)) : "";

const unquoted = (text: string): string => text.trim().replaceAll(/^["']|["']$/g, "");

function splitParagraph(lines: readonly { readonly text: string; readonly line: number }[]): Passage[] {
  const sentences = lines.flatMap(({ text, line }) =>
    text
      .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'(])/u)
      .map((sentence) => ({ text: sentence, line, words: countWords(sentence) })),
  );
  const passages: Passage[] = [];
  let group: typeof sentences = [];
  let words = 0;
  const finish = (): void => {
    const [first, last] = [group[0], group[group.length - 1]];
    if (first === undefined || last === undefined) return;
    passages.push({
      text: group.map(({ text }) => text).join(" "),
      line: first.line,
      end_line: last.line,
      words,
    });
    [group, words] = [[], 0];
  };
  for (const sentence of sentences) {
    if (words > 0 && words + sentence.words > MOST_WORDS) finish();
    group.push(sentence);
    words += sentence.words;
  }
  finish();
  return passages;
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
