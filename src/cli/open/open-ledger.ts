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
  readonly folder: string;
}

/** Opens the store and its ledger for some work, and closes the store afterwards. */
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
  // Checked first, because opening the store would create one.
  if (needs.ledger) await assertExists(folder);
  const { openLedger } = await driversOf(io);
  const ledger = await openLedger({ folder, now: io.now });
  const store = await openStore(io, { file: options.store, create: !needs.store });
  try {
    await work({ store, ledger, folder });
  } finally {
    await store.close();
  }
}

/** Next to the store's file; for a database server, next to the default store. */
export function ledgerFolder(
  io: CliIo,
  { ledger, store }: { readonly [K in keyof LedgerOptions]: LedgerOptions[K] | undefined },
): string {
  if (ledger !== undefined) return resolve(io.cwd, ledger);
  const location = storePlace(io.cwd, store);
  return isServer(location) ? resolve(io.cwd, DEFAULT_FOLDER) : join(dirname(location), "ledger");
}

async function assertExists(folder: string): Promise<void> {
  try {
    await stat(folder);
  } catch (cause) {
    throw externalFailure("ledger_missing", `there is no ledger at ${folder} yet`, {
      hint: "create it with `emend ledger write`, or choose one with --ledger",
      cause,
    });
  }
}
