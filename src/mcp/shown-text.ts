import { clipText } from "../core/text/bounded-text.ts";
import { showUnseen } from "../core/text/show-unseen.ts";

/** Bounded text from a record, with invisible and control characters made visible. */
export const displayText = (text: string, max = 1_000): string => showUnseen(clipText(text, max));

/** The same as one quoted line, so that readers see where the record's text starts and ends. */
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
  /** How many were omitted. */
  readonly more: number;
}

/** The first items, up to a count and a total length of JSON. */
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
