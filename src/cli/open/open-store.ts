import { stat } from "node:fs/promises";
import { isServer, schemeOf, storePlace } from "../../compose/store-place.ts";
import type { Store } from "../../ports/store.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { driversOf } from "./drivers-of.ts";

export interface OpenStoreOptions {
  /** Default: the store in the configuration. */
  readonly file?: string | undefined;
  /** Whether to create a missing store. Commands that only read should fail instead. */
  readonly create: boolean;
}

export type OpenStore = (io: CliIo, options: OpenStoreOptions) => Promise<Store>;

export const openStore: OpenStore = async (io, options) => {
  const location = await findStore(io, options);
  return (await driversOf(io)).openStore({ file: location });
};

/** The path or address of the store. */
export async function findStore(io: CliIo, { file, create }: OpenStoreOptions): Promise<string> {
  const name = await chosenStore(io, file);
  const location = storePlace(io.cwd, name);
  assertSupported(location);
  if (!create && !isServer(location)) await assertExists(location, name);
  return location;
}

export const chosenStore = async (io: CliIo, file: string | undefined): Promise<string> =>
  file ?? (await configOf(io)).store;

/** Otherwise an unsupported address would become a folder of that name. It is not printed, because it may have a password. */
function assertSupported(location: string): void {
  const scheme = schemeOf(location);
  if (scheme === undefined || scheme === "postgres" || scheme === "postgresql") return;
  throw externalFailure("store_unsupported", `unsupported store address: ${scheme}://`, {
    hint: "use the path of a file, or an address such as postgres://user:password@host:5432/emend",
  });
}

async function assertExists(location: string, name: string): Promise<void> {
  try {
    await stat(location);
  } catch (cause) {
    throw externalFailure("store_missing", `there is no store at ${name} yet`, {
      hint: "it is made when the first feedback is recorded: by a hook within seconds (see `emend hook --status`), or by `emend import`; or choose a store with --store",
      cause,
    });
  }
}
