import { BIDI } from "../text/hidden-characters.ts";

/** Text that every YAML parser reads as a string; `: ` and ` #` are checked separately. */
const PLAIN = /^[A-Za-z\u00c0-\u024f_][A-Za-z0-9\u00c0-\u024f _.,;:#()'/@+=!?%&~-]*$/;

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Invisible characters, line breaks, bidirectional marks and characters that would be lost. */
const INVISIBLE_IN_JSON = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff${BIDI}]`, "g");

const INVISIBLE = new RegExp(`[\\0-\\x08\\x0b-\\x1f]|${INVISIBLE_IN_JSON.source}`);

const yamlKey = (key: string): string => (isPlain(key) && !key.includes(":") ? key : quoted(key));

const isPlain = (text: string): boolean =>
  PLAIN.test(text) &&
  !text.endsWith(" ") &&
  !text.endsWith(":") &&
  !text.includes(": ") &&
  !text.includes(" #") &&
  !RESERVED.test(text);

const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    INVISIBLE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The order of keys, recursively, also for the items of a list; other keys follow, sorted. */
export interface KeyOrder {
  readonly [key: string]: KeyOrder;
}

/** A key without an order of its own. */
export const END: KeyOrder = {};
const STEP = "  ";

/** Renders a JSON value as YAML, independent of the order of its keys. */
export const renderYaml = (value: object, order: KeyOrder = END): string => `${mapping(value, order, "")}\n`;

function mapping(value: object, order: KeyOrder, indent: string): string {
  const fields = value as Readonly<Record<string, unknown>>;
  const lines: string[] = [];
  for (const key of keysInOrder(fields, order)) {
    lines.push(`${indent}${yamlKey(key)}:${renderValue(fields[key], order[key] ?? END, indent)}`);
  }
  return lines.join("\n");
}

function keysInOrder(fields: Readonly<Record<string, unknown>>, order: KeyOrder): readonly string[] {
  const known = Object.keys(order).filter((key) => fields[key] !== undefined && Object.hasOwn(fields, key));
  const all = Object.keys(fields).filter((key) => fields[key] !== undefined);
  if (all.length === known.length) return known;
  return [...known, ...all.filter((key) => !Object.hasOwn(order, key)).toSorted()];
}

/** What follows `key:`, including the space or line break. */
function renderValue(value: unknown, order: KeyOrder, indent: string): string {
  const inner = indent + STEP;
  if (Array.isArray(value)) {
    return value.length === 0 ? " []" : `\n${sequence(value as readonly unknown[], order, inner)}`;
  }
  if (typeof value === "object" && value !== null) {
    const text = mapping(value, order, inner);
    return text === "" ? " {}" : `\n${text}`;
  }
  return ` ${scalar(value, inner)}`;
}

const sequence = (values: readonly unknown[], order: KeyOrder, indent: string): string =>
  values.map((value) => `${indent}- ${item(value, order, indent + STEP)}`).join("\n");

function item(value: unknown, order: KeyOrder, indent: string): string {
  if (typeof value !== "object" || value === null) return scalar(value, indent);
  const text = Array.isArray(value) ? "" : mapping(value, order, indent);
  // The ledger has no nested lists; JSON is valid YAML anyway.
  return text === "" ? JSON.stringify(value) : text.slice(indent.length);
}

function scalar(value: unknown, indent: string): string {
  if (typeof value === "string") return yamlText(value, indent);
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? String(value) : "null";
  }
  return typeof value === "boolean" ? String(value) : "null";
}

/**
 * Renders text that reads back exactly: plain if unambiguous, as a block if it has lines or quotes and only visible
 * characters, and otherwise quoted.
 */
function yamlText(text: string, indent: string): string {
  if (isPlain(text)) return text;
  return isBlock(text) ? block(text, indent) : quoted(text);
}

function isBlock(text: string): boolean {
  if (!/["\\\n]/.test(text) || INVISIBLE.test(text) || !text.isWellFormed()) return false;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  // Parsers differ on a last line of spaces only.
  return /[^ \t]/.test(text.slice(text.lastIndexOf("\n", end - 1) + 1, end));
}

function block(text: string, indent: string): string {
  const first = text.charCodeAt(0);
  // If the first line starts with a space, the indentation has to be stated.
  const indentation = first === 32 || first === 9 || first === 10 ? "2" : "";
  const chomping = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const body = (text.endsWith("\n") ? text.slice(0, -1) : text).replace(/\n(?=[^\n])/g, `\n${indent}`);
  return `|${indentation}${chomping}\n${first === 10 ? "" : indent}${body}`;
}
