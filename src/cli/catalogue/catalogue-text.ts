import type { KnownEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../../core/catalogue/entry-schema.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** An entry for machines; `emend catalogue add` takes it back. */
export const toEntryJson = ({ entry, origin }: KnownEntry) => ({ ...entry, origin });

/** A problem of the input, or why something well written was not done. */
export interface EntryReport extends Omit<EntryProblem, "code"> {
  readonly code: EntryProblem["code"] | "id_taken";
}

/** Where and what, as compilers say it. */
export function problemText(name: string, { line, field, code, message }: EntryReport): string {
  const place = line === 0 ? name : `${name}:${line}`;
  return `${safeLine(place)}: ${field === "" ? "" : `${safeLine(field)} `}${safeLine(message)} [${code}]`;
}

export const originText = ({ origin }: Pick<KnownEntry, "origin">): string =>
  origin === "own" ? "own" : "built in";
