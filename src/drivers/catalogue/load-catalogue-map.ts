import { readFileSync } from "node:fs";
import type { CatalogueMap } from "../../core/judge/catalogue-profile.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";

interface MapFile {
  readonly model: string;
  readonly dimensions: number;
  readonly ids: readonly string[];
  readonly centres: string;
}

/** The centres of catalogue entries in a model's vector space, or undefined if the map was made for another model. */
export function loadCatalogueMap(model: string, from: string = import.meta.url): CatalogueMap | undefined {
  const path = findCatalogueFile(from, "map.json");
  if (path === undefined) return undefined;
  const file = JSON.parse(readFileSync(path, "utf8")) as MapFile;
  if (file.model !== model) return undefined;
  return { ids: file.ids, centres: unpackDirections(file.centres, file.dimensions, file.ids.length) };
}

/** Decodes directions stored with one byte per dimension into unit vectors. */
export function unpackDirections(packed: string, dimensions: number, count: number): readonly Float32Array[] {
  const bytes = Buffer.from(packed, "base64");
  return Array.from({ length: count }, (_, row) => {
    const codes = new Int8Array(bytes.buffer, bytes.byteOffset + row * dimensions, dimensions);
    // Plain loops: `Math.hypot` and `Float32Array.from` take ten times as long, in every command that needs the catalogue.
    let squares = 0;
    for (const code of codes) squares += code * code;
    const length = Math.sqrt(squares);
    const direction = new Float32Array(dimensions);
    for (let at = 0; at < dimensions; at += 1) direction[at] = codes[at]! / length;
    return direction;
  });
}
