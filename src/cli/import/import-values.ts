import {
  entryText,
  tooLarge,
  type EntrySplitter,
  type ImportEntry,
  type ImportPosition,
} from "./import-entry.ts";

const MAX_VALUE_BYTES = 256 * 1024 * 1024;

const [LINE_FEED, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Space, tab, line ends, and the three bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, LINE_FEED, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * One entry per object, whether objects are alone, in an array, in several arrays or in nested ones. Arrays are never
 * buffered, so their length does not matter.
 */
export function createValueSplitter(start: ImportPosition, limit = MAX_VALUE_BYTES): EntrySplitter {
  let { offset, line, depth } = start;
  let state: "between" | "object" | "string" | "word" = "between";
  let nesting = 0;
  let isEscaped = false;
  let firstLine = line;
  let chunks: Buffer[] = [];
  let size = 0;

  const buffer = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) chunks = [];
    else chunks.push(chunk);
  };

  const close = (end: ImportPosition): ImportEntry => {
    const at = { line: firstLine, end };
    const entry: ImportEntry =
      size > limit ? { ...at, problem: tooLarge(limit) } : { ...at, text: entryText(chunks) };
    state = "between";
    chunks = [];
    size = 0;
    return entry;
  };

  const push = (bytes: Buffer): readonly ImportEntry[] => {
    const entries: ImportEntry[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (state === "word" && (BLANK.has(byte) || byte === COMMA || byte === CLOSE_LIST)) {
        buffer(bytes.subarray(from, at));
        entries.push(close({ offset: offset + at, line, depth }));
      }
      if (byte === LINE_FEED) line += 1;
      if (state === "string") {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) state = "object";
      } else if (state === "object") {
        if (byte === QUOTE) state = "string";
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) nesting += 1;
        else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) nesting -= 1;
        if (nesting === 0) {
          buffer(bytes.subarray(from, at + 1));
          entries.push(close({ offset: offset + at + 1, line, depth }));
        }
      } else if (state === "between") {
        if (byte === OPEN_LIST) depth += 1;
        else if (byte === CLOSE_LIST) depth = Math.max(0, depth - 1);
        else if (byte !== COMMA && !BLANK.has(byte)) {
          state = byte === OPEN_OBJECT ? "object" : "word";
          nesting = 1;
          firstLine = line;
          from = at;
        }
      }
    }
    if (state !== "between") buffer(Buffer.from(bytes.subarray(from)));
    offset += bytes.length;
    return entries;
  };

  const end = (): readonly ImportEntry[] => {
    const last = { offset, line, depth };
    if (state === "word") return [close(last)];
    if (state !== "between") {
      const message = "is not complete: the input ends inside it; was it cut off?";
      return [{ line: firstLine, end: last, problem: { reason: "cut_off", message } }];
    }
    if (depth === 0) return [];
    const message = "the input ends before its list does; was it cut off?";
    return [{ line, end: last, problem: { reason: "cut_off", message } }];
  };

  return { push, end };
}
