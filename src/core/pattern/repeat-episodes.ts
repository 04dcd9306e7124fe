/** A stretch of time in which a count stays at or above its threshold. */
export interface RepeatEpisode {
  /** The first and the last hour with an occurrence, counted from 1970. */
  readonly first: number;
  readonly last: number;
  readonly occurrences: number;
  /** The most occurrences in any one span. */
  readonly peak: number;
}

/**
 * Finds where at least `count` occurrences fall into `span` consecutive hours; spans that share an hour
 * with an occurrence are one episode. Occurrences are counts by hour, in any order.
 */
export function repeatEpisodes(
  occurrences: ReadonlyMap<number, number>,
  count: number,
  span: number,
): readonly RepeatEpisode[] {
  const hours = [...occurrences].toSorted((a, b) => a[0] - b[0]);
  const spans: { from: number; to: number; sum: number }[] = [];
  let from = 0;
  let sum = 0;
  for (const [to, [hour, here]] of hours.entries()) {
    sum += here;
    while (hour - hours[from]![0] >= span) {
      sum -= hours[from]![1];
      from += 1;
    }
    if (sum >= count) spans.push({ from, to, sum });
  }
  return joinSpans(spans).map(({ from: first, to: last, peak }) => ({
    first: hours[first]![0],
    last: hours[last]![0],
    occurrences: hours.slice(first, last + 1).reduce((total, [, here]) => total + here, 0),
    peak,
  }));
}

function joinSpans(
  spans: readonly { readonly from: number; readonly to: number; readonly sum: number }[],
): readonly { from: number; to: number; peak: number }[] {
  const joined: { from: number; to: number; peak: number }[] = [];
  for (const { from, to, sum } of spans) {
    const last = joined.at(-1);
    if (last === undefined || from > last.to) joined.push({ from, to, peak: sum });
    else {
      last.to = to;
      last.peak = Math.max(last.peak, sum);
    }
  }
  return joined;
}
