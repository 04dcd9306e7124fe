import { fail, ok, type Result } from "../result.ts";
import type { Insertion } from "./insertions.ts";
import {
  isJsoncObject,
  type JsonContainer,
  type JsonNode,
  type JsonValue,
  memberOf,
  readJsonc,
  valueOf,
} from "./read-jsonc.ts";
import { lineEndOf } from "./line-end-of.ts";

const DEFAULT_STYLE: JsonStyle = { newline: "\n", unit: "  ", isOneLine: false, isSpaced: true };

const renderLines = (value: JsonValue, indent: string, { newline, unit }: JsonStyle): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", newline + indent);

const renderOneLine = (value: JsonValue, { isSpaced }: JsonStyle): string =>
  isSpaced ? JSON.stringify(value, null, 1).replace(/\n */g, " ") : JSON.stringify(value);

/** A settings section: a plain value, or keys that contain a list or an entry. */
export type JsonSections = Readonly<
  Record<string, number | string | Readonly<Record<string, readonly JsonValue[] | JsonValue>>>
>;

export interface JsonMerge {
  readonly insertions: readonly Insertion[];
  /** What was missing before. */
  readonly added: JsonSections;
  /** Paths of the sections and lists that were created for it. */
  readonly made: readonly (readonly string[])[];
}

export interface MergeProblem {
  readonly code: "json_invalid" | "json_shape";
  readonly message: string;
}

/**
 * Adds missing settings to a file, as insertions only: existing bytes never change. A list gets an element unless
 * `isThere` recognises one of its own; existing entries and plain values stay as they are.
 */
export function mergeJson(
  text: string | null,
  wanted: JsonSections,
  isThere: (element: JsonValue) => boolean,
): Result<JsonMerge, MergeProblem> {
  if (text === null || /^\uFEFF?\s*$/.test(text)) {
    const whole = `${renderLines(wanted, "", DEFAULT_STYLE)}\n`;
    const made = Object.keys(wanted).flatMap((name) => createdPaths([name], wanted[name]));
    return ok({ insertions: [{ at: text?.length ?? 0, text: whole }], added: wanted, made });
  }
  const read = readJsonc(text);
  if (!read.ok) {
    const { line, message } = read.error;
    return fail({ code: "json_invalid", message: `line ${line}: ${message}` });
  }
  const root = read.value;
  if (root.kind !== "object") return fail(shapeProblem("the file", "an object"));
  const style = styleOf(text, root);
  const insertions: Insertion[] = [];
  const added: Record<string, JsonSections[string]> = {};
  const made: (readonly string[])[] = [];
  const missing: NewItem[] = [];
  for (const [name, section] of Object.entries(wanted)) {
    const existing = memberOf(root, name)?.value;
    if (existing === undefined) {
      missing.push({ key: name, value: section });
      added[name] = section;
      made.push(...createdPaths([name], section));
    } else if (isJsoncObject(section)) {
      const merged = mergeSection(text, name, existing, section, isThere, style);
      if (!merged.ok) return merged;
      insertions.push(...merged.value.insertions);
      made.push(...merged.value.made);
      if (Object.keys(merged.value.added).length > 0) added[name] = merged.value.added;
    }
  }
  // A missing plain value alone is no reason to touch a file.
  if (Object.values(added).every((section) => !isJsoncObject(section))) {
    return ok({ insertions: [], added: {}, made: [] });
  }
  insertions.push(...addItems(text, root, missing, style));
  return ok({ insertions: insertions.toSorted((a, b) => a.at - b.at), added, made });
}

interface SectionMerge {
  readonly insertions: readonly Insertion[];
  readonly added: Record<string, JsonValue>;
  readonly made: readonly (readonly string[])[];
}

function mergeSection(
  text: string,
  name: string,
  existing: JsonNode,
  section: Readonly<Record<string, JsonValue>>,
  isThere: (element: JsonValue) => boolean,
  style: JsonStyle,
): Result<SectionMerge, MergeProblem> {
  if (existing.kind !== "object") return fail(shapeProblem(name, "an object"));
  const insertions: Insertion[] = [];
  const added: Record<string, JsonValue> = {};
  const made: (readonly string[])[] = [];
  const missing: NewItem[] = [];
  for (const [key, value] of Object.entries(section)) {
    const list = memberOf(existing, key)?.value;
    if (list === undefined) {
      missing.push({ key, value });
      added[key] = value;
      made.push(...createdPaths([name, key], value));
    } else if (Array.isArray(value)) {
      if (list.kind !== "array") return fail(shapeProblem(`${name}.${key}`, "a list"));
      if (list.items.some((item) => isThere(valueOf(item.value)))) continue;
      const elements = value as readonly JsonValue[];
      insertions.push(
        ...addItems(
          text,
          list,
          elements.map((element) => ({ value: element })),
          style,
        ),
      );
      added[key] = elements;
    }
  }
  insertions.push(...addItems(text, existing, missing, style));
  return ok({ insertions, added, made });
}

const shapeProblem = (what: string, expected: string): MergeProblem => ({
  code: "json_shape",
  message: `${what} is not ${expected}`,
});

function createdPaths(path: readonly string[], value: JsonValue | undefined): readonly (readonly string[])[] {
  if (path.length === 2 || !isJsoncObject(value)) return [path];
  return [path, ...Object.keys(value).map((key) => [...path, key])];
}

interface NewItem {
  readonly key?: string;
  readonly value: JsonValue;
}

/** Appends items to an object or list, in its own layout. */
function addItems(
  text: string,
  container: JsonContainer,
  items: readonly NewItem[],
  style: JsonStyle,
): readonly Insertion[] {
  if (items.length === 0) return [];
  const { start, end, tail, tailIsOpen } = container;
  const last = container.items.at(-1);
  const trailing = last?.comma === undefined ? "" : ",";
  const isInline =
    !tailIsOpen && (last === undefined ? style.isOneLine : !text.slice(start, tail).includes("\n"));
  const body = isInline
    ? inlineItems(items, last !== undefined, style)
    : itemsOnOwnLines(text, container, items, style);
  const closes =
    isInline || text.slice(tail, end - 1).includes("\n") ? "" : style.newline + lineIndent(text, start);
  const added = { at: tail, text: body + trailing + closes };
  if (last === undefined || last.comma !== undefined) return [added];
  const comma = { at: last.value.end, text: "," };
  return comma.at === tail ? [{ at: tail, text: comma.text + added.text }] : [comma, added];
}

function inlineItems(items: readonly NewItem[], hasOthers: boolean, style: JsonStyle): string {
  const blank = style.isSpaced ? " " : "";
  const shown = items.map(({ key, value }) => {
    const written = renderOneLine(value, style);
    return key === undefined ? written : `${JSON.stringify(key)}:${blank}${written}`;
  });
  return (hasOthers ? blank : "") + shown.join(`,${blank}`);
}

function itemsOnOwnLines(
  text: string,
  container: JsonContainer,
  items: readonly NewItem[],
  style: JsonStyle,
): string {
  const last = container.items.at(-1);
  const siblingIndent = last === undefined ? undefined : indentAt(text, last.start);
  const indent = siblingIndent ?? lineIndent(text, container.start) + style.unit;
  const shown = items.map(({ key, value }) => {
    const written = renderLines(value, indent, style);
    return style.newline + indent + (key === undefined ? written : `${JSON.stringify(key)}: ${written}`);
  });
  return shown.join(",");
}

/** The layout of a file, so that additions match it. */
interface JsonStyle {
  readonly newline: string;
  readonly unit: string;
  /** The whole file is on one line. */
  readonly isOneLine: boolean;
  /** One-line values contain spaces. */
  readonly isSpaced: boolean;
}

function styleOf(text: string, root: JsonContainer): JsonStyle {
  const [first] = root.items;
  const inside = text.slice(root.start, root.end);
  const indent = first === undefined ? undefined : indentAt(text, first.start);
  const outer = lineIndent(text, root.start);
  return {
    newline: lineEndOf(text),
    unit: indent !== undefined && indent.length > outer.length ? indent.slice(outer.length) : "  ",
    isOneLine: first !== undefined && !inside.includes("\n"),
    isSpaced: first === undefined || /[:,{[] /.test(inside),
  };
}

/** The indentation before an offset, if nothing else precedes it on its line. */
function indentAt(text: string, at: number): string | undefined {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(at === 0 ? 0 : from, at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The indentation of the line at an offset. */
function lineIndent(text: string, at: number): string {
  const from = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? "";
}
