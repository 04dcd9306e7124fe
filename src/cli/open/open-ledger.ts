import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Ledger } from "../../ports/ledger.ts";
import type { Store } from "../../ports/store.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import type { LedgerOptions } from "../ledger/ledger.ts";
import { openStore } from "./open-store.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import { driversOf } from "./drivers-of.ts";

const DEFAULT_FOLDER = ".emend/ledger";

export interface LedgerPair {
  readonly store: Store;
  readonly ledger: Ledger;
  /** The ledger's folder, for messages. */
  readonly folder: string;
}

/** Opens the store and the ledger that belongs to it for some work, and closes the store behind it. */
export async function withLedger(
  io: CliIo,
  options: LedgerOptions,
  needs: { readonly store: boolean; readonly ledger: boolean },
  work: (pair: LedgerPair) => Promise<void>,
): Promise<void> {
  const config = await configOf(io);
  const folder = ledgerFolder(io, {
    store: options.store ?? config.store,
    ledger: options.ledger ?? config.ledger.folder,
  });
  // Before the store is opened, which would make one.
  if (needs.ledger) await mustBeThere(folder);
  const { openLedger } = await driversOf(io);
  const ledger = await openLedger({ folder, now: io.now });
  const store = await openStore(io, { file: options.store, create: !needs.store });
  try {
    await work({ store, ledger, folder });
  } finally {
    await store.close();
  }
}

/** Beside the file that the store is in; a server has no folder, so its ledger is where the default store's would be. */
export function ledgerFolder(
  io: CliIo,
  { ledger, store }: { readonly [K in keyof LedgerOptions]: LedgerOptions[K] | undefined },
): string {
  if (ledger !== undefined) return resolve(io.cwd, ledger);
  const place = storePlace(io.cwd, store);
  return isServer(place) ? resolve(io.cwd, DEFAULT_FOLDER) : join(dirname(place), "ledger");
}

async function mustBeThere(folder: string): Promise<void> {
  try {
    await stat(folder);
  } catch (cause) {
    throw externalFailure("ledger_missing", `there is no ledger at ${folder} yet`, {
      hint: "create it with `emend ledger write`, or choose one with --ledger",
      cause,
    });
  }
}
