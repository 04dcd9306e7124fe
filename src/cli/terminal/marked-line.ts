import { columnsOf } from "../../core/text/visible-name.ts";
import { safeLine } from "./safe-text.ts";

export interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
  /** Columns of a terminal in front of what is marked, and under it. */
  readonly indent: number;
  readonly width: number;
}

interface MarkOptions {
  /** The most columns that the line may take. */
  readonly columns: number;
}

const TAB = 4;
/** No character is made of more of them in earnest; marks without a column would make a line endless. */
const MOST_PER_COLUMN = 4;
/** Sequences that colour, move or name; other control characters are shown as their code points. */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,32}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)/g;

/** The line that a stretch of a text begins in, as a terminal shows it, with the stretch set apart. */
export function markLine(text: string, start: number, end: number, { columns }: MarkOptions): MarkedLine {
  const lineStart = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  const feed = text.indexOf("\n", start);
  const lineEnd = withoutReturn(text, feed < 0 ? text.length : feed, start);
  const markEnd = Math.max(start, Math.min(end, lineEnd));
  const most = columns * MOST_PER_COLUMN;
  const marked = firstColumns(expand(text.slice(start, Math.min(markEnd, start + most))), columns);
  const lead = lastShown(text.slice(Math.max(lineStart, start - most), start));
  const rest = expand(text.slice(markEnd, Math.min(lineEnd, markEnd + most)));
  // What is marked is shown first; of what is left, half is for the words before it, more if few come after it.
  const room = columns - columnsOf(marked);
  const before = lastColumns(expand(lead), Math.max(Math.floor(room / 2), room - columnsOf(rest)));
  const after = firstColumns(rest, room - columnsOf(before));
  return { before, marked, after, indent: columnsOf(before), width: Math.max(1, columnsOf(marked)) };
}

/** A line of a file from Windows ends in a return that is no part of it. */
const withoutReturn = (text: string, end: number, start: number): number =>
  end > start && text[end - 1] === "\r" ? end - 1 : end;

/** A terminal shows what comes after the last return over what came before it. */
const lastShown = (lead: string): string => lead.slice(lead.lastIndexOf("\r") + 1);

/** Without colours, with spaces for tabs, and with every other control character shown. */
function expand(text: string): string {
  let shown = "";
  for (const [index, part] of text.replaceAll(SEQUENCE, "").split("\t").entries()) {
    if (index > 0) shown += " ".repeat(TAB - (columnsOf(shown) % TAB));
    shown += safeLine(part);
  }
  return shown;
}

/** At most so many columns from the beginning, with a sign that more follows. */
function firstColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  return columns < 1 ? "" : `${keep(charactersOf(text), columns - 1).join("")}…`;
}

/** At most so many columns from the end, with a sign that more stands before. */
function lastColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const kept = keep(charactersOf(text).toReversed(), columns - 1);
  return columns < 1 ? "" : `…${kept.toReversed().join("")}`;
}

/** As a person counts them: a letter with its accents is one. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

function keep(characters: readonly string[], columns: number): readonly string[] {
  let used = 0;
  const over = characters.findIndex((character) => (used += columnsOf(character)) > columns);
  return over < 0 ? characters : characters.slice(0, over);
}
