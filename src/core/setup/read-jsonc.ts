import { fail, ok, type Result } from "../result.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A value with its location; offsets are UTF-16, the end is exclusive. */
export type JsonNode =
  | {
      readonly kind: "scalar";
      readonly start: number;
      readonly end: number;
      readonly value: string | number | boolean | null;
    }
  | JsonContainer;

export interface JsonContainer {
  readonly kind: "object" | "array";
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonItem[];
  /** The end of the last token or comment before the closing bracket. */
  readonly tail: number;
  /** Whether that is a line comment. */
  readonly tailIsOpen: boolean;
}

export interface JsonItem {
  /** Empty in an array. */
  readonly key: string;
  /** The end of the token or comment before it. */
  readonly lead: number;
  /** The start of the key, or of the value in an array. */
  readonly start: number;
  /** The offset of the comma after it, if any. */
  readonly comma: number | undefined;
  readonly value: JsonNode;
}

export interface JsoncProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Settings are shallow; this protects the stack. */
const MAX_DEPTH = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** Parses JSON with comments and trailing commas, keeping all locations; linear in the text. */
export function readJsonc(text: string): Result<JsonNode, JsoncProblem> {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let lastEnd = at;
  let lastIsOpen = false;

  const stop = (message: string): never => {
    throw new Stop(at, message);
  };
  const advanceTo = (end: number): void => {
    at = end;
    lastEnd = end;
    lastIsOpen = false;
  };
  const skip = (): void => {
    for (; at < text.length;) {
      if (isBlank(text.charCodeAt(at))) at += 1;
      else if (text.startsWith("//", at)) {
        const end = text.indexOf("\n", at);
        at = end === -1 ? text.length : text[end - 1] === "\r" ? end - 1 : end;
        lastEnd = at;
        lastIsOpen = true;
      } else if (text.startsWith("/*", at)) {
        const end = text.indexOf("*/", at + 2);
        if (end === -1) stop("this comment has no end");
        advanceTo(end + 2);
      } else return;
    }
  };
  const readString = (): string => {
    const start = at;
    let end = start + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    if (end >= text.length) stop("this string has no closing quote");
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1));
      advanceTo(end + 1);
      return String(value);
    } catch {
      return stop("this string contains a line break or an unknown escape");
    }
  };
  const readScalar = (): JsonNode => {
    const start = at;
    if (text[at] === '"') return { kind: "scalar", start, value: readString(), end: at };
    const word = WORDS.find(([spelled]) => text.startsWith(spelled, start));
    NUMBER.lastIndex = start;
    const digits = word === undefined ? NUMBER.exec(text)?.[0] : word[0];
    if (digits === undefined || /[\w.+-]/.test(text[start + digits.length] ?? " ")) {
      return stop(at >= text.length ? "the text ends too early" : "expected a value");
    }
    advanceTo(start + digits.length);
    return { kind: "scalar", start, value: word === undefined ? Number(digits) : word[1], end: at };
  };
  const readContainer = (depth: number): JsonContainer => {
    if (depth >= MAX_DEPTH) stop("this is nested too deeply");
    const start = at;
    const kind = text[at] === "{" ? "object" : "array";
    const close = kind === "object" ? "}" : "]";
    const items: JsonItem[] = [];
    advanceTo(at + 1);
    for (;;) {
      let lead = lastEnd;
      skip();
      lead = lastEnd;
      if (text[at] === close) break;
      const last = items.at(-1);
      if (last !== undefined && last.comma === undefined) stop(`expected a comma or ${close}`);
      const itemStart = at;
      let key = "";
      if (kind === "object") {
        if (text[at] !== '"') stop(`expected a key in quotes or ${close}`);
        key = readString();
        skip();
        if (text[at] !== ":") stop("expected a colon");
        advanceTo(at + 1);
        skip();
      }
      const value = readNode(depth + 1);
      const { comma } = readComma();
      items.push({ key, lead, start: itemStart, comma, value });
    }
    const [tail, tailIsOpen] = [lastEnd, lastIsOpen];
    advanceTo(at + 1);
    return { kind, start, end: at, items, tail, tailIsOpen };
  };
  /** Comments before the comma belong to the item; without a comma they are read again. */
  const readComma = (): { readonly comma: number | undefined } => {
    const before = [at, lastEnd, lastIsOpen] as const;
    skip();
    if (text[at] !== ",") {
      [at, lastEnd, lastIsOpen] = before;
      return { comma: undefined };
    }
    advanceTo(at + 1);
    return { comma: at - 1 };
  };
  const readNode = (depth: number): JsonNode =>
    text[at] === "{" || text[at] === "[" ? readContainer(depth) : readScalar();

  try {
    skip();
    const root = readNode(0);
    skip();
    if (at < text.length) stop("unexpected content after the end");
    return ok(root);
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause;
    return fail({ line: lineOf(text, cause.at), message: cause.message });
  }
}

class Stop extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

export function valueOf(node: JsonNode): JsonValue {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(({ value }) => valueOf(value));
  return Object.fromEntries(node.items.map(({ key, value }) => [key, valueOf(value)]));
}

/** The last of that name, as JSON parsers do. */
export const memberOf = (node: JsonNode, key: string): JsonItem | undefined =>
  node.kind === "object" ? node.items.findLast((item) => item.key === key) : undefined;

export const isJsoncObject = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deep equality, ignoring the order of keys. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, at) => isSameJson(each as JsonValue, b[at] as JsonValue));
  }
  if (!isJsoncObject(a) || !isJsoncObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
