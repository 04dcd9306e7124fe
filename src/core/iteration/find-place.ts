import type { FeedbackLocation } from "../actionable/actionable-feedback.ts";
import { placeName } from "./compare-places.ts";

/** Lines from 1 on, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Where a location is in a text; undefined where it cannot be found. */
export function findPlace(
  { type, reference }: Pick<FeedbackLocation, "type" | "reference">,
  lines: readonly string[],
): LineRange | undefined {
  switch (type) {
    case "line":
    case "range":
      return numbered(reference, lines.length);
    case "function":
      return block(placeName({ type, reference }), lines);
    case "section":
      return section(placeName({ type, reference }), lines);
    case "element":
      return element(reference, lines);
    case "path":
      return lines.length === 0 ? undefined : { from: 1, to: lines.length };
  }
}

function numbered(reference: string, count: number): LineRange | undefined {
  const [first, last = first] = (reference.match(/\d{1,9}/g) ?? []).map(Number);
  if (first === undefined || last === undefined || first < 1 || first > count || last < first)
    return undefined;
  return { from: first, to: Math.min(last, count) };
}

const DECLARES =
  /\b(?:function|def|fn|func|fun|sub|class|interface|struct|enum|trait|impl|const|let|var|val|type|public|private|protected|static|async|export|proc|method)\b/;

/** The declaration of a name and what is indented below it; else the first line that calls or assigns it. */
function block(name: string, lines: readonly string[]): LineRange | undefined {
  const own = name.split(/[.#:/]+/).at(-1) ?? "";
  if (own === "") return undefined;
  let named: number | undefined;
  for (const [at, line] of lines.entries()) {
    const place = wordAt(line.toLowerCase(), own);
    if (place === -1) continue;
    const before = line.slice(0, place);
    const after = line.slice(place + own.length).trimStart();
    const isMethod = before.trim() === "" && after.startsWith("(") && /[{:]\s*$/.test(line);
    if (isMethod || (DECLARES.test(before) && !before.includes("(")))
      return { from: at + 1, to: endOf(lines, at) };
    named ??= at;
  }
  return named === undefined ? undefined : { from: named + 1, to: named + 1 };
}

/** The last line of what is indented deeper than the line at the start, with the line that closes it. */
function endOf(lines: readonly string[], start: number): number {
  const depth = indentOf(lines[start] ?? "");
  let last = start;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    if (indentOf(line) <= depth) return /^\s*(?:[)\]}]|end\b)/.test(line) ? at + 1 : last + 1;
    last = at;
  }
  return last + 1;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function section(name: string, lines: readonly string[]): LineRange | undefined {
  const levelOf = (line: string): number => /^#{1,6}(?=\s)/.exec(line)?.[0].length ?? 0;
  const heading = (line: string): string => placeName({ type: "section", reference: line });
  const start = lines.findIndex((line) => levelOf(line) > 0 && heading(line) === name);
  if (start === -1) {
    const plain = lines.findIndex((line) => line.trim() !== "" && heading(line) === name);
    return plain === -1 ? undefined : { from: plain + 1, to: plain + 1 };
  }
  const level = levelOf(lines[start]!);
  const next = lines.findIndex((line, at) => at > start && levelOf(line) > 0 && levelOf(line) <= level);
  return { from: start + 1, to: next === -1 ? lines.length : next };
}

/** The line that has the element's words, and what is indented below it. */
function element(reference: string, lines: readonly string[]): LineRange | undefined {
  const wanted = reference.trim();
  if (wanted === "") return undefined;
  const last = wanted.split(".").at(-1).toLowerCase();
  const whole = lines.findIndex((line) => line.includes(wanted));
  const at =
    whole !== -1 ? whole : lines.findIndex((line) => last !== "" && wordAt(line.toLowerCase(), last) !== -1);
  return at === -1 ? undefined : { from: at + 1, to: endOf(lines, at) };
}

/** Where a name stands alone in a line; -1 where it does not. */
function wordAt(line: string, name: string): number {
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_$]/u.test(sign);
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    if (!isPart(line[at - 1]) && !isPart(line[at + name.length])) return at;
  }
  return -1;
}
