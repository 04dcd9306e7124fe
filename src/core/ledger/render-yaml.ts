import { BIDI } from "../text/hidden-characters.ts";

/** A word or sentence that no reader takes for anything but a text; `: ` and ` #` are looked for apart. */
const PLAIN = /^[A-Za-z\u00c0-\u024f_][A-Za-z0-9\u00c0-\u024f _.,;:#()'/@+=!?%&~-]*$/;

const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** What cannot be seen, would break a line, reorder it or be lost. */
const UNSEEN_IN_JSON = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff${BIDI}]`, "g");

const UNSEEN = new RegExp(`[\\0-\\x08\\x0b-\\x1f]|${UNSEEN_IN_JSON.source}`);

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
    UNSEEN_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * The keys of a mapping in the order they are written, each with the order inside it, or inside each item of a list;
 * others follow, sorted.
 */
export interface KeyOrder {
  readonly [key: string]: KeyOrder;
}

/** A key that holds no keys of its own, or those of its own order. */
export const END: KeyOrder = {};
const STEP = "  ";

/** A value of JSON as one YAML document, the same text for the same value whatever the order of its keys. */
export const renderYaml = (value: object, order: KeyOrder = END): string => `${mapping(value, order, "")}\n`;

function mapping(value: object, order: KeyOrder, indent: string): string {
  const fields = value as Readonly<Record<string, unknown>>;
  const lines: string[] = [];
  for (const key of keysInOrder(fields, order)) {
    lines.push(`${indent}${yamlKey(key)}:${after(fields[key], order[key] ?? END, indent)}`);
  }
  return lines.join("\n");
}

function keysInOrder(fields: Readonly<Record<string, unknown>>, order: KeyOrder): readonly string[] {
  const known = Object.keys(order).filter((key) => fields[key] !== undefined && Object.hasOwn(fields, key));
  const all = Object.keys(fields).filter((key) => fields[key] !== undefined);
  if (all.length === known.length) return known;
  return [...known, ...all.filter((key) => !Object.hasOwn(order, key)).toSorted()];
}

/** What stands behind `key:`, with the blank or the line break before it. */
function after(value: unknown, order: KeyOrder, indent: string): string {
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
  // Lists of lists are no part of the ledger; as JSON they are YAML all the same.
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
 * A text as YAML that reads back exactly: plain where it can be nothing else, as a block where it has lines or
 * quotes and everything in it can be seen, and quoted with escapes otherwise. Block lines are indented by `indent`.
 */
function yamlText(text: string, indent: string): string {
  if (isPlain(text)) return text;
  return isBlock(text) ? block(text, indent) : quoted(text);
}

function isBlock(text: string): boolean {
  if (!/["\\\n]/.test(text) || UNSEEN.test(text) || !text.isWellFormed()) return false;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  // Readers differ on a last line of blanks alone.
  return /[^ \t]/.test(text.slice(text.lastIndexOf("\n", end - 1) + 1, end));
}

function block(text: string, indent: string): string {
  const first = text.charCodeAt(0);
  // Where the first line begins with a blank, how far the block is indented has to be said.
  const stated = first === 32 || first === 9 || first === 10 ? "2" : "";
  const kept = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const body = (text.endsWith("\n") ? text.slice(0, -1) : text).replace(/\n(?=[^\n])/g, `\n${indent}`);
  return `|${stated}${kept}\n${first === 10 ? "" : indent}${body}`;
}
