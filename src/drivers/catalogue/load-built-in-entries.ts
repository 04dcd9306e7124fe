import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CatalogueEntry } from "../../core/catalogue/catalogue-entry.ts";

/** Locations of the entries relative to built code, which includes what is needed at run time, and to the sources. */
const PLACES = [
  "../catalogue/entries.jsonl",
  "../../catalogue/entries.jsonl",
  "../../../catalogue/catalogue.jsonl",
];

/**
 * The entries that ship with Emend, or none if the installation lacks them. A test validates the file against the
 * schema.
 */
export function loadBuiltInEntries(from: string = import.meta.url): readonly CatalogueEntry[] {
  const path = PLACES.map((place) => fileURLToPath(new URL(place, from))).find((place) => existsSync(place));
  if (path === undefined) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ ...WITHOUT, ...(JSON.parse(line) as CatalogueEntry) }));
}

/** Fields that the built file leaves out. */
const WITHOUT = { lookalike_comments: [], lookalike_rules: [] } as const;
