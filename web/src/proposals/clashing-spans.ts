import type { Span } from "../components/visible-text.tsx";

const BAN = /\b(?:never|not|no|avoid|don[’']t|do not|must not|instead of)\b/giu;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Spans of the clashing words and what negates them. Close neighbours are joined, so that a phrase is underlined as
 * one.
 */
export function clashingSpans(text: string, words: readonly string[]): readonly Span[] {
  const lower = text.toLowerCase();
  const found: Span[] = [];
  for (const word of words) {
    const at = lower.indexOf(word.toLowerCase());
    if (at !== -1) found.push({ start: at, end: wordEnd(text, at + word.length) });
  }
  if (found.length === 0) return [];
  const bans = Array.from(text.matchAll(BAN), ({ index, 0: ban }) => ({
    start: index,
    end: index + ban.length,
  }));
  const merged: Span[] = [];
  for (const span of [...found, ...bans].toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && wordsBetween(text, last.end, span.start) <= 2) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else merged.push(span);
  }
  // A prohibition without a clashing word is about something else.
  return merged.filter((span) => found.some(({ start }) => start >= span.start && start < span.end));
}

const wordsBetween = (text: string, from: number, to: number): number =>
  from >= to
    ? 0
    : (text.slice(from, to).match(WORD)?.length ?? 0) + (/[.;]/.test(text.slice(from, to)) ? 9 : 0);

/** The server sends word stems. */
function wordEnd(text: string, from: number): number {
  const rest = /^[\p{L}\p{N}]*/u.exec(text.slice(from));
  return from + (rest?.[0].length ?? 0);
}
