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

/** What one user trusted in one file. No value that is a secret is in it. */
export interface TrustRecord {
  readonly schema: 1;
  /** The real path of the file. */
  readonly file: string;
  readonly trusted_at: string;
  /** Random, so that nobody can guess values by their hashes. */
  readonly salt: string;
  readonly hash: string;
  /** For the difference that is shown when the file changes. */
  readonly entries: readonly { readonly name: string; readonly shown: string; readonly hash: string }[];
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  readonly sends: readonly string[];
}

const MOST_BYTES = 1024 * 1024;

const trustFolder = (env: Environment): string => join(userStateFolder(env), "trust");

const recordPlace = (env: Environment, file: string): string =>
  join(trustFolder(env), `${hash("sha256", file, "hex").slice(0, 40)}.json`);

/** What was trusted of the file at this real path. A record that is a link, another user's or open to others counts for nothing. */
export function readTrust(env: Environment, file: string): TrustRecord | undefined {
  let descriptor: number | undefined;
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(recordPlace(env, file), flags);
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

/** Whether this is what the record was made for. */
export function isTrusted(record: TrustRecord, { canonical, files }: TrustContent): boolean {
  if (files.some(({ problem }) => problem !== undefined)) return false;
  const [kept, now] = [Buffer.from(record.hash), Buffer.from(saltedHash(record.salt, canonical))];
  return kept.length === now.length && timingSafeEqual(kept, now);
}

/** Whether an entry has the value that was trusted. */
export const isSameEntry = (record: TrustRecord, name: string, plain: string): boolean =>
  record.entries.some((entry) => entry.name === name && entry.hash === saltedHash(record.salt, plain));

/** Keeps that the user trusts this content. Answers false if the user's folder is not private. */
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
  const place = recordPlace(env, file);
  const draft = `${place}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, place);
  return true;
}

/** Forgets it. Answers whether there was anything to forget. */
export function removeTrust(env: Environment, file: string): boolean {
  try {
    rmSync(recordPlace(env, file));
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
