import { dirname, relative, resolve, sep } from "node:path";
import { findConfigFile } from "../../config/find-config-file.ts";
import { CONFIG_VARIABLE } from "../../config/read-environment.ts";
import {
  LOCK_FILE,
  type LockedPack,
  type PackLock,
  parsePackLock,
  renderPackLock,
} from "../../core/rule-pack/pack-lock.ts";
import { packSourceText, parsePackSource } from "../../core/rule-pack/pack-source.ts";
import { usageError, unwrapResult } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";

/** The lock file beside `emend.yaml`. */
export interface PackLockFile {
  /** Relative paths in it start here. */
  readonly folder: string;
  readonly packs: PackLock;
  readonly write: (packs: PackLock) => Promise<void>;
}

export async function openPackLock(io: CliIo): Promise<PackLockFile> {
  const drivers = await driversOf(io);
  const named = io.env[CONFIG_VARIABLE] || undefined;
  const config = named === undefined ? findConfigFile(io.cwd)?.file : resolve(io.cwd, named);
  const folder = config === undefined ? await drivers.findRoot() : dirname(config);
  const files = await drivers.openProjectFiles(folder);
  const before = (await files.read(LOCK_FILE))?.text ?? null;
  return {
    folder,
    packs: before === null ? {} : unwrapResult(parsePackLock(before)),
    write: async (packs) => {
      if (Object.keys(packs).length > 0) await files.write(LOCK_FILE, renderPackLock(packs), before);
      else if (before !== null) await files.remove(LOCK_FILE, before);
    },
  };
}

/** A source as the lock file has it: paths are relative to it, so that they hold on every machine. */
export function toLockedSource(text: string, { cwd }: CliIo, folder: string): string {
  const parsed = parsePackSource(text);
  if (!parsed.ok)
    throw usageError(parsed.error.code, `${JSON.stringify(text.slice(0, 200))}: ${parsed.error.message}`);
  if (parsed.value.kind !== "path") return packSourceText(parsed.value);
  const path = relative(folder, resolve(cwd, parsed.value.path)).split(sep).join("/");
  return path.startsWith("../") || path === ".." ? path : `./${path}`;
}

/** The packs with this name, or all. */
export function lockedPacks(
  packs: PackLock,
  name: string | undefined,
): readonly (readonly [string, LockedPack])[] {
  if (name === undefined) return Object.entries(packs);
  const found = Object.hasOwn(packs, name) ? packs[name] : undefined;
  if (found === undefined)
    throw usageError(
      "pack_not_found",
      `${LOCK_FILE} has no pack ${name.slice(0, 80)}`,
      "`emend packs list` lists them",
    );
  return [[name, found]];
}
