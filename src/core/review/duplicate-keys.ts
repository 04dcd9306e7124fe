import { worseOf, type WorstClaim, worstClaim } from "./review-fields.ts";

/** A key that occurs more than once in one object. */
export interface DuplicateKey {
  /** As in `findings[0].line`. */
  readonly path: string;
  /** The first of the discarded values. */
  readonly first: unknown;
  /** The last value, which is used. */
  readonly kept: unknown;
  readonly count: number;
}

const FINDINGS = "findings";
/** Paths are cut at this depth. */
const MAX_DEPTH = 32;
/** The most keys that are listed; further ones are counted. */
const MAX_REPORTED = 100;

/** Collects duplicate keys, and drops those inside a value that a later duplicate replaced. */
export class DuplicateKeys {
  private readonly found = new Map<string, DuplicateKey>();
  /** The number of keys that are not listed. */
  more = 0;
  /** The worst severity in `findings` lists that a later one replaced. */
  unread: WorstClaim = "none";

  add(path: string, before: unknown, kept: unknown): void {
    if (path === FINDINGS) this.unread = worseOf(this.unread, worstClaim(before));
    for (const inner of this.found.keys()) {
      if (inner.startsWith(path) && (inner[path.length] === "." || inner[path.length] === "[")) {
        this.found.delete(inner);
      }
    }
    const known = this.found.get(path);
    if (known !== undefined) this.found.set(path, { ...known, kept, count: known.count + 1 });
    else if (this.found.size < MAX_REPORTED) this.found.set(path, { path, first: before, kept, count: 2 });
    else this.more += 1;
  }

  list(): readonly DuplicateKey[] {
    return [...this.found.values()];
  }
}

/** Formats a path of object keys and list positions. */
export function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .slice(0, MAX_DEPTH)
    .map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${shorten(step)}`))
    .join("");
}

const shorten = (key: string): string => (key.length > 100 ? `${key.slice(0, 100)}…` : key);

/**
 * Finds duplicate keys in valid JSON, of which `JSON.parse` silently keeps the last. Counting keys in the text and
 * in the value is enough to see that there are none, which is the usual case.
 */
export function findDuplicateKeys(text: string, value: unknown): DuplicateKeys | undefined {
  return countKeysOfText(text) === countKeysOfValue(value) ? undefined : readDuplicateKeys(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Counts colons after an unescaped quotation mark: each key has one. A text value that starts with a colon is
 * counted too, which only costs a closer look.
 */
function countKeysOfText(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let at = colon - 1;
    while (isBlank(text.charCodeAt(at))) at -= 1;
    if (text.charCodeAt(at) !== QUOTE) continue;
    let slash = at - 1;
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1;
    if ((at - slash) % 2 === 1) count += 1;
  }
  return count;
}

const isBlank = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;

/** Without recursion, so that deep nesting cannot exhaust the stack. */
function countKeysOfValue(root: unknown): number {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const element of value) if (typeof element === "object" && element !== null) open.push(element);
      continue;
    }
    const object = value as Readonly<Record<string, unknown>>;
    for (const key in object) {
      count += 1;
      const member = object[key];
      if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return count;
}

interface Frame {
  /** The range of each key's value in the text; undefined for a list. */
  readonly keys: Map<string, readonly [number, number]> | undefined;
  /** The key or position whose value comes next. */
  key: string;
  index: number;
  /** The start of the current value. */
  start: number;
}

/** Requires valid JSON. */
function readDuplicateKeys(text: string): DuplicateKeys | undefined {
  const found = new DuplicateKeys();
  const stack: Frame[] = [];
  let expectsKey = false;
  const finish = (end: number): void => {
    const frame = stack.at(-1);
    if (frame?.keys === undefined || frame.start === -1) return;
    const before = frame.keys.get(frame.key);
    const range = [frame.start, end] as const;
    if (before !== undefined) {
      const path = pathOf(
        stack.slice(0, MAX_DEPTH).map(({ keys, key, index }) => (keys === undefined ? index : key)),
      );
      const whole = path === FINDINGS && stack.length === 1;
      found.add(path, valueAt(text, before, whole), valueAt(text, range, whole));
    }
    frame.keys.set(frame.key, range);
    frame.start = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at]!;
    const frame = stack.at(-1);
    if (c === '"') {
      const end = endOfText(text, at);
      if (frame?.keys !== undefined && expectsKey) {
        frame.key = JSON.parse(text.slice(at, end)) as string;
        frame.start = text.indexOf(":", end) + 1;
        at = frame.start - 1;
        expectsKey = false;
      } else at = end - 1;
    } else if (c === "{" || c === "[") {
      stack.push({ keys: c === "{" ? new Map() : undefined, key: "", index: 0, start: -1 });
      expectsKey = c === "{";
    } else if (c === "}" || c === "]") {
      finish(at);
      stack.pop();
      expectsKey = false;
    } else if (c === ",") {
      finish(at);
      if (frame !== undefined) frame.index += 1;
      expectsKey = frame?.keys !== undefined;
    }
  }
  return found.list().length === 0 ? undefined : found;
}

/** The offset after the closing quotation mark. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1;
    if ((end - slash) % 2 === 1) return end + 1;
  }
}

/** Long values are cut, because one may contain the next. */
const MAX_VALUE = 2_000;

function valueAt(text: string, [start, end]: readonly [number, number], whole: boolean): unknown {
  const source = text.slice(start, end);
  return whole || source.length <= MAX_VALUE ? JSON.parse(source) : source.slice(0, MAX_VALUE).trim();
}
