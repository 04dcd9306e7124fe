import { readFileSync } from "node:fs";
import type { CatalogueEntry } from "../../core/catalogue/catalogue-entry.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";

/**
 * The entries that ship with Emend, or none if the installation lacks them. A test validates the file against the
 * schema.
 */
export function loadBuiltInEntries(from: string = import.meta.url): readonly CatalogueEntry[] {
  const path = findCatalogueFile(from, "entries.jsonl", "catalogue.jsonl");
  if (path === undefined) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ ...WITHOUT, ...(JSON.parse(line) as CatalogueEntry) }));
}

/** Fields that the built file leaves out. */
const WITHOUT = { lookalike_comments: [], lookalike_rules: [] } as const;
