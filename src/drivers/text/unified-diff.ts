import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from "diff";

const CONTEXT_LINES = 3;
/** Above this many changed lines a diff explains no more than the whole block would. */
const MAX_EDITS = 2_000;
/** Below this many the search is not worth its memory: only texts of very many, very short lines get there. */
const MIN_EDITS = 100;
/** How often lines are compared at the most: finding the shortest diff takes lines times edits. */
const MAX_COMPARISONS = 20_000_000;

/**
 * A unified diff with the usual prefixes; empty where nothing changed. Its cost is bounded: where the texts differ too
 * much to look for the shortest diff, everything between their common beginning and end counts as replaced.
 */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return "";
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const edits = Math.min(MAX_EDITS, Math.floor(MAX_COMPARISONS / (old.length + fresh.length)));
  if (edits < MIN_EDITS) return replaceBlock(old, fresh, name);
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: edits,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch ?? replaceBlock(old, fresh, name);
}

function replaceBlock(old: readonly string[], fresh: readonly string[], name: string): string {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT_LINES);
  const kept = Math.min(tail, CONTEXT_LINES);
  const removed = old.slice(head, old.length - tail);
  const added = fresh.slice(head, fresh.length - tail);
  const lead = old.slice(from, head);
  const trail = old.slice(old.length - tail, old.length - tail + kept);
  const lines = [...signed(" ", lead), ...signed("-", removed), ...signed("+", added), ...signed(" ", trail)];
  const around = lead.length + trail.length;
  const hunk = {
    oldStart: from + 1,
    oldLines: around + removed.length,
    newStart: from + 1,
    newLines: around + added.length,
    lines,
  };
  const names = {
    oldFileName: `a/${name}`,
    newFileName: `b/${name}`,
    oldHeader: undefined,
    newHeader: undefined,
  };
  return formatPatch({ ...names, hunks: [hunk] }, FILE_HEADERS_ONLY);
}

/** The lines with their ends, so that a last line without one differs from the same line with one. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
  }
  return lines;
}

const signed = (sign: string, lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
