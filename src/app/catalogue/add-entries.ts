import {
  type CatalogueEntry,
  type EntryWarning,
  entryWarnings,
} from "../../core/catalogue/catalogue-entry.ts";
import {
  putEntry,
  renderEntry,
  MAX_OWN_ENTRIES,
  type NumberedEntry,
} from "../../core/catalogue/parse-entries.ts";
import type { Catalogue, OwnEntries } from "../../ports/catalogue.ts";

export interface AddEntriesParts {
  readonly catalogue: Pick<Catalogue, "find" | "entries" | "overlapOf">;
  readonly own: OwnEntries;
}

export interface AddedEntries {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  readonly unchanged: readonly string[];
  /** Entries that were not added because their id is in use. */
  readonly taken: readonly {
    readonly line: number;
    readonly id: string;
    readonly by: "own" | "built_in";
  }[];
  /** Entries over the limit. */
  readonly beyond: readonly { readonly line: number; readonly id: string }[];
  readonly remarks: readonly EntryRemark[];
}

/** A notice about an entry that was added anyway. */
export type EntryRemark =
  | { readonly kind: "text"; readonly id: string; readonly warning: EntryWarning }
  | { readonly kind: "overlap"; readonly id: string; readonly other: string; readonly near: number };

/** The most new entries that are compared with others, since each takes time to embed. */
const MAX_COMPARED = 50;

/** Adds entries to the project's file in one write; adding one again changes nothing. */
export const addEntries =
  ({ catalogue, own }: AddEntriesParts) =>
  async (
    entries: readonly NumberedEntry[],
    { replace }: { readonly replace: boolean },
  ): Promise<AddedEntries> => {
    const before = await own.read();
    let text = before ?? "";
    let count = (await catalogue.entries()).filter(({ origin }) => origin === "own").length;
    const [added, replaced, unchanged]: [string[], string[], string[]] = [[], [], []];
    const taken: AddedEntries["taken"][number][] = [];
    const beyond: AddedEntries["beyond"][number][] = [];
    const remarks: EntryRemark[] = [];
    const fresh: CatalogueEntry[] = [];
    for (const { line, entry } of entries) {
      const known = await catalogue.find(entry.id);
      if (known?.origin === "own" && renderEntry(known.entry) === renderEntry(entry)) {
        unchanged.push(entry.id);
        continue;
      }
      if (known !== undefined && !replace) {
        taken.push({ line, id: entry.id, by: known.origin });
        continue;
      }
      if (known?.origin !== "own" && count >= MAX_OWN_ENTRIES) {
        beyond.push({ line, id: entry.id });
        continue;
      }
      if (known?.origin !== "own") count += 1;
      (known === undefined ? added : replaced).push(entry.id);
      text = putEntry(text, entry);
      fresh.push(entry);
      for (const warning of entryWarnings(entry)) remarks.push({ kind: "text", id: entry.id, warning });
    }
    for (const entry of fresh.slice(0, MAX_COMPARED)) {
      const other = await catalogue.overlapOf(entry);
      if (other !== undefined) {
        remarks.push({ kind: "overlap", id: entry.id, other: other.entry.id, near: other.near });
      }
    }
    if (text !== (before ?? "")) await own.write(text, before);
    return { added, replaced, unchanged, taken, beyond, remarks };
  };
