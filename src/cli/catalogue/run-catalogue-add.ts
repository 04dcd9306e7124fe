import { defined } from "../../core/defined.ts";
import { addEntries, type AddedEntries, type EntryRemark } from "../../app/catalogue/add-entries.ts";
import { checkEntry, parseEntries, type ParsedEntries } from "../../core/catalogue/parse-entries.ts";
import type { CatalogueAddOptions } from "./catalogue.ts";
import { problemText, type EntryReport } from "./catalogue-text.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { toJson } from "../terminal/json-text.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";

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
