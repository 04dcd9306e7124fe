import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { StoreUpkeep } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { createCopyProgress } from "../terminal/copy-progress.ts";
import { EXIT } from "../exit-code.ts";
import { findStore } from "../open/open-store.ts";
import { isServer } from "../../compose/store-place.ts";
import type { StoreBackupOptions, StoreCopyOptions, StoreStatusOptions } from "./store.ts";
import { backupJson, backupText, copyJson, copyText, statusJson, statusText } from "./store-text.ts";
import { painter } from "../terminal/style.ts";

export async function runStoreCopy(options: StoreCopyOptions, { io, finish }: CliContext): Promise<void> {
  const from = await findStore(io, { file: options.store, create: false });
  const to = await findStore(io, { file: options.to, create: true });
  if (isSame(from, to)) {
    throw usageError("same_store", "--to: expected a different store than the source");
  }
  const { model } = (await configOf(io)).embedding;
  const progress = createCopyProgress(io);
  const upkeep = await openUpkeep(io);
  const copy = await upkeep
    .copy({ from, to, models: [model], onProgress: progress.update })
    .finally(progress.clear);
  io.stdout.write(options.json === true ? copyJson(copy) : copyText(copy, painter(io)));
  for (const { rows } of copy.leftOut) {
    io.stderr.write(
      `emend: ${rows} vectors of a model that is not configured here were not copied; to include them, set embedding.model and copy again\n`,
    );
  }
  finish(EXIT.fine);
}

export async function runStoreBackup(
  file: string,
  options: StoreBackupOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const from = await findStore(io, { file: options.store, create: false });
  if (isServer(from)) {
    throw usageError(
      "backup_of_server",
      "only a store that is a file can be backed up, but this one is PostgreSQL",
      "use `pg_dump --format=custom --file emend.dump ADDRESS`, or copy it into a file: `emend store copy --to emend.db`",
    );
  }
  if (isServer(file)) {
    throw usageError(
      "invalid_file",
      "expected the path of a file",
      "`emend store copy --to` takes an address",
    );
  }
  const to = resolve(io.cwd, file);
  if (isSame(from, to)) {
    throw usageError("same_store", "expected a different file than the store itself");
  }
  if (options.force !== true && existsSync(to)) {
    throw usageError(
      "file_exists",
      `${file} already exists`,
      "choose another file, or replace it with --force",
    );
  }
  const backup = await (await openUpkeep(io)).backUp({ from, file: to });
  io.stdout.write(options.json === true ? backupJson(backup) : backupText(backup, painter(io)));
  finish(backup.audit.ok ? EXIT.fine : EXIT.problem);
}

export async function runStoreStatus(options: StoreStatusOptions, { io, finish }: CliContext): Promise<void> {
  const place = await findStore(io, { file: options.store, create: false });
  const status = await (await openUpkeep(io)).status(place);
  io.stdout.write(options.json === true ? statusJson(status) : statusText(status, painter(io)));
  finish(EXIT.fine);
}

async function openUpkeep(io: CliIo): Promise<StoreUpkeep> {
  const { openDrivers } = await import("../../compose/drivers.ts");
  return openDrivers(io).openUpkeep();
}

/** Links are followed, so that no store is written over by another name of it. */
const isSame = (one: string, other: string): boolean => one === other || realOf(one) === realOf(other);

const realOf = (place: string): string =>
  !isServer(place) && existsSync(place) ? realpathSync(place) : place;
