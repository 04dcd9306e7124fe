import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parse } from "yaml";
import type { KnownCheck, WrittenKnownCheck } from "../../core/check/known-check.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";

/** The known checks that ship with Emend, or none if the installation lacks them. A test runs each on its examples. */
export function loadKnownChecks(from: string = import.meta.url): readonly KnownCheck[] {
  const built = findCatalogueFile(from, "checks.json");
  if (built !== undefined) return JSON.parse(readFileSync(built, "utf8")) as KnownCheck[];
  const sources = findCatalogueFile(from, "checks/javascript.yml");
  return sources === undefined ? [] : readWrittenChecks(dirname(sources));
}

/** The known checks of a folder of YAML files, with their examples. */
export function readWrittenChecks(folder: string): readonly WrittenKnownCheck[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => parse(readFileSync(`${folder}/${name}`, "utf8")) as WrittenKnownCheck[]);
}
