import type { CatalogueEntry } from "./catalogue-entry.ts";
import { type EntryProblem, toEntryProblems, entrySchema } from "./entry-schema.ts";

/** Finds a duplicate key in valid JSON. Parsers use the last and people read the first, so such a text can mislead. */
export function findRepeatedKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let at = 0;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys !== undefined && isKey(json, end)) {
        const key = JSON.parse(json.slice(at, end)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
      continue;
    }
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    at += 1;
  }
  return undefined;
}

/** The offset after the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (at < json.length && " \t\r\n".includes(json[at]!)) at += 1;
  return json[at] === ":";
}

export interface NumberedEntry {
  /** Its line or position in a list, from 1. */
  readonly line: number;
  readonly entry: CatalogueEntry;
}

export interface ParsedEntries {
  readonly entries: readonly NumberedEntry[];
  readonly problems: readonly EntryProblem[];
}

/** In UTF-16 code units; catalogues are written by hand. */
export const MAX_CATALOGUE_TEXT = 4 * 1024 * 1024;
const MAX_LINE = 256 * 1024;
export const MAX_OWN_ENTRIES = 1_000;
const MAX_PROBLEMS = 100;

/** Parses entries, one per line. Invalid ones are reported and left out; of two with the same id the first is used. */
export function parseEntryLines(text: string): ParsedEntries {
  if (text.length > MAX_CATALOGUE_TEXT) return tooLargeProblem();
  const lines = withoutByteOrderMark(text).split("\n");
  return collect(
    lines.flatMap((source, at) =>
      source.trim() === "" ? [] : [{ line: at + 1, read: () => parse(source, at + 1) }],
    ),
  );
}

/** The same for a text that may also be one JSON document: an entry or a list. */
export function parseEntries(text: string): ParsedEntries {
  if (text.length > MAX_CATALOGUE_TEXT) return tooLargeProblem();
  const whole = parseDocument(withoutByteOrderMark(text));
  if (whole === undefined) return parseEntryLines(text);
  const values = Array.isArray(whole.value) ? (whole.value as readonly unknown[]) : [whole.value];
  return collect(
    values.map((value, at) => ({ line: at + 1, read: () => readEntry(value, whole.repeated, at + 1) })),
  );
}

/** Validates an entry that is already parsed. */
export const checkEntry = (value: unknown): ParsedEntries =>
  collect([{ line: 1, read: () => readEntry(value, undefined, 1) }]);

interface EntryResult {
  readonly entry?: CatalogueEntry;
  readonly problems: readonly EntryProblem[];
}

function collect(
  sources: readonly { readonly line: number; readonly read: () => EntryResult }[],
): ParsedEntries {
  const entries: NumberedEntry[] = [];
  const problems: EntryProblem[] = [];
  const seen = new Map<string, number>();
  const complain = (problem: EntryProblem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  for (const { line, read } of sources) {
    if (entries.length >= MAX_OWN_ENTRIES) {
      complain({
        line,
        field: "",
        code: "too_many",
        message: `expected at most ${MAX_OWN_ENTRIES} entries; this one and the following are ignored`,
      });
      break;
    }
    const { entry, problems: found } = read();
    found.forEach(complain);
    if (entry === undefined) continue;
    const earlier = seen.get(entry.id);
    if (earlier === undefined) {
      seen.set(entry.id, line);
      entries.push({ line, entry });
    } else {
      complain({
        line,
        field: "id",
        code: "duplicate_id",
        message: `${entry.id} is already on line ${earlier}, which is used`,
      });
    }
  }
  return { entries, problems };
}

function parse(source: string, line: number): EntryResult {
  const refuse = (code: EntryProblem["code"], message: string): EntryResult => ({
    problems: [{ line, field: "", code, message }],
  });
  if (source.length > MAX_LINE)
    return refuse("too_large", `expected at most ${MAX_LINE} characters on a line`);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return refuse("invalid_json", "is not valid JSON: expected one entry as a JSON object on one line");
  }
  return readEntry(value, findRepeatedKey(source), line);
}

function readEntry(raw: unknown, repeated: string | undefined, line: number): EntryResult {
  if (repeated !== undefined) {
    const message = "occurs twice in one object, so one of the two is ignored: expected each key once";
    return { problems: [{ line, field: repeated.slice(0, 60), code: "repeated_key", message }] };
  }
  const parsed = entrySchema.safeParse(withoutOrigin(raw));
  if (!parsed.success) {
    return { problems: parsed.error.issues.flatMap((issue) => toEntryProblems(issue, raw, line)) };
  }
  const problems = findRepeatedTexts(parsed.data, line);
  return problems.length === 0 ? { entry: parsed.data, problems } : { problems };
}

/** The output of `emend catalogue show` is accepted as input. */
function withoutOrigin(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw) || !Object.hasOwn(raw, "origin"))
    return raw;
  const { origin: _origin, ...entry } = raw as Readonly<Record<string, unknown>>;
  return entry;
}

/** A repeated text would count twice in the entry's vector. */
export function findRepeatedTexts(entry: CatalogueEntry, line: number): readonly EntryProblem[] {
  const seen = new Map<string, string>();
  const problems: EntryProblem[] = [];
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["rule", [entry.rule]],
    ["rules", entry.rules],
    ["comments", entry.comments],
    ["opposite.rule", entry.opposite === null ? [] : [entry.opposite.rule]],
    ["opposite.rules", entry.opposite?.rules ?? []],
    ["opposite.comments", entry.opposite?.comments ?? []],
    ["lookalike_comments", entry.lookalike_comments],
    ["lookalike_rules", entry.lookalike_rules],
  ];
  for (const [name, texts] of lists) {
    for (const [at, text] of texts.entries()) {
      const field = name.endsWith("rule") ? name : `${name}[${at}]`;
      const earlier = seen.get(text.toLowerCase());
      if (earlier === undefined) seen.set(text.toLowerCase(), field);
      else
        problems.push({
          line,
          field,
          code: "repeated_text",
          message: `says the same as ${earlier}: expected each text once`,
        });
    }
  }
  return problems;
}

function parseDocument(
  text: string,
): { readonly value: unknown; readonly repeated: string | undefined } | undefined {
  try {
    return { value: JSON.parse(text) as unknown, repeated: findRepeatedKey(text) };
  } catch {
    return undefined;
  }
}

const withoutByteOrderMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

const tooLargeProblem = (): ParsedEntries => ({
  entries: [],
  problems: [
    {
      line: 0,
      field: "",
      code: "too_large",
      message: `expected at most ${MAX_CATALOGUE_TEXT} characters in all`,
    },
  ],
});

/** Adds or replaces an entry; all other lines stay. */
export function putEntry(text: string, entry: CatalogueEntry): string {
  const lines = linesOf(text);
  const at = lineOf(text, entry.id);
  if (at === undefined) return `${[...lines, renderEntry(entry)].join("\n")}\n`;
  return `${lines.with(at, renderEntry(entry)).join("\n")}\n`;
}

/** Removes an entry; all other lines stay. */
export function removeEntry(text: string, id: string): string {
  const at = lineOf(text, id);
  if (at === undefined) return text;
  const left = linesOf(text).toSpliced(at, 1);
  return left.length === 0 ? "" : `${left.join("\n")}\n`;
}

/** One line, without empty fields. */
export function renderEntry(entry: CatalogueEntry): string {
  const kept = Object.entries(entry).filter(
    ([, value]: readonly [string, unknown]) =>
      value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return JSON.stringify(Object.fromEntries(kept));
}

const lineOf = (text: string, id: string): number | undefined => {
  const line = parseEntryLines(text).entries.find(({ entry }) => entry.id === id)?.line;
  return line === undefined ? undefined : line - 1;
};

const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
};
