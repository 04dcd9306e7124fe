import type { Line } from "./tools/tool.ts";

/** A cleaned line that maps its columns back to the original text. */
export interface CleanLine extends Line {
  /** The offset in the original text of a column of the cleaned line. */
  offsetOf(column: number): number;
}

const ESCAPE =
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** Time stamps and origins that loggers, CI services and containers put before a line. Each is removed once. */
const PREFIXES: readonly RegExp[] = [
  /^\[task \d{4}-\d\d-\d\dT[\d:.]{8,15}Z\] ?/,
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| UTC)? ?(?:\[\d{1,7}\] )?/,
  /^\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,6})?\]? ?(?=\S|\s)/,
  /^\[\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?\] ?/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d /,
  /^ {0,8}(?:INFO|DEBUG|TRACE) {0,4}-  ?/,
  /^[\w.-]{1,40}(?:_|-)\d{1,3} {0,20}\| /,
  /^#\d{1,3} \d{1,4}\.\d{1,4} /,
];

/** Removes colours, overwritten text and prefixes from a line that starts at offset `start`. */
export function cleanLine(raw: string, start: number): CleanLine {
  const overwritten = raw.endsWith("\r") ? raw.slice(0, -1).lastIndexOf("\r") : raw.lastIndexOf("\r");
  const shown = overwritten < 0 ? raw : raw.slice(overwritten + 1);
  const base = start + (overwritten < 0 ? 0 : overwritten + 1);
  const stripped = shown.includes("\u001b") ? stripEscapes(shown) : undefined;
  const plain = (stripped?.text ?? shown).trimEnd();
  const skip = hasPrefix(plain) ? prefixLength(plain) : 0;
  return {
    text: plain.slice(skip),
    prefix: plain.slice(0, skip),
    offsetOf: (column) => {
      const at = Math.min(skip + column, plain.length);
      return base + (stripped === undefined ? at : (stripped.offsets[at] ?? shown.length));
    },
  };
}

/** A quick test that most lines fail. */
const hasPrefix = (plain: string): boolean => /^[\d[# JFMASOND]/.test(plain) || plain.includes("| ");

function prefixLength(plain: string): number {
  let skip = 0;
  for (const prefix of PREFIXES) {
    const match = prefix.exec(plain.slice(skip, skip + 160));
    if (match !== null) skip += match[0].length;
  }
  return skip;
}

function stripEscapes(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let plain = "";
  let from = 0;
  const keep = (to: number): void => {
    for (let i = from; i < to; i += 1) offsets.push(i);
    plain += text.slice(from, to);
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  keep(text.length);
  offsets.push(text.length);
  return { text: plain, offsets };
}
