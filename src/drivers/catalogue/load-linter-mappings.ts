import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LinterMapping } from "../../core/linter/linter-mapping.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";
import { readLinterMappings } from "./read-linter-mappings.ts";

/** The rules of linters that find the mistakes of entries, or none if the installation lacks them. */
export function loadLinterMappings(from: string = import.meta.url): readonly LinterMapping[] {
  const built = findCatalogueFile(from, "linters.json");
  if (built !== undefined) return JSON.parse(readFileSync(built, "utf8")) as LinterMapping[];
  const record = findCatalogueFile(from, "linters/verified.json");
  return record === undefined ? [] : readLinterMappings(dirname(record));
}
