import { defined } from "../../core/defined.ts";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { IMPORT_START, type ImportPosition } from "./import-entry.ts";
import type { SourceIdentity } from "./import-source.ts";
import { toJson } from "../terminal/json-text.ts";

/** Files whose place is remembered; the longest untouched are forgotten first. */
const MAX_PLACES = 500;

const count = z.int().min(0);

const savedPlace = z.object({
  size: count,
  mtime_ms: z.number(),
  head: z.string(),
  /** The options that decide what records an entry becomes. */
  options: z.string(),
  offset: count,
  line: count,
  depth: count,
  /** The last record that the file gave, for asking the store whether it still is the same store. */
  last_id: z.string().optional(),
  done: z.boolean(),
});

const savedPlaces = z.object({ version: z.literal(1), files: z.record(z.string(), savedPlace) });

type SavedPlace = z.infer<typeof savedPlace>;

/** What an earlier import left: where to begin, and whether there is anything left. */
export type ImportStart =
  | { readonly state: "start" | "continue"; readonly place: ImportPosition; readonly lastId?: string }
  | { readonly state: "unchanged" };

/** How far each file was read into a store. */
export interface ImportCheckpoints {
  /** A changed file, other options or a store that lost the records begin at the start again. */
  find(
    identity: SourceIdentity,
    options: string,
    isRecorded: (id: string) => Promise<boolean>,
  ): Promise<ImportStart>;
  set(
    identity: SourceIdentity,
    at: {
      readonly options: string;
      readonly place: ImportPosition;
      readonly lastId?: string | undefined;
      readonly done: boolean;
    },
  ): void;
  save(): Promise<void>;
}

/** A file that is not there, or says something else, holds no places: reading again is always safe. */
export async function loadCheckpoints(file: string): Promise<ImportCheckpoints> {
  const places = new Map<string, SavedPlace>(Object.entries(await readPlaces(file)));
  return {
    find: async ({ path, size, mtime_ms, head }, options, isRecorded) => {
      const saved = places.get(path);
      const isSame =
        saved !== undefined &&
        saved.size === size &&
        saved.mtime_ms === mtime_ms &&
        saved.head === head &&
        saved.options === options &&
        saved.offset <= size &&
        (saved.last_id === undefined || (await isRecorded(saved.last_id)));
      if (!isSame) return { state: "start", place: IMPORT_START };
      if (saved.done) return { state: "unchanged" };
      const { offset, line, depth, last_id: lastId } = saved;
      return {
        state: "continue",
        place: { offset, line, depth },
        ...defined({ lastId }),
      };
    },
    set: ({ path, size, mtime_ms, head }, { options, place, lastId, done }) => {
      places.delete(path);
      const last = defined({ last_id: lastId });
      places.set(path, { size, mtime_ms, head, options, ...place, ...last, done });
      if (places.size > MAX_PLACES) places.delete(places.keys().next().value ?? "");
    },
    save: async () => {
      const text = toJson({ version: 1, files: Object.fromEntries(places) });
      // A crash leaves the old file or the new one, never half of one.
      const draft = `${file}.${process.pid}.tmp`;
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

async function readPlaces(file: string): Promise<Readonly<Record<string, SavedPlace>>> {
  try {
    return savedPlaces.parse(JSON.parse(await readFile(file, "utf8"))).files;
  } catch {
    return {};
  }
}
