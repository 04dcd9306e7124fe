export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

export function cutBySpans(text: string, spans: readonly Span[]): readonly Part[] {
  const segments: Part[] = [];
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start);
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) segments.push({ text: text.slice(at, from), isMarked: false });
    const last = segments.at(-1);
    if (last?.isMarked === true)
      segments[segments.length - 1] = { text: last.text + text.slice(from, to), isMarked: true };
    else segments.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) segments.push({ text: text.slice(at), isMarked: false });
  return segments;
}

export function trimSpan(text: string, { start, end }: Span): Span {
  const excerpt = text.slice(start, end);
  return { start: end - excerpt.trimStart().length, end: start + excerpt.trimEnd().length };
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
