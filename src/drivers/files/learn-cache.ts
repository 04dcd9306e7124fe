import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { LearnCache } from "../../ports/learn-cache.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const SUM_BYTES = 32;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
/** A damaged entry must not fill the memory. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/** How many entries are written before old ones are looked for again. */
const LOOK_EVERY = 50;
const NAME = /^[0-9a-f]{40}$/;

export interface LearnCacheOptions {
  /** This user's alone. Without it nothing is kept. */
  readonly folder: string | undefined;
  /** Entries of another version are not found. */
  readonly version: string;
  /** The most that is kept, in bytes. */
  readonly most?: number;
}

/**
 * Entries in files of a folder that only this user can read. Each begins with a checksum, so that a damaged one is as
 * good as none. Without such a folder nothing is kept.
 */
export function openLearnCache({ folder, version, most = MAX_TOTAL_BYTES }: LearnCacheOptions): LearnCache {
  if (folder === undefined) return { find: async () => undefined, keep: async () => undefined };
  const fileOf = (key: string): string =>
    join(folder, createHash("sha256").update(`${version}\n${key}`).digest("hex").slice(0, 40));
  let written = 0;
  return {
    find: async (key) => {
      const file = fileOf(key);
      try {
        const bytes = await readFile(file);
        const packed = bytes.subarray(SUM_BYTES);
        if (!sumOf(packed).equals(bytes.subarray(0, SUM_BYTES))) return undefined;
        const text = await inflate(packed, { maxOutputLength: MAX_TEXT_BYTES });
        const now = new Date();
        await utimes(file, now, now);
        return text.toString("utf8");
      } catch {
        return undefined;
      }
    },
    keep: async (key, text) => {
      const file = fileOf(key);
      const draft = `${file}.${randomBytes(6).toString("hex")}`;
      try {
        const packed = await deflate(text, { level: 1 });
        if (packed.length > MAX_ENTRY_BYTES) return;
        await writeFile(draft, Buffer.concat([sumOf(packed), packed]), { mode: 0o600, flag: "wx" });
        await rename(draft, file);
        if (written % LOOK_EVERY === 0) await dropOldest(folder, most);
        written += 1;
      } catch {
        // A full disk costs the next run some time, and nothing else.
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

const sumOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

async function dropOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, size, mtimeMs };
    }),
  );
  let total = 0;
  for (const { name, size } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    total += size;
    if (total > most && NAME.test(name.slice(0, 40))) await rm(join(folder, name), { force: true });
  }
}
