import type { LedgerFolders } from "../../core/ledger/ledger-path.ts";
import type { LedgerHoldings } from "../../ports/ledger.ts";
import type { LedgerShelf, ShelfFile, ShelfItem } from "./ledger-shelves.ts";

/** How a file that the store calls for stands in the ledger. */
export type FileState = "same" | "missing" | "differing";

interface SurveyedPage {
  /** What the page is listed after; undefined for the newest. */
  readonly after: string | undefined;
  readonly count: number;
  /** Items of the page with files that the ledger lacks or has otherwise. */
  readonly stale: number;
}

export interface ShelfSurvey {
  readonly shelf: LedgerShelf;
  /** Newest first. */
  readonly pages: readonly SurveyedPage[];
  /** By their key: files of what the store has, at paths where it should not lie any more. */
  readonly superseded: ReadonlyMap<string, readonly string[]>;
  /** Held, and of nothing that the store has. */
  readonly unbacked: readonly string[];
}

export interface SurveyOptions {
  readonly holdings: LedgerHoldings;
  readonly folders: LedgerFolders;
  /** Told of each file that the store calls for and the ledger does not hold as it should. */
  readonly onDeviation?: (path: string, state: "missing" | "differing") => void;
}

/** Goes through a shelf of the store once, newest first, and compares it with what the ledger holds, reading none of it. */
export async function surveyShelf(
  shelf: LedgerShelf,
  { holdings, folders, onDeviation }: SurveyOptions,
): Promise<ShelfSurvey> {
  const unclaimed = heldOf(shelf, holdings);
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
  const held = fingerprints.get(path);
  if (held === undefined) return "missing";
  return held === fingerprintOf(text()) ? "same" : "differing";
}

/** The paths of a shelf's files by what they are for. */
export function heldOf(
  { keyOf }: Pick<LedgerShelf, "keyOf">,
  { fingerprints }: LedgerHoldings,
): Map<string, readonly string[]> {
  const held = new Map<string, readonly string[]>();
  for (const path of fingerprints.keys()) {
    const key = keyOf(path);
    if (key !== undefined) held.set(key, [...(held.get(key) ?? []), path]);
  }
  return held;
}
