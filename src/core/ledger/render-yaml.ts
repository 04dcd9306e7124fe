import { yamlKey, yamlText } from "./yaml-scalar.ts";

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
