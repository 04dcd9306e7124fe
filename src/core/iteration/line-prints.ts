import { hash32 } from "../hash.ts";
import type { LineRange } from "./find-place.ts";

const DIGITS = 8;
/** Of longer texts nothing is kept. */
const MAX_PRINTED_LINES = 50_000;
/** Lines with fewer signs, such as a closing brace, are everywhere and tell nothing alone. */
const TELLING = 6;

/**
 * A print of each line, so that a later round can tell what changed without the text being kept. Indentation does not
 * count. Undefined for a text that is too long.
 */
export function printLines(lines: readonly string[]): string | undefined {
  if (lines.length > MAX_PRINTED_LINES) return undefined;
  return lines.map((line) => hash32(line.trim()).toString(16).padStart(DIGITS, "0")).join("");
}

/** Whether these lines of one text stand unbroken in another. */
export function holdsLines(prints: string, { from, to }: LineRange, others: string): boolean {
  const wanted = prints.slice((from - 1) * DIGITS, to * DIGITS);
  if (wanted === "") return false;
  for (let at = others.indexOf(wanted); at !== -1; at = others.indexOf(wanted, at + 1)) {
    if (at % DIGITS === 0) return true;
  }
  return false;
}

/** A range with a neighbour on each side for as long as its lines tell nothing by themselves. */
export function tellingRange(range: LineRange, lines: readonly string[]): LineRange {
  let { from, to } = range;
  const tells = (): boolean => lines.slice(from - 1, to).some((line) => line.trim().length >= TELLING);
  while (!tells() && (from > 1 || to < lines.length)) {
    from = Math.max(1, from - 1);
    to = Math.min(lines.length, to + 1);
  }
  return { from, to };
}
