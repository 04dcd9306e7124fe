import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Locations of the catalogue relative to built code and to the sources. */
const FOLDERS = ["../catalogue/", "../../catalogue/", "../../../catalogue/"];

/** The path of the first of these files that exists. Built packages leave out what is not needed at run time. */
export const findCatalogueFile = (from: string, ...names: readonly string[]): string | undefined =>
  FOLDERS.flatMap((folder) => names.map((name) => fileURLToPath(new URL(`${folder}${name}`, from)))).find(
    (path) => existsSync(path),
  );
