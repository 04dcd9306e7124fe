import type { CatalogueEntry, KnownEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../../core/catalogue/entry-schema.ts";
import { parseEntryLines } from "../../core/catalogue/parse-entries.ts";
import { byCodeUnits } from "../../core/text/by-code-units.ts";
import type { OwnEntriesFile } from "./own-entries-file.ts";

/** The entries in force at one time. */
export interface KnownEntries {
  /** Another one whenever the entries may have changed. */
  readonly stamp: string;
  /** By their ids. */
  readonly entries: readonly KnownEntry[];
  readonly byId: ReadonlyMap<string, KnownEntry>;
  readonly problems: readonly EntryProblem[];
}

/** Reads the project's own file again when it changed; a file that cannot be read leaves the built-in entries. */
export function createKnownEntries(
  own: OwnEntriesFile,
  loadBuiltIn: () => readonly CatalogueEntry[],
  onProblems: (problems: readonly EntryProblem[]) => void,
): () => Promise<KnownEntries> {
  let builtIn: readonly CatalogueEntry[] | undefined;
  let known: KnownEntries | undefined;
  return async () => {
    const stamp = await own.stamp();
    if (known?.stamp === stamp) return known;
    builtIn ??= loadBuiltIn();
    const { entries, problems } = await readOwn(own);
    const byId = new Map<string, KnownEntry>(
      builtIn.map((entry) => [entry.id, { entry, origin: "built_in" }]),
    );
    for (const { entry } of entries) byId.set(entry.id, { entry, origin: "own" });
    known = {
      stamp,
      entries: Array.from(byId.values()).toSorted((a, b) => byCodeUnits(a.entry.id, b.entry.id)),
      byId,
      problems,
    };
    if (problems.length > 0) onProblems(problems);
    return known;
  };
}

async function readOwn(own: OwnEntriesFile): Promise<ReturnType<typeof parseEntryLines>> {
  try {
    const text = await own.read();
    return text === null ? { entries: [], problems: [] } : parseEntryLines(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "it cannot be read";
    return { entries: [], problems: [{ line: 0, field: "", code: "unreadable", message }] };
  }
}
