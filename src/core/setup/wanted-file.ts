import { addIgnoreLine } from "./ignore-line.ts";
import { applyInsertions, type Insertion } from "./insertions.ts";
import { type JsonSections, mergeJson } from "./merge-json.ts";
import { isWanted } from "./hook-settings.ts";
import type { SetupFile, SetupKind, SkippedFile } from "./setup-change.ts";
import { addReadEntry, addTomlTable, type TextProblem } from "./text-settings.ts";
import { fail, ok, type Result } from "../result.ts";

/** A file that an agent needs, and what has to be in it. */
export type WantedFile = {
  readonly path: string;
  /** Other names of the same file. The first that exists is used. */
  readonly or?: readonly string[];
} & (
  | { readonly sections: JsonSections | ((text: string | null) => JsonSections) }
  /** A table for the end of a TOML file. */
  | { readonly table: string; readonly values: Readonly<Record<string, string | readonly string[]>> }
  /** A file for the `read` list of a YAML file. */
  | { readonly readEntry: string }
  /** A new file; an existing one stays as it is. */
  | { readonly whole: string; readonly executable?: true }
  /** The line that keeps the store out of git. */
  | { readonly line: true }
);

/** The file with what it needs, as insertions only, or why it was left as it is. */
export function planWantedFile(
  want: WantedFile,
  path: string,
  before: string | null,
): SetupFile | SkippedFile {
  const planned = (kind: SetupKind, insertions: readonly Insertion[], merged = NOTHING): SetupFile => ({
    path,
    kind,
    before,
    after: applyInsertions(before ?? "", insertions),
    insertions,
    ...merged,
    ...("executable" in want ? { executable: true } : {}),
  });
  if ("whole" in want) return planned("whole", before === null ? [{ at: 0, text: want.whole }] : []);
  if ("line" in want) return planned("lines", addIgnoreLine(before));
  if ("sections" in want) {
    const sections = sectionsOf(want.sections, before);
    const merged = mergeJson(before, sections, isWanted(sections));
    if (!merged.ok) return { path, ...merged.error, ...byHand(want) };
    const { insertions, added, made } = merged.value;
    return planned("json", insertions, { added, made });
  }
  const added = textInsertion(want, before);
  return added.ok ? planned("text", added.value) : { path, ...added.error, ...byHand(want) };
}

const NOTHING: Pick<SetupFile, "added" | "made"> = { added: {}, made: [] };

const sectionsOf = (
  sections: JsonSections | ((text: string | null) => JsonSections),
  before: string | null,
): JsonSections => (typeof sections === "function" ? sections(before) : sections);

function textInsertion(
  want: Exclude<
    WantedFile,
    { readonly sections: unknown } | { readonly whole: string } | { readonly line: true }
  >,
  before: string | null,
): Result<readonly Insertion[], TextProblem> {
  const added =
    "table" in want ? addTomlTable(before, want.table, want.values) : addReadEntry(before, want.readEntry);
  if (!added.ok) return fail(added.error);
  return ok(added.value === "" ? [] : [{ at: before?.length ?? 0, text: added.value }]);
}

/** What a person has to add if the file could not be changed. */
export function byHand(want: WantedFile): Pick<SkippedFile, "byHand"> {
  if ("sections" in want) return { byHand: JSON.stringify(sectionsOf(want.sections, null), null, 2) };
  if (!("table" in want || "readEntry" in want)) return {};
  const added = textInsertion(want, null);
  return added.ok
    ? {
        byHand: added.value
          .map(({ text }) => text)
          .join("")
          .trim(),
      }
    : {};
}
