import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder, userStateFolder } from "../user-folder.ts";
import type { TrustContent } from "./trust-content.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What one user trusted in one file. Contains no secrets. */
export interface TrustRecord {
  readonly schema: 1;
  /** The real path of the file. */
  readonly file: string;
  readonly trusted_at: string;
  /** Random, so that values cannot be guessed from their hashes. */
  readonly salt: string;
  readonly hash: string;
  /** To show differences when the file changes. */
  readonly entries: readonly { readonly name: string; readonly shown: string; readonly hash: string }[];
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  readonly sends: readonly string[];
}

const MOST_BYTES = 1024 * 1024;

const trustFolder = (env: Environment): string => join(userStateFolder(env), "trust");

const recordPath = (env: Environment, file: string): string =>
  join(trustFolder(env), `${hash("sha256", file, "hex").slice(0, 40)}.json`);

/**
 * What was trusted for the file at this real path. A record that is a link, belongs to another user or is accessible
 * to others is ignored.
 */
export function readTrust(env: Environment, file: string): TrustRecord | undefined {
  let descriptor: number | undefined;
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(recordPath(env, file), flags);
    const { uid, mode, size } = fstatSync(descriptor);
    const own = process.getuid?.();
    if (own !== undefined && (uid !== own || (mode & 0o077) !== 0)) return undefined;
    if (size > MOST_BYTES) return undefined;
    const record: unknown = JSON.parse(readFileSync(descriptor, "utf8"));
    return isRecord(record) && record.file === file ? record : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether the record was made for this content. */
export function isTrusted(record: TrustRecord, { canonical, files }: TrustContent): boolean {
  if (files.some(({ problem }) => problem !== undefined)) return false;
  const [kept, now] = [Buffer.from(record.hash), Buffer.from(saltedHash(record.salt, canonical))];
  return kept.length === now.length && timingSafeEqual(kept, now);
}

/** Whether an entry still has the trusted value. */
export const isSameEntry = (record: TrustRecord, name: string, plain: string): boolean =>
  record.entries.some((entry) => entry.name === name && entry.hash === saltedHash(record.salt, plain));

/** Records that the user trusts this content. Returns false if the user's folder is not private. */
export function writeTrust(
  env: Environment,
  file: string,
  { entries, files, sends, canonical }: TrustContent,
  now: Date,
): boolean {
  const folder = trustFolder(env);
  if (!ensurePrivateFolder(userStateFolder(env)) || !ensurePrivateFolder(folder)) return false;
  const salt = randomBytes(16).toString("hex");
  const record: TrustRecord = {
    schema: 1,
    file,
    trusted_at: now.toISOString(),
    salt,
    hash: saltedHash(salt, canonical),
    entries: entries.map(({ name, shown, plain }) => ({ name, shown, hash: saltedHash(salt, plain) })),
    files: files.map(({ path, digest }) => ({ path, digest })),
    sends,
  };
  const location = recordPath(env, file);
  const draft = `${location}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, location);
  return true;
}

/** Removes the record, and returns whether there was one. */
export function removeTrust(env: Environment, file: string): boolean {
  try {
    rmSync(recordPath(env, file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

const saltedHash = (salt: string, text: string): string => hash("sha256", `${salt}\n${text}`, "hex");

function isRecord(value: unknown): value is TrustRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Partial<Record<keyof TrustRecord, unknown>>;
  const texts = [record.file, record.trusted_at, record.salt, record.hash];
  const lists = [record.entries, record.files, record.sends];
  return record.schema === 1 && texts.every((text) => typeof text === "string") && lists.every(Array.isArray);
}
