import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import {
  collectMappings,
  parseWrittenMappings,
  type LinterMapping,
  type Verified,
  type WrittenMapping,
} from "../../core/linter/linter-mapping.ts";

/** The mappings of `catalogue/linters` as they are written. */
export const readWrittenMappings = (folder: string): readonly WrittenMapping[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yml"))
    .toSorted()
    .flatMap((name) => parseWrittenMappings(parse(readFileSync(`${folder}/${name}`, "utf8"))));

export const readVerified = (folder: string): Readonly<Record<string, Verified>> =>
  JSON.parse(readFileSync(`${folder}/verified.json`, "utf8")) as Readonly<Record<string, Verified>>;

/** The mappings that were verified, by entry. */
export const readLinterMappings = (folder: string): readonly LinterMapping[] =>
  collectMappings(readWrittenMappings(folder), readVerified(folder));
