export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

export function cutBySpans(text: string, spans: readonly Span[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start);
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false });
    const last = parts.at(-1);
    if (last?.isMarked === true)
      parts[parts.length - 1] = { text: last.text + text.slice(from, to), isMarked: true };
    else parts.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}

export function trimSpan(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end);
  return { start: end - words.trimStart().length, end: start + words.trimEnd().length };
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
