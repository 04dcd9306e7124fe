import type { KnownEntry, NearEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../../core/catalogue/entry-schema.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { pageAnswer } from "../../core/page.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type {
  CatalogueAddOptions,
  CatalogueFormOptions,
  CatalogueListOptions,
  CatalogueSearchOptions,
} from "./catalogue.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, notFound, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { type Paint, painter } from "../terminal/style.ts";
import { defined } from "../../core/defined.ts";
import { type AddedEntries, addEntries, type EntryRemark } from "../../app/catalogue/add-entries.ts";
import {
  checkEntry,
  type ParsedEntries,
  parseEntries,
  removeEntry,
} from "../../core/catalogue/parse-entries.ts";
import { readInput } from "../terminal/input.ts";

/** The JSON form of an entry, which `emend catalogue add` accepts. */
export const toEntryJson = ({ entry, origin }: KnownEntry) => ({ ...entry, origin });

/** A problem in the input, or why a valid entry was not added. */
export interface EntryReport extends Omit<EntryProblem, "code"> {
  readonly code: EntryProblem["code"] | "id_taken";
}

/** In the format of compilers. */
export function problemText(name: string, { line, field, code, message }: EntryReport): string {
  const location = line === 0 ? name : `${name}:${line}`;
  return `${safeLine(location)}: ${field === "" ? "" : `${safeLine(field)} `}${safeLine(message)} [${code}]`;
}

export const originText = ({ origin }: Pick<KnownEntry, "origin">): string =>
  origin === "own" ? "own" : "built in";

/** The start of a text says what it is about. */
const MAX_LENGTH = 4_000;
const MAX_LIMIT = 50;

/** `emend catalogue search`. */
export async function runCatalogueSearch(
  words: readonly string[],
  options: CatalogueSearchOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const limit = parseWholeNumber("--limit", options.limit, { most: MAX_LIMIT });
  const query = words.join(" ").trim().slice(0, MAX_LENGTH);
  if (query === "" && options.jsonl !== true) {
    throw usageError(
      "words_missing",
      "expected a text to search for",
      'for example: emend catalogue search "the failure is hidden here"',
    );
  }
  const { catalogue } = await catalogueOf(io);
  if (query === "") {
    const bad = await mapJsonl(io, (line) => answerLine(line["text"], catalogue, limit));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  const found = await catalogue.search(query, limit);
  if (options.json === true) io.stdout.write(toJson(pageAnswer({ items: found.map(toMatch) })));
  else if (options.jsonl === true) for (const each of found) io.stdout.write(toJsonLine(toMatch(each)));
  else writeText(found, io);
  finish(EXIT.success);
}

async function answerLine(
  text: unknown,
  catalogue: Catalogue,
  limit: number,
): Promise<Record<string, unknown>> {
  if (typeof text !== "string") return lineError("invalid_text", "text must be a string");
  return { entries: (await catalogue.search(text.slice(0, MAX_LENGTH), limit)).map(toMatch) };
}

const toMatch = ({ entry: { id, rule }, origin, near, by }: NearEntry) => ({ id, near, by, origin, rule });

function writeText(found: readonly NearEntry[], io: CliIo): void {
  const paint = painter(io);
  for (const { entry, origin, near } of found) {
    const own = origin === "own" ? `  ${originText({ origin })}` : "";
    io.stdout.write(
      `${near.toFixed(2)}  ${paint("bold", safeLine(entry.id))}${own}\n      ${safeLine(entry.rule)}\n`,
    );
  }
  if (found.length === 0) io.stderr.write("emend: the catalogue has no entries\n");
}

/** How many comments are shown; `--json` has all. */
const MAX_COMMENTS = 6;

/** `emend catalogue show`. */
export async function runCatalogueShow(
  id: string,
  options: CatalogueFormOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue } = await catalogueOf(io);
  const found = await findEntry(catalogue, id);
  if (options.json === true) io.stdout.write(toJson(toEntryJson(found)));
  else if (options.jsonl === true) io.stdout.write(toJsonLine(toEntryJson(found)));
  else io.stdout.write(render(found, painter(io)));
  finish(EXIT.success);
}

/** The entry with this id, or the only one whose id starts with it. */
async function findEntry(catalogue: Catalogue, id: string): Promise<KnownEntry> {
  const found = await catalogue.find(id);
  if (found !== undefined) return found;
  const matches = (await catalogue.entries()).filter(({ entry }) => id.length > 2 && entry.id.startsWith(id));
  if (matches.length === 1) return matches[0]!;
  const named = matches.slice(0, 5).map(({ entry }) => entry.id);
  const others = matches.length === 0 ? "" : `; ${matches.length} ids start with it: ${named.join(", ")}`;
  throw usageError(
    "entry_not_found",
    `there is no entry ${JSON.stringify(id.slice(0, 80))}${others}`,
    "`emend catalogue search` finds entries by meaning",
  );
}

function render({ entry, origin }: KnownEntry, paint: Paint): string {
  const { id, rule, rules, comments, fix, opposite } = entry;
  const list = (title: string, texts: readonly string[]): string =>
    texts.length === 0
      ? ""
      : `\n${paint("bold", title)}\n${texts.map((text) => `  ${safeLine(text)}\n`).join("")}`;
  return [
    `${paint("bold", safeLine(id))}  ${originText({ origin })}\n\n  ${safeLine(rule)}\n`,
    list("In other words", rules),
    list("Reviewers say", comments.slice(0, MAX_COMMENTS)),
    list("To fix it", fix === "" ? [] : [fix]),
    list("The opposite", opposite === null ? [] : [opposite.rule, ...opposite.rules]),
  ].join("");
}

/** `emend catalogue list`. */
export async function runCatalogueList(
  options: CatalogueListOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue, own } = await catalogueOf(io, { onFault: () => undefined });
  const entries = (await catalogue.entries()).filter(
    ({ origin }) => options.own !== true || origin === "own",
  );
  const paint = painter(io);
  if (options.json === true) io.stdout.write(toJson(pageAnswer({ items: entries.map(toEntryJson) })));
  else {
    for (const known of entries) {
      const { entry, origin } = known;
      const label = origin === "own" && options.own !== true ? `  ${originText({ origin })}` : "";
      io.stdout.write(
        options.jsonl === true
          ? toJsonLine(toEntryJson(known))
          : `${paint("bold", safeLine(entry.id))}${label}\n  ${safeLine(entry.rule)}\n`,
      );
    }
  }
  for (const problem of await catalogue.problems()) {
    io.stderr.write(`emend: ${problemText(own.name, problem)}\n`);
  }
  if (entries.length === 0 && options.own === true) {
    io.stderr.write(
      `emend: ${safeLine(own.name)} has no entries yet; \`emend catalogue add --help\` shows how\n`,
    );
  }
  finish(EXIT.success);
}

/** `emend catalogue add`. */
export async function runCatalogueAdd(
  file: string | undefined,
  options: CatalogueAddOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { source, parsed } = await readEntries(file, options, io);
  const { catalogue, own } = await catalogueOf(io);
  const done = await addEntries({ catalogue, own })(parsed.entries, { replace: options.replace === true });
  const rejected = [...parsed.problems, ...refusals(done)];
  for (const problem of rejected) io.stderr.write(`emend: ${problemText(source, problem)}\n`);
  for (const remark of done.remarks) io.stderr.write(`emend: ${remarkText(remark)}\n`);
  if (parsed.entries.length + rejected.length === 0)
    io.stderr.write(`emend: ${safeLine(source)} has no entries\n`);
  io.stdout.write(options.json === true ? toJson(toJsonAnswer(done, rejected)) : changesText(done, own.name));
  finish(rejected.length === 0 ? EXIT.success : EXIT.problem);
}

interface ReadEntries {
  /** For messages. */
  readonly source: string;
  readonly parsed: ParsedEntries;
}

const FIELDS = ["id", "rule", "wording", "comment", "fix", "opposite"] as const;

async function readEntries(
  file: string | undefined,
  options: CatalogueAddOptions,
  io: CliIo,
): Promise<ReadEntries> {
  const used = FIELDS.filter((field) => options[field] !== undefined);
  if (used.length === 0) {
    const text = await readInput(io, file, "entries");
    return {
      source: file === undefined || file === "-" ? "standard input" : file,
      parsed: parseEntries(text),
    };
  }
  if (file !== undefined) {
    throw usageError(
      "two_sources",
      `expected either a file or options that describe one entry, got ${file} and --${used[0]}`,
      "use one of them",
    );
  }
  const { id, rule, wording, comment, fix, opposite } = options;
  const entry = {
    id,
    rule,
    comments: comment,
    ...defined({ rules: wording, fix }),
    ...(opposite === undefined ? {} : { opposite: { rule: opposite } }),
  };
  const { entries, problems } = checkEntry(entry);
  // Entries from options have no line.
  const withoutLine = <T extends { readonly line: number }>(item: T): T => ({ ...item, line: 0 });
  return {
    source: "the options",
    parsed: { entries: entries.map(withoutLine), problems: problems.map(withoutLine) },
  };
}

/** Valid entries that were not added. */
const refusals = ({ taken, beyond }: AddedEntries): readonly EntryReport[] => [
  ...taken.map(({ line, id, by }): EntryReport => ({
    line,
    field: "id",
    code: "id_taken",
    message:
      by === "own"
        ? `you already have a different entry ${id}; use --replace to overwrite it`
        : `${id} is a built-in entry; use --replace to override it with yours`,
  })),
  ...beyond.map(({ line, id }): EntryReport => ({
    line,
    field: "id",
    code: "too_many",
    message: `cannot add ${id}: the project has the maximum number of entries; remove some first`,
  })),
];

function remarkText(remark: EntryRemark): string {
  if (remark.kind === "overlap") {
    return `${safeLine(remark.id)} says nearly the same as ${safeLine(remark.other)} (${remark.near.toFixed(2)}); see \`emend catalogue show ${safeLine(remark.other)}\` [overlap]`;
  }
  const { field, level, message, code } = remark.warning;
  const consequence = level === "danger" ? "; until then no proposal uses these words" : "";
  return `${safeLine(remark.id)}, ${safeLine(field)}, ${level}: ${safeLine(message)}${consequence} [${code}]`;
}

const toJsonAnswer = (
  { added, replaced, unchanged, remarks }: AddedEntries,
  rejected: readonly unknown[],
): unknown => ({
  added,
  replaced,
  unchanged,
  refused: rejected,
  warnings: remarks.map((remark) =>
    remark.kind === "overlap"
      ? { id: remark.id, code: "overlap", other: remark.other, near: remark.near }
      : { id: remark.id, ...remark.warning },
  ),
});

function changesText({ added, replaced, unchanged }: AddedEntries, name: string): string {
  const lines = [
    ...added.map((id) => `added ${id}`),
    ...replaced.map((id) => `replaced ${id}`),
    ...unchanged.map((id) => `${id} is already in the catalogue`),
  ];
  return lines.map((line) => `${safeLine(line)} (${safeLine(name)})\n`).join("");
}

/** `emend catalogue remove`. */
export async function runCatalogueRemove(
  id: string,
  _options: object,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue, own } = await catalogueOf(io);
  const known = await catalogue.find(id);
  if (known === undefined) throw notFound("entry", id, "emend catalogue list --own");
  if (known.origin !== "own") {
    throw new CliError(
      "entry_not_own",
      `${JSON.stringify(id.slice(0, 80))} is built in and cannot be removed`,
      {
        exitCode: EXIT.problem,
        hint: "to override it, add your own entry with the same id: `emend catalogue add --replace`",
      },
    );
  }
  const before = await own.read();
  await own.write(removeEntry(before ?? "", id), before);
  const builtIn = (await catalogue.find(id)) === undefined ? "" : "; the built-in entry is used again";
  io.stdout.write(`removed ${safeLine(id)} (${safeLine(own.name)})${builtIn}\n`);
  finish(EXIT.success);
}
