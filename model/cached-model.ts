import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModel } from "./build-model.ts";
import { modelSourcesHash, readModelSources } from "./model-sources.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/emend", import.meta.url));

/** The path of the model built from what is checked out, built now when it is not there yet. */
export function cachedModel(): string {
  const path = join(CACHE, `model-${modelSourcesHash()}.bin`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  // Several processes may build at once; each renames a whole file into place.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, buildModel(readModelSources()));
  renameSync(draft, path);
  return path;
}
