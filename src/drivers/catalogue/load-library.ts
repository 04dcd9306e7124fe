import { readFileSync } from "node:fs";
import type { LibraryLine } from "../../core/catalogue/catalogue-entry.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";
import { unpackDirections } from "./load-catalogue-map.ts";

/** A rule of the library with its vector in the local model's space. */
export interface LibraryRule {
  readonly rule: string;
  readonly against: string | null;
  readonly centre: Float32Array;
}

interface MapFile {
  readonly model: string;
  readonly dimensions: number;
  readonly centres: string;
}

/** The library's rules with their vectors, or none if its map was made for another model. */
export function loadLibrary(model: string, from: string = import.meta.url): readonly LibraryRule[] {
  const [mapFile, rules] = ["library-map.json", "library.jsonl"].map((name) => findCatalogueFile(from, name));
  if (mapFile === undefined || rules === undefined) return [];
  const map = JSON.parse(readFileSync(mapFile, "utf8")) as MapFile;
  if (map.model !== model) return [];
  const lines = readFileSync(rules, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const centres = unpackDirections(map.centres, map.dimensions, lines.length);
  return lines.map((line, at) => {
    const { rule, against = null } = JSON.parse(line) as LibraryLine;
    return { rule, against, centre: centres[at]! };
  });
}
