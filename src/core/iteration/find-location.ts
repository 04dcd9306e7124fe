import type { FeedbackLocation } from "../actionable/actionable-feedback.ts";
import { hash32 } from "../hash.ts";

type Location = Pick<FeedbackLocation, "type" | "reference">;

/** Whether locations of different rounds are the same; line numbers move, so they are unknown. */
export type LocationRelation = "same" | "other" | "unknown";

export function compareLocations(a: Location, b: Location): LocationRelation {
  if (a.type !== b.type || a.type === "line" || a.type === "range") return "unknown";
  const [one, other] = [locationName(a), locationName(b)];
  if (one === "" || other === "") return "unknown";
  if (one === other) return "same";
  if (a.type === "function" || a.type === "element") return hasSameTail(one, other) ? "same" : "other";
  if (a.type === "path") return one.endsWith(`/${other}`) || other.endsWith(`/${one}`) ? "same" : "other";
  return "other";
}

/** "OrderRepo.search" and "search" are one function, but "OrderRepo.search" and "UserRepo.search" are two. */
function hasSameTail(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => name.split(/(?:\.|#|::|->)+/).filter((part) => part !== ""));
  const shared = Math.min(one!.length, other!.length);
  return shared > 0 && one!.slice(-shared).join(".") === other!.slice(-shared).join(".");
}

/** Normalises a location's name: ignores case, numbering, parameters and markup, which change between rounds. */
export function locationName({ type, reference }: Location): string {
  const name = reference.trim().toLowerCase().replaceAll(/\s+/g, " ").slice(0, 500);
  switch (type) {
    case "function":
      return withoutParameters(name.replaceAll("`", ""))
        .replace(
          /^(?:(?:export|default|async|function|def|fn|func|fun|static|public|private|protected|method) )+/,
          "",
        )
        .trim();
    case "section":
      return withoutNumber(name);
    case "path":
      return name.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    case "element":
    case "line":
    case "range":
      return name.replaceAll("`", "");
  }
}

function withoutParameters(name: string): string {
  const open = name.indexOf("(");
  return open <= 0 ? name : name.slice(0, open);
}

/** Headings are renumbered when one is inserted before them. One that is only a number keeps it. */
function withoutNumber(name: string): string {
  const plain = name
    .replace(/^#{1,6} ?/, "")
    .replaceAll(/[`*_"“”]/g, "")
    .replace(/[:.]$/, "")
    .trim();
  const words = plain
    .replace(/^(?:section |chapter |§ ?)?\d{1,4}(?:\.\d{1,4})*[.):]? ?(?:[-–—] )?/, "")
    .trim();
  return words === "" ? plain : words;
}

/** Line numbers from 1, both inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The lines of a location in a text, if it can be found. */
export function findLocation(
  { type, reference }: Pick<FeedbackLocation, "type" | "reference">,
  lines: readonly string[],
): LineRange | undefined {
  switch (type) {
    case "line":
    case "range":
      return findLines(reference, lines.length);
    case "function":
      return findDeclaration(locationName({ type, reference }), lines);
    case "section":
      return findSection(locationName({ type, reference }), lines);
    case "element":
      return findElement(reference, lines);
    case "path":
      return lines.length === 0 ? undefined : { from: 1, to: lines.length };
  }
}

function findLines(reference: string, count: number): LineRange | undefined {
  const [first, last = first] = (reference.match(/\d{1,9}/g) ?? []).map(Number);
  if (first === undefined || last === undefined || first < 1 || first > count || last < first)
    return undefined;
  return { from: first, to: Math.min(last, count) };
}

const DECLARES =
  /\b(?:function|def|fn|func|fun|sub|class|interface|struct|enum|trait|impl|const|let|var|val|type|public|private|protected|static|async|export|proc|method)\b/;

/** The declaration of a name and what is indented below it, or else the first line that uses it. */
function findDeclaration(name: string, lines: readonly string[]): LineRange | undefined {
  const own = name.split(/[.#:/]+/).at(-1) ?? "";
  if (own === "") return undefined;
  let named: number | undefined;
  for (const [at, line] of lines.entries()) {
    const column = wordAt(line.toLowerCase(), own);
    if (column === -1) continue;
    const before = line.slice(0, column);
    const after = line.slice(column + own.length).trimStart();
    const isMethod = before.trim() === "" && after.startsWith("(") && /[{:]\s*$/.test(line);
    if (isMethod || (DECLARES.test(before) && !before.includes("(")))
      return { from: at + 1, to: blockEnd(lines, at) };
    named ??= at;
  }
  return named === undefined ? undefined : { from: named + 1, to: named + 1 };
}

/** The last line of the block indented below `start`, including the line that closes it. */
function blockEnd(lines: readonly string[], start: number): number {
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

function findSection(name: string, lines: readonly string[]): LineRange | undefined {
  const levelOf = (line: string): number => /^#{1,6}(?=\s)/.exec(line)?.[0].length ?? 0;
  const heading = (line: string): string => locationName({ type: "section", reference: line });
  const start = lines.findIndex((line) => levelOf(line) > 0 && heading(line) === name);
  if (start === -1) {
    const plain = lines.findIndex((line) => line.trim() !== "" && heading(line) === name);
    return plain === -1 ? undefined : { from: plain + 1, to: plain + 1 };
  }
  const level = levelOf(lines[start]!);
  const next = lines.findIndex((line, at) => at > start && levelOf(line) > 0 && levelOf(line) <= level);
  return { from: start + 1, to: next === -1 ? lines.length : next };
}

/** The line that contains the element's text, and what is indented below it. */
function findElement(reference: string, lines: readonly string[]): LineRange | undefined {
  const wanted = reference.trim();
  if (wanted === "") return undefined;
  const last = wanted.slice(wanted.lastIndexOf(".") + 1).toLowerCase();
  const whole = lines.findIndex((line) => line.includes(wanted));
  const at =
    whole !== -1 ? whole : lines.findIndex((line) => last !== "" && wordAt(line.toLowerCase(), last) !== -1);
  return at === -1 ? undefined : { from: at + 1, to: blockEnd(lines, at) };
}

/** The index of a name as a whole word; -1 if it does not occur. */
function wordAt(line: string, name: string): number {
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_$]/u.test(sign);
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    if (!isPart(line[at - 1]) && !isPart(line[at + name.length])) return at;
  }
  return -1;
}

const DIGITS = 8;
/** Longer texts get no fingerprints. */
const MAX_FINGERPRINTED_LINES = 50_000;
/** Shorter lines, such as a closing brace, are too common to identify anything. */
const MIN_DISTINCTIVE_LENGTH = 6;

/**
 * A fingerprint of each line, so that a later round can see what changed without storing the text. Indentation is
 * ignored. Undefined if the text is too long.
 */
export function fingerprintLines(lines: readonly string[]): string | undefined {
  if (lines.length > MAX_FINGERPRINTED_LINES) return undefined;
  return lines.map((line) => hash32(line.trim()).toString(16).padStart(DIGITS, "0")).join("");
}

/** Whether these lines occur in another text as one block. */
export function containsLines(prints: string, { from, to }: LineRange, others: string): boolean {
  const wanted = prints.slice((from - 1) * DIGITS, to * DIGITS);
  if (wanted === "") return false;
  for (let at = others.indexOf(wanted); at !== -1; at = others.indexOf(wanted, at + 1)) {
    if (at % DIGITS === 0) return true;
  }
  return false;
}

/** Extends a range on both sides until it contains a distinctive line. */
export function distinctiveRange(range: LineRange, lines: readonly string[]): LineRange {
  let { from, to } = range;
  const isDistinctive = (): boolean =>
    lines.slice(from - 1, to).some((line) => line.trim().length >= MIN_DISTINCTIVE_LENGTH);
  while (!isDistinctive() && (from > 1 || to < lines.length)) {
    from = Math.max(1, from - 1);
    to = Math.min(lines.length, to + 1);
  }
  return { from, to };
}
