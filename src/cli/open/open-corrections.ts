import { resolve } from "node:path";
import type { ReadCorrection } from "../../core/feedback/from-decision.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { ledgerFolder } from "./open-ledger.ts";
import { driversOf } from "./drivers-of.ts";

/** Reads the corrections that decisions refer to: next to the input, then in corrections.folder, then in the ledger. */
export async function openCorrections(io: CliIo, inputFolder?: string): Promise<ReadCorrection> {
  const config = await configOf(io);
  const ledger = ledgerFolder(io, { store: config.store, ledger: config.ledger.folder });
  const { folder } = config.corrections;
  const roots = [inputFolder, folder === undefined ? undefined : resolve(io.cwd, folder), ledger];
  return (await driversOf(io)).openCorrections(roots.filter((root) => root !== undefined));
}
