import { lineEndOf } from "./line-end-of.ts";
import type { JsonContainer, JsonValue } from "./read-jsonc.ts";

/** How a file is laid out, so that what is added looks as if it had always been there. */
export interface JsonStyle {
  readonly newline: string;
  readonly unit: string;
  /** Whether the whole file is on one line. */
  readonly isOneLine: boolean;
  /** Whether one-line values have blanks in them. */
  readonly isSpaced: boolean;
}

export const DEFAULT_STYLE: JsonStyle = { newline: "\n", unit: "  ", isOneLine: false, isSpaced: true };

export function styleOf(text: string, root: JsonContainer): JsonStyle {
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

/** The blanks before a place, where nothing else is before it on its line. */
export function indentAt(text: string, at: number): string | undefined {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(at === 0 ? 0 : from, at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The blanks that the line of a place begins with. */
export function lineIndent(text: string, at: number): string {
  const from = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? "";
}

export const renderLines = (value: JsonValue, indent: string, { newline, unit }: JsonStyle): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", newline + indent);

export const renderOneLine = (value: JsonValue, { isSpaced }: JsonStyle): string =>
  isSpaced ? JSON.stringify(value, null, 1).replace(/\n */g, " ") : JSON.stringify(value);
