import { lowerBound, TAG_WIDTH } from "./roll-up-book.ts";

/** A stretch of time in which a count stays at or above its threshold. */
export interface RepeatEpisode {
  /** The first and the last hour with an occurrence, counted from 1970. */
  readonly first: number;
  last: number;
  occurrences: number;
  /** The most occurrences in any one span. */
  peak: number;
}

const NONE: readonly RepeatEpisode[] = [];

/**
 * Finds where at least `count` occurrences fall into `span` consecutive hours; spans that share an hour
 * with an occurrence are one episode. `list` is a tag's list in a roll-up book, of which the hours from `start` on and
 * before `end` are looked at.
 */
export function repeatEpisodes(
  list: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
  count: number,
  span: number,
): readonly RepeatEpisode[] {
  let found: RepeatEpisode[] | undefined;
  let from = lowerBound(list, TAG_WIDTH, start);
  let sum = 0;
  // All occurrences so far, and those before the last episode.
  let total = 0;
  let before = 0;
  for (let to = from; to < list.length && list[to]! < end; to += TAG_WIDTH) {
    const hour = list[to]!;
    const here = list[to + 1]!;
    sum += here;
    total += here;
    while (hour - list[from]! >= span) {
      sum -= list[from + 1]!;
      from += TAG_WIDTH;
    }
    if (sum < count) continue;
    const last = found?.at(-1);
    if (last === undefined || list[from]! > last.last) {
      before = total - sum;
      (found ??= []).push({ first: list[from]!, last: hour, occurrences: sum, peak: sum });
    } else {
      last.last = hour;
      last.occurrences = total - before;
      last.peak = Math.max(last.peak, sum);
    }
  }
  return found ?? NONE;
}
