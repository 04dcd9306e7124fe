import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CatalogueEntry } from "../../core/catalogue/catalogue-entry.ts";

/** Where the entries lie, seen from built parts, which hold what is needed at run time, and from the sources. */
const PLACES = [
  "../catalogue/entries.jsonl",
  "../../catalogue/entries.jsonl",
  "../../../catalogue/catalogue.jsonl",
];

/** The entries that came with Emend; none where the installation lacks them. A test holds the file to the schema. */
export function loadBuiltInEntries(from: string = import.meta.url): readonly CatalogueEntry[] {
  const path = PLACES.map((place) => fileURLToPath(new URL(place, from))).find((place) => existsSync(place));
  if (path === undefined) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ ...WITHOUT, ...(JSON.parse(line) as CatalogueEntry) }));
}

/** What the built file leaves out. */
const WITHOUT = { lookalike_comments: [], lookalike_rules: [] } as const;
