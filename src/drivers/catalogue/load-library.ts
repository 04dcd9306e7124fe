import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LibraryLine } from "../../core/catalogue/catalogue-entry.ts";
import { unpackDirections } from "./load-catalogue-map.ts";

/** A rule of the library with its vector in the local model's space. */
export interface LibraryRule {
  readonly rule: string;
  readonly against: string | null;
  readonly centre: Float32Array;
}

/** Locations of the library relative to built code and to the sources. */
const FOLDERS = ["../catalogue/", "../../catalogue/", "../../../catalogue/"];

interface MapFile {
  readonly model: string;
  readonly dimensions: number;
  readonly centres: string;
}

/** The library's rules with their vectors, or none if its map was made for another model. */
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
