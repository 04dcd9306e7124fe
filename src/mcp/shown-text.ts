import { clipText } from "../core/text/bounded-text.ts";
import { showUnseen } from "../core/text/show-unseen.ts";

/** Text from a record as an answer may hold it: bounded, and with nothing in it that hides or acts on a terminal. */
export const displayText = (text: string, max = 1_000): string => showUnseen(clipText(text, max));

/** The same as one quoted line, so that whoever reads it sees where the record's words begin and end. */
export const quoteLine = (text: string, max = 300): string =>
  JSON.stringify(
    displayText(
      text
        .slice(0, max * 4)
        .replace(/\s+/g, " ")
        .trim(),
      max,
    ),
  );

export interface BoundedList<T> {
  readonly kept: readonly T[];
  /** How many were left out. */
  readonly more: number;
}

/** The first of a list that an answer has room for: so many, of so many characters of JSON together. */
export function boundedList<T>(items: readonly T[], count = 200, size = 60_000): BoundedList<T> {
  const kept: T[] = [];
  let length = 0;
  for (const item of items.slice(0, count)) {
    length += JSON.stringify(item).length;
    if (length > size) break;
    kept.push(item);
  }
  return { kept, more: items.length - kept.length };
}
