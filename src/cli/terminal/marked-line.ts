import { columnsOf } from "../../core/text/visible-name.ts";
import { safeLine } from "./safe-text.ts";

export interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
  /** Terminal columns before the marked text, and its own. */
  readonly indent: number;
  readonly width: number;
}

interface MarkOptions {
  readonly columns: number;
}

const TAB = 4;
/** Bounds combining characters, which take no column and would make a line endless. */
const MAX_UNITS_PER_COLUMN = 4;
/** Escape sequences, which are removed; other control characters are shown as code points. */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,32}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)/g;

/** The line in which a range of a text starts, as a terminal shows it, with the range marked. */
export function markLine(text: string, start: number, end: number, { columns }: MarkOptions): MarkedLine {
  const lineStart = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  const lineFeed = text.indexOf("\n", start);
  const lineEnd = withoutReturn(text, lineFeed < 0 ? text.length : lineFeed, start);
  const markEnd = Math.max(start, Math.min(end, lineEnd));
  const maxUnits = columns * MAX_UNITS_PER_COLUMN;
  const marked = firstColumns(expand(text.slice(start, Math.min(markEnd, start + maxUnits))), columns);
  const lead = lastShown(text.slice(Math.max(lineStart, start - maxUnits), start));
  const rest = expand(text.slice(markEnd, Math.min(lineEnd, markEnd + maxUnits)));
  // The marked text comes first. Half of the remaining room is for the text before it, more if little follows.
  const room = columns - columnsOf(marked);
  const before = lastColumns(expand(lead), Math.max(Math.floor(room / 2), room - columnsOf(rest)));
  const after = firstColumns(rest, room - columnsOf(before));
  return { before, marked, after, indent: columnsOf(before), width: Math.max(1, columnsOf(marked)) };
}

/** Windows lines end in a carriage return that is not part of the line. */
const withoutReturn = (text: string, end: number, start: number): number =>
  end > start && text[end - 1] === "\r" ? end - 1 : end;

/** A terminal overwrites what comes before the last carriage return. */
const lastShown = (lead: string): string => lead.slice(lead.lastIndexOf("\r") + 1);

/** Removes colours, expands tabs and makes other control characters visible. */
function expand(text: string): string {
  let shown = "";
  for (const [index, segment] of text.replaceAll(SEQUENCE, "").split("\t").entries()) {
    if (index > 0) shown += " ".repeat(TAB - (columnsOf(shown) % TAB));
    shown += safeLine(segment);
  }
  return shown;
}

function firstColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  return columns < 1 ? "" : `${fitColumns(charactersOf(text), columns - 1).join("")}…`;
}

function lastColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const fitting = fitColumns(charactersOf(text).toReversed(), columns - 1);
  return columns < 1 ? "" : `…${fitting.toReversed().join("")}`;
}

/** User-perceived characters: a letter with its accents is one. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

function fitColumns(characters: readonly string[], columns: number): readonly string[] {
  let used = 0;
  const over = characters.findIndex((character) => (used += columnsOf(character)) > columns);
  return over < 0 ? characters : characters.slice(0, over);
}
