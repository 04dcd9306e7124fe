import { defined } from "../../core/defined.ts";
import { dirname, join, resolve } from "node:path";
import type { Catalogue, OwnEntries } from "../../ports/catalogue.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { isServer, storeFile } from "./open-store.ts";
import { safeLine } from "../terminal/safe-text.ts";

interface OpenedCatalogue {
  readonly catalogue: Catalogue;
  readonly own: OwnEntries;
}

interface CatalogueSetting {
  /** The embedder in use, where one is. */
  readonly embedder?: Embedder;
  readonly place?: "thread" | undefined;
  /** Whoever names the problems by themselves need not be told. */
  readonly quiet?: boolean;
}

/** The catalogue of this configuration; the entries are read when they are first asked for. */
export async function openCatalogue(io: CliIo, setting: CatalogueSetting = {}): Promise<OpenedCatalogue> {
  const { catalogue, store } = await configOf(io);
  const place = storeFile(io, store);
  const { compose } = await import("../../compose.ts");
  return compose(io).openCatalogue({
    file: resolve(io.cwd, catalogue.file),
    ...(isServer(place) ? {} : { cacheFile: join(dirname(place), "catalogue-vectors.json") }),
    ...defined({ embedder: setting.embedder, place: setting.place }),
    onProblem: ({ code, message }) => {
      if (setting.quiet !== true) io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`);
    },
  });
}
