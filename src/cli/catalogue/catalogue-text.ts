import type { KnownEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../../core/catalogue/entry-schema.ts";
import { safeLine } from "../terminal/safe-text.ts";

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
