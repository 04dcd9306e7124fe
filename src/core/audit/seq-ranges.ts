/** Numbers of entries, rising and apart from each other; runs of them take the room of one. */
export type SeqRanges = readonly SeqRange[];

type SeqRange = readonly [first: number, last: number];

/** The ranges with one more number, which is above all of them. */
export function addSeq(ranges: SeqRange[], seq: number): void {
  const end = ranges.at(-1);
  if (end !== undefined && end[1] === seq - 1) ranges[ranges.length - 1] = [end[0], seq];
  else ranges.push([seq, seq]);
}

/** What is in the one and not in the other. */
export function subtractRanges(ranges: SeqRanges, taken: SeqRanges): SeqRange[] {
  const left: SeqRange[] = [];
  let at = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while (at < taken.length && taken[at]![1] < from) at += 1;
    for (let next = at; next < taken.length && taken[next]![0] <= last; next += 1) {
      const [cut, end] = taken[next]!;
      if (cut > from) left.push([from, cut - 1]);
      from = end + 1;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

/** As in `2-3,7`. */
export const formatRanges = (ranges: SeqRanges): string =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");

/** Reads what `formatRanges` writes; nothing for any other text. */
export function parseRanges(text: string): SeqRanges | undefined {
  const ranges: SeqRange[] = [];
  let below = 0;
  for (const part of text.split(",")) {
    const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part);
    if (match === null) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first <= below || last < first) return undefined;
    ranges.push([first, last]);
    below = last;
  }
  return ranges;
}
