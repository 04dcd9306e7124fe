import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY, formatPatch } from "diff";

const CONTEXT_LINES = 3;
/** With more changed lines than this, a diff explains no more than the whole block would. */
const MAX_EDITS = 2_000;
/** Fewer edits than this are not worth searching for: only texts of very many, very short lines get there. */
const MIN_EDITS = 100;
/** Finding the shortest diff compares lines times edits, so this bounds the time. */
const MAX_COMPARISONS = 20_000_000;

interface Side {
  readonly name: string;
  readonly text: string;
}

/** The change of one file as a unified diff; null is no file, and no change is the empty text. */
export const fileDiff = (path: string, before: string | null, after: string | null): string =>
  unifiedDiff(
    { name: before === null ? "/dev/null" : `a/${path}`, text: before ?? "" },
    { name: after === null ? "/dev/null" : `b/${path}`, text: after ?? "" },
  );

/** The change of a prompt; line endings and a missing one at the end make no difference. */
export const promptDiff = (before: string, after: string): string =>
  unifiedDiff(
    { name: "prompt", text: withLineEnds(before) },
    { name: "refined prompt", text: withLineEnds(after) },
  );

const withLineEnds = (text: string): string => {
  const plain = text.replaceAll("\r\n", "\n");
  return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
};

/**
 * A unified diff, empty if nothing changed. Its cost is bounded: if the texts differ too much to search for the shortest
 * diff, everything between their common beginning and end is one replaced block.
 */
function unifiedDiff(before: Side, after: Side): string {
  if (before.text === after.text) return "";
  const [old, fresh] = [linesOf(before.text), linesOf(after.text)];
  const edits = Math.min(MAX_EDITS, Math.floor(MAX_COMPARISONS / (old.length + fresh.length)));
  const patch =
    edits < MIN_EDITS
      ? undefined
      : createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, {
          context: CONTEXT_LINES,
          maxEditLength: edits,
          headerOptions: FILE_HEADERS_ONLY,
        });
  if (patch !== undefined) return patch;
  const names = { oldFileName: before.name, newFileName: after.name };
  const hunks = [blockHunk(old, fresh)];
  return formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks }, FILE_HEADERS_ONLY);
}

/** One stretch that changed: items `from` to `to` became items `start` to `end`. */
export interface ChangedRange {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The search takes time in proportion to the square of the edits; beyond these, all that differs is one range. */
const MAX_LIST_EDITS = 400;

/** Where two lists differ. */
export function changedRanges(before: readonly string[], after: readonly string[]): readonly ChangedRange[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_LIST_EDITS });
  if (changes === undefined) {
    const { head, tail } = commonEnds(before, after);
    return [{ from: head, to: before.length - tail, start: head, end: after.length - tail }];
  }
  const ranges: ChangedRange[] = [];
  let [from, start] = [0, 0];
  for (let at = 0; at < changes.length; at += 1) {
    let [to, end] = [from, start];
    for (; changes[at]?.added === true || changes[at]?.removed === true; at += 1) {
      if (changes[at]!.added) end += changes[at]!.count;
      else to += changes[at]!.count;
    }
    if (from < to || start < end) ranges.push({ from, to, start, end });
    const same = changes[at]?.count ?? 0;
    [from, start] = [to + same, end + same];
  }
  return ranges;
}

function blockHunk(old: readonly string[], fresh: readonly string[]) {
  const { head, tail } = commonEnds(old, fresh);
  const from = Math.max(0, head - CONTEXT_LINES);
  const oldEnd = Math.min(old.length, old.length - tail + CONTEXT_LINES);
  const removed = old.slice(head, old.length - tail);
  const added = fresh.slice(head, fresh.length - tail);
  const [lead, trail] = [old.slice(from, head), old.slice(old.length - tail, oldEnd)];
  const context = lead.length + trail.length;
  return {
    oldStart: from + 1,
    oldLines: context + removed.length,
    newStart: from + 1,
    newLines: context + added.length,
    lines: [...signed(" ", lead), ...signed("-", removed), ...signed("+", added), ...signed(" ", trail)],
  };
}

/** How many items two lists share at their start and, apart from those, at their end. */
function commonEnds(old: readonly string[], fresh: readonly string[]): { head: number; tail: number } {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  return { head, tail };
}

/** The lines with their ends, so that a last line without one differs from the same line with one. */
function linesOf(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = lines.pop()!.slice(0, -1);
  return last === "" ? lines : [...lines, last];
}

const signed = (sign: string, lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
