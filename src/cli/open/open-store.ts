import { stat } from "node:fs/promises";
import { isServer, schemeOf, storePlace } from "../../compose/store-place.ts";
import type { Store } from "../../ports/store.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { driversOf } from "./drivers-of.ts";

export interface OpenStoreOptions {
  /** As the user named it; the one of the configuration when left out. */
  readonly file?: string | undefined;
  /** Whether a store that is not there is made; reading from a new one would only say that nothing is in it. */
  readonly create: boolean;
}

export type OpenStore = (io: CliIo, options: OpenStoreOptions) => Promise<Store>;

/** Opens the store; drivers are loaded here and not before. */
export const openStore: OpenStore = async (io, options) => {
  const place = await findStore(io, options);
  return (await driversOf(io)).openStore({ file: place });
};

/** Where the store is that an option names, else that of the configuration. */
export async function findStore(io: CliIo, { file, create }: OpenStoreOptions): Promise<string> {
  const name = await chosenStore(io, file);
  const place = storePlace(io.cwd, name);
  mustBeKnown(place);
  if (!create && !isServer(place)) await mustBeThere(place, name);
  return place;
}

/** The store that an option names, else that of the configuration. */
export const chosenStore = async (io: CliIo, file: string | undefined): Promise<string> =>
  file ?? (await configOf(io)).store;

/** Otherwise an address that nobody knows would become a folder of that name; it may hold a password, so it is not told. */
function mustBeKnown(place: string): void {
  const scheme = schemeOf(place);
  if (scheme === undefined || scheme === "postgres" || scheme === "postgresql") return;
  throw externalFailure("store_unsupported", `unsupported store address: ${scheme}://`, {
    hint: "use the path of a file, or an address such as postgres://user:password@host:5432/emend",
  });
}

async function mustBeThere(place: string, name: string): Promise<void> {
  try {
    await stat(place);
  } catch (cause) {
    throw externalFailure("store_missing", `there is no store at ${name} yet`, {
      hint: "import feedback first, as in `emend import decisions.jsonl`, or choose a store with --store",
      cause,
    });
  }
}
