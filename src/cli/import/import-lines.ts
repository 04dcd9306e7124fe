import {
  entryText,
  tooLarge,
  type EntrySplitter,
  type ImportEntry,
  type ImportPlace,
} from "./import-entry.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** One entry a line; a line that is broken costs nobody but itself. */
export function createLineSplitter(start: ImportPlace, limit = MAX_LINE_BYTES): EntrySplitter {
  let { offset, line } = start;
  let parts: Buffer[] = [];
  let size = 0;

  const keep = (part: Buffer): void => {
    offset += part.length;
    size += part.length;
    if (size > limit) parts = [];
    else if (part.length > 0) parts.push(part);
  };

  const close = (entries: ImportEntry[]): void => {
    const from = line;
    line += 1;
    const end = { offset, line, depth: 0 };
    const text = entryText(parts);
    if (size > limit) entries.push({ line: from, end, problem: tooLarge(limit) });
    else if (text.trim() !== "") entries.push({ line: from, end, text });
    parts = [];
    size = 0;
  };

  return {
    push: (bytes) => {
      const entries: ImportEntry[] = [];
      let from = 0;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
        keep(bytes.subarray(from, at));
        offset += 1;
        close(entries);
        from = at + 1;
      }
      keep(bytes.subarray(from));
      return entries;
    },
    end: () => {
      const entries: ImportEntry[] = [];
      if (size > 0) close(entries);
      return entries;
    },
  };
}
