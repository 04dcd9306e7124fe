import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LibraryLine } from "../../core/catalogue/catalogue-entry.ts";
import { unpackDirections } from "./load-catalogue-map.ts";

/** A rule of the library and its direction among the vectors of the local model. */
export interface LibraryRule {
  readonly rule: string;
  readonly against: string | null;
  readonly centre: Float32Array;
}

/** Where the library is, seen from built parts and from the sources. */
const FOLDERS = ["../catalogue/", "../../catalogue/", "../../../catalogue/"];

interface MapFile {
  readonly model: string;
  readonly dimensions: number;
  readonly centres: string;
}

/** The library's rules with their vectors; none for a model that its map was not made for. */
export function loadLibrary(model: string, from: string = import.meta.url): readonly LibraryRule[] {
  const folder = FOLDERS.map((place) => new URL(place, from)).find((place) =>
    existsSync(fileURLToPath(new URL("library-map.json", place))),
  );
  if (folder === undefined) return [];
  const map = JSON.parse(readFileSync(new URL("library-map.json", folder), "utf8")) as MapFile;
  if (map.model !== model) return [];
  const lines = readFileSync(new URL("library.jsonl", folder), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const centres = unpackDirections(map.centres, map.dimensions, lines.length);
  return lines.map((line, at) => {
    const { rule, against = null } = JSON.parse(line) as LibraryLine;
    return { rule, against, centre: centres[at]! };
  });
}
