import { parse } from "yaml";
import type { WrittenKnownCheck } from "../src/core/check/known-check.ts";
import type { CatalogueEntry, LibraryLine } from "../src/core/catalogue/catalogue-entry.ts";

/** Comments that `emend catalogue show` prints; the rest have done their part in map.json. */
const COMMENTS = 6;

/** What of the catalogue is needed at run time, one entry a line. */
export function runtimeEntries(catalogue: string): string {
  return catalogue
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { id, rule, rules, comments, fix, opposite } = JSON.parse(line) as CatalogueEntry;
      return `${JSON.stringify({ id, rule, rules, comments: comments.slice(0, COMMENTS), fix, opposite })}\n`;
    })
    .join("");
}

/** What of the library is needed at run time: its remarks have done their part in library-map.json. */
export function runtimeLibrary(library: string): string {
  return library
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { rule, against } = JSON.parse(line) as LibraryLine;
      return `${JSON.stringify({ rule, against })}\n`;
    })
    .join("");
}

/** Known checks as they run: the code that they find has done its part in the tests. */
export function runtimeChecks(files: readonly string[]): string {
  const checks = files.flatMap((text) => parse(text) as readonly WrittenKnownCheck[]);
  return JSON.stringify(checks.map(({ bad: _bad, ...check }) => check));
}
