import { randomBytes } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Centres of the project's own entries, by the hash of their texts. Computing one takes about 50 ms, and it never
 * changes.
 */
export interface CentreCache {
  readonly get: (hash: string) => Float32Array | undefined;
  readonly put: (hash: string, centre: Float32Array) => void;
  /** Keeps only these hashes, so that the file does not grow. A failed write costs time and nothing else. */
  readonly save: (hashes: readonly string[]) => Promise<void>;
}

const MAX_BYTES = 8 * 1024 * 1024;

interface CacheFile {
  readonly model: string;
  readonly centres: Readonly<Record<string, string>>;
}

/** A cache in a file, or only in memory if none is named. An unusable file counts as empty. */
export async function openCentreCache(
  file: string | undefined,
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
): Promise<CentreCache> {
  const kept = new Map<string, Float32Array>();
  let changed = false;
  for (const [hash, text] of file === undefined ? [] : await readCache(file, model)) {
    const bytes = Buffer.from(text, "base64");
    if (bytes.length !== dimensions * 4) continue;
    const centre = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    if (centre.every(Number.isFinite)) kept.set(hash, centre);
  }
  return {
    get: (hash) => kept.get(hash),
    put: (hash, centre) => {
      kept.set(hash, centre);
      changed = true;
    },
    save: async (hashes) => {
      if (file === undefined || !changed) return;
      changed = false;
      const centres = hashes.flatMap((hash) => {
        const centre = kept.get(hash);
        return centre === undefined ? [] : [[hash, encode(centre)] as const];
      });
      await writeCache(file, { model, centres: Object.fromEntries(centres) });
    },
  };
}

const encode = (centre: Float32Array): string =>
  Buffer.from(centre.buffer, centre.byteOffset, centre.byteLength).toString("base64");

async function readCache(file: string, model: string): Promise<readonly (readonly [string, string])[]> {
  try {
    if ((await stat(file)).size > MAX_BYTES) return [];
    const read = JSON.parse(await readFile(file, "utf8")) as Partial<CacheFile> | null;
    if (read?.model !== model || typeof read.centres !== "object") return [];
    return Object.entries(read.centres).filter(([, text]) => typeof text === "string");
  } catch {
    return [];
  }
}

/** Replaces the file atomically. Does not create the folder, which belongs to the store. */
async function writeCache(file: string, cache: CacheFile): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(cache)}\n`, { flag: "wx", mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
