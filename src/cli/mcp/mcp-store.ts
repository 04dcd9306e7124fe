import type { StoreAccess } from "../../mcp/mcp-context.ts";
import type { Store } from "../../ports/store.ts";
import { WorldError } from "../../ports/world-error.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { OpenStore } from "../open/open-store.ts";

export interface ClosableStoreAccess extends StoreAccess {
  close(): Promise<void>;
}

/** Opens the store at the first call that needs it and keeps it; what fails to open is tried again at the next. */
export function createStoreAccess(
  io: CliIo,
  file: string | undefined,
  openStore: OpenStore,
): ClosableStoreAccess {
  let opened: Promise<Store | undefined> | undefined;
  // One at a time, so that calls that come together share one store.
  const open = (create: boolean): Promise<Store | undefined> => {
    const next = (opened ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((store) => store ?? openStore(io, { file, create }).catch(explain));
    opened = next;
    return next;
  };
  return {
    find: () => open(false),
    make: async () => {
      const store = await open(true);
      if (store !== undefined) return store;
      throw new WorldError("store_missing", "the store went away while it was made; try again");
    },
    close: async () => {
      const store = await opened?.catch(() => undefined);
      await store?.close();
    },
  };
}

/** That there is none yet is an answer; what else the command line says of a store is a fault of the world. */
function explain(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
  if (error.code === "store_missing") return undefined;
  const hint = error.hint === undefined ? "" : `; ${error.hint}`;
  throw new WorldError(error.code, `${error.message}${hint}`, error);
}
