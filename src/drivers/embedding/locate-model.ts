import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EmbeddingError } from "./embedding-error.ts";

/** Locations of the model in a built package, relative to the command's files and to the library's. */
const SHIPPED = ["../model/model.bin", "../../model/model.bin"];
const SOURCE = "../../../model/cached-model.ts";

/** The model of this installation. In an unbuilt checkout it is built now, once. */
export async function locateModel(from: string = import.meta.url): Promise<string> {
  const shipped = SHIPPED.map((path) => fileURLToPath(new URL(path, from))).find((path) => existsSync(path));
  if (shipped !== undefined) return shipped;
  const source = new URL(SOURCE, from);
  if (!existsSync(source))
    throw new EmbeddingError(
      "model_missing",
      `no model at ${fileURLToPath(new URL(SHIPPED[0]!, from))}; reinstall Emend, or choose a model`,
    );
  const { cachedModel } = (await import(source.href)) as { cachedModel: () => string };
  return cachedModel();
}
