import type { LedgerFolders } from "../../core/ledger/ledger-path.ts";
import type { LedgerHoldings } from "../../ports/ledger.ts";
import type { LedgerShelf, ShelfFile, ShelfItem } from "./ledger-shelves.ts";

/** The state of an expected file in the ledger. */
export type FileState = "same" | "missing" | "differing";

interface SurveyedPage {
  /** The page's cursor; undefined for the first page. */
  readonly after: string | undefined;
  readonly count: number;
  /** Items with missing or different files. */
  readonly stale: number;
}

export interface ShelfSurvey {
  readonly shelf: LedgerShelf;
  /** Newest first. */
  readonly pages: readonly SurveyedPage[];
  /** Outdated files of existing records, by key. */
  readonly superseded: ReadonlyMap<string, readonly string[]>;
  /** Files of records that the store does not have. */
  readonly unbacked: readonly string[];
}

export interface SurveyOptions {
  readonly holdings: LedgerHoldings;
  readonly folders: LedgerFolders;
  /** Called for each missing or different file. */
  readonly onDeviation?: (path: string, state: "missing" | "differing") => void;
}

/** Compares one kind of record with the ledger, newest first, without reading the ledger's files. */
export async function surveyShelf(
  shelf: LedgerShelf,
  { holdings, folders, onDeviation }: SurveyOptions,
): Promise<ShelfSurvey> {
  const unclaimed = pathsByKey(shelf, holdings);
  const answered = new Set<string>();
  const isStale = (item: ShelfItem): boolean => {
    const { keys, files } = item.place(folders.find);
    for (const key of keys) {
      const paths = unclaimed.get(key);
      if (paths === undefined) continue;
      const rest = paths.filter((path) => files.every((file) => file.path !== path));
      if (rest.length === 0) unclaimed.delete(key);
      else {
        unclaimed.set(key, rest);
        answered.add(key);
      }
    }
    let stale = false;
    for (const file of files) {
      const state = fileState(holdings, file);
      if (state === "same") continue;
      stale = true;
      onDeviation?.(file.path, state);
    }
    return stale;
  };
  const pages: SurveyedPage[] = [];
  let after: string | undefined;
  do {
    const page = await shelf.list(after);
    pages.push({ after, count: page.items.length, stale: page.items.filter(isStale).length });
    after = page.next;
  } while (after !== undefined);
  const [superseded, rest] = [new Map<string, readonly string[]>(), [] as string[]];
  for (const [key, paths] of unclaimed) {
    if (answered.has(key)) superseded.set(key, paths);
    else rest.push(...paths);
  }
  return { shelf, pages, superseded, unbacked: rest };
}

export function fileState(
  { fingerprints, fingerprintOf }: LedgerHoldings,
  { path, text }: ShelfFile,
): FileState {
  const found = fingerprints.get(path);
  if (found === undefined) return "missing";
  return found === fingerprintOf(text()) ? "same" : "differing";
}

/** Paths by key. */
export function pathsByKey(
  { keyOf }: Pick<LedgerShelf, "keyOf">,
  { fingerprints }: LedgerHoldings,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const path of fingerprints.keys()) {
    const key = keyOf(path);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), path]);
  }
  return found;
}
