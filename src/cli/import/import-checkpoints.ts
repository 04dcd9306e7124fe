import { defined } from "../../core/defined.ts";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { IMPORT_START, type ImportPosition } from "./import-entry.ts";
import type { SourceIdentity } from "./import-source.ts";
import { toJson } from "../terminal/safe-text.ts";

/** How many files are remembered; the least recently imported are forgotten first. */
const MAX_FILES = 500;

const count = z.int().min(0);

const checkpointSchema = z.object({
  size: count,
  mtime_ms: z.number(),
  head: z.string(),
  /** The options that affect how entries are parsed. */
  options: z.string(),
  offset: count,
  line: count,
  depth: count,
  /** The last imported record. If the store lacks it, it is another store. */
  last_id: z.string().optional(),
  done: z.boolean(),
});

const checkpointsSchema = z.object({ version: z.literal(1), files: z.record(z.string(), checkpointSchema) });

type Checkpoint = z.infer<typeof checkpointSchema>;

/** Where an import of a file starts. */
export type ImportStart =
  | { readonly state: "start" | "continue"; readonly position: ImportPosition; readonly lastId?: string }
  | { readonly state: "unchanged" };

/** How far each file was imported into a store. */
export interface ImportCheckpoints {
  /** A changed file, other options or another store start from the beginning. */
  find(
    identity: SourceIdentity,
    options: string,
    isRecorded: (id: string) => Promise<boolean>,
  ): Promise<ImportStart>;
  set(
    identity: SourceIdentity,
    at: {
      readonly options: string;
      readonly position: ImportPosition;
      readonly lastId?: string | undefined;
      readonly done: boolean;
    },
  ): void;
  save(): Promise<void>;
}

/** A missing or invalid file has no checkpoints: importing again is always safe. */
export async function loadCheckpoints(file: string): Promise<ImportCheckpoints> {
  const checkpoints = new Map<string, Checkpoint>(Object.entries(await readCheckpoints(file)));
  return {
    find: async ({ path, size, mtime_ms, head }, options, isRecorded) => {
      const saved = checkpoints.get(path);
      const isSame =
        saved !== undefined &&
        saved.size === size &&
        saved.mtime_ms === mtime_ms &&
        saved.head === head &&
        saved.options === options &&
        saved.offset <= size &&
        (saved.last_id === undefined || (await isRecorded(saved.last_id)));
      if (!isSame) return { state: "start", position: IMPORT_START };
      if (saved.done) return { state: "unchanged" };
      const { offset, line, depth, last_id: lastId } = saved;
      return {
        state: "continue",
        position: { offset, line, depth },
        ...defined({ lastId }),
      };
    },
    set: ({ path, size, mtime_ms, head }, { options, position, lastId, done }) => {
      checkpoints.delete(path);
      const last = defined({ last_id: lastId });
      checkpoints.set(path, { size, mtime_ms, head, options, ...position, ...last, done });
      if (checkpoints.size > MAX_FILES) checkpoints.delete(checkpoints.keys().next().value ?? "");
    },
    save: async () => {
      const text = toJson({ version: 1, files: Object.fromEntries(checkpoints) });
      // Renaming keeps a crash from leaving half a file.
      const draft = `${file}.${process.pid}.tmp`;
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

async function readCheckpoints(file: string): Promise<Readonly<Record<string, Checkpoint>>> {
  try {
    return checkpointsSchema.parse(JSON.parse(await readFile(file, "utf8"))).files;
  } catch {
    return {};
  }
}
