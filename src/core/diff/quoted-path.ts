const NAMED_ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

export interface QuotedPath {
  readonly path: string;
  /** Position just after the closing quote. */
  readonly end: number;
}

/**
 * Reads a path that git has quoted in the manner of C, from the quote at its start. Octal escapes are bytes
 * of UTF-8, so they are gathered as bytes and decoded together. Absent when the quote never closes.
 */
export function readQuotedPath(text: string): QuotedPath | undefined {
  if (text[0] !== '"') return undefined;
  const bytes: number[] = [];
  let i = 1;
  while (i < text.length) {
    const char = text[i]!;
    if (char === '"') return { path: decode(bytes), end: i + 1 };
    if (char !== "\\") {
      const point = text.codePointAt(i)!;
      pushUtf8(bytes, point);
      i += point > 0xffff ? 2 : 1;
      continue;
    }
    const octal = readOctal(text, i + 1);
    const byte = octal ?? NAMED_ESCAPES[text[i + 1] ?? ""];
    if (byte === undefined) return undefined;
    bytes.push(byte);
    i += octal === undefined ? 2 : 4;
  }
  return undefined;
}

/** The path as it is, or what it says when the whole of it is quoted. */
export function unquotePath(text: string): string {
  const quoted = readQuotedPath(text);
  return quoted !== undefined && quoted.end === text.length ? quoted.path : text;
}

function readOctal(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 3);
  if (!/^[0-3][0-7]{2}$/.test(digits)) return undefined;
  return Number.parseInt(digits, 8);
}

function pushUtf8(bytes: number[], point: number): void {
  if (point < 0x80) bytes.push(point);
  else bytes.push(...new TextEncoder().encode(String.fromCodePoint(point)));
}

const decode = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));
