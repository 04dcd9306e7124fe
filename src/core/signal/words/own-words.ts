import { isPastedLine } from "./pasted-line.ts";

/** A stretch of the text that the person wrote themselves; whole lines. */
export interface OwnWords {
  readonly start: number;
  readonly end: number;
}

/** People say what they think at the beginning or the end, however much they paste between. */
const READ_FROM_EACH_END = 8_000;
const FENCE = /^\s{0,20}(?:```|~~~)/;
const QUOTED_LINE = /^\s{0,8}>\s/;

/** The lines a person wrote, without pasted output, code blocks and quoted lines. */
export function findOwnWords(text: string): readonly OwnWords[] {
  const own: OwnWords[] = [];
  for (const part of partsToRead(text)) collect(text, part.start, part.end, own);
  return own;
}

function partsToRead(text: string): readonly OwnWords[] {
  if (text.length <= 2 * READ_FROM_EACH_END) return [{ start: 0, end: text.length }];
  return [
    { start: 0, end: READ_FROM_EACH_END },
    { start: text.length - READ_FROM_EACH_END, end: text.length },
  ];
}

function collect(text: string, start: number, end: number, own: OwnWords[]): void {
  let isFenced = false;
  let afterPasted = false;
  for (let at = start; at < end;) {
    const feed = text.indexOf("\n", at);
    const lineEnd = feed < 0 || feed > end ? end : feed;
    const line = text.slice(at, lineEnd);
    if (FENCE.test(line)) {
      isFenced = !isFenced;
      afterPasted = false;
    } else if (!isFenced) {
      const isPasted: boolean =
        QUOTED_LINE.test(line) || isPastedLine(line) || (afterPasted && isContinuation(line));
      afterPasted = isPasted;
      if (!isPasted && line.trim() !== "") push(own, text, at, lineEnd);
    }
    at = lineEnd + 1;
  }
}

/** Indented lines go with the output above them. */
function isContinuation(line: string): boolean {
  return /^(?:\s{2,}|\t)\S/.test(line);
}

/** Lines that follow each other make one stretch, so that a wrapped sentence stays whole. */
function push(own: OwnWords[], text: string, start: number, end: number): void {
  const last = own.at(-1);
  if (last !== undefined && last.end + 1 === start && text[last.end] === "\n") {
    own[own.length - 1] = { start: last.start, end };
  } else {
    own.push({ start, end });
  }
}
