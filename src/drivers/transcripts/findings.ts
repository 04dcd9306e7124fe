import { lstat, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "../../core/json/json.ts";
import type { TranscriptFormat } from "../../core/transcript/transcript.ts";
import type { FoundTranscripts, TranscriptFile } from "../../ports/transcripts.ts";
import { readHead, NotRegularError } from "./regular-file.ts";
import { isInside, type RepositoryScope } from "./repository-scope.ts";

/** Where to look, and for what. */
export interface Search {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly scope: RepositoryScope;
}

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

const MAX_TROUBLES = 10;
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 8;

/** What is found in one place of an agent, and which parts of the place cannot be read. */
export class Findings {
  readonly #search: Search;
  readonly #agent: TranscriptFormat;
  readonly #place: string;
  readonly #files: TranscriptFile[] = [];
  readonly #troubles = new Map<string, string>();

  constructor(search: Search, agent: TranscriptFormat, place: string) {
    this.#search = search;
    this.#agent = agent;
    this.#place = place;
  }

  /** The files and folders in a folder. None if it is missing. */
  async list(folder: string): Promise<readonly Entry[]> {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      const found = await Promise.all(
        entries.map(async (entry): Promise<Entry> => {
          const path = join(folder, entry.name);
          const isFolder = entry.isSymbolicLink()
            ? await stat(path).then(
                (target) => target.isDirectory(),
                () => false,
              )
            : entry.isDirectory();
          return { name: entry.name, path, isFolder };
        }),
      );
      return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      await this.#explain(folder, error);
      return [];
    }
  }

  /** The files below a folder, at most so many folders deep. */
  async walk(folder: string, depth: number): Promise<readonly Entry[]> {
    const entries = await this.list(folder);
    const inner = depth === 0 ? [] : entries.filter(({ isFolder }) => isFolder);
    const below = await Promise.all(inner.map(({ path }) => this.walk(path, depth - 1)));
    return [...entries.filter(({ isFolder }) => !isFolder), ...below.flat()];
  }

  /** The start of a file, or undefined if it cannot be read. */
  async head(path: string, bytes: number): Promise<string | undefined> {
    try {
      return await readHead(path, bytes);
    } catch (error) {
      await this.#explain(path, error);
      return undefined;
    }
  }

  /** The object in a small JSON file. Undefined if the file is missing or is not JSON. */
  async json(path: string): Promise<JsonObject | undefined> {
    const value = parseJson(await this.head(path, MAX_JSON_BYTES));
    return isJsonObject(value) ? value : undefined;
  }

  /** Takes a file as a transcript. */
  async add(file: string): Promise<void> {
    try {
      const found = await stat(file, { bigint: true });
      if (!found.isFile()) throw new NotRegularError(file);
      const { size, mtimeNs } = found;
      this.take({ path: file, size: Number(size), version: `${size}-${mtimeNs}` });
    } catch (error) {
      await this.#explain(file, error);
    }
  }

  take(file: TranscriptFile): void {
    this.#files.push(file);
  }

  /** Reports that a part of the place cannot be read. */
  trouble(path: string, why: string): void {
    this.#troubles.set(path, why);
  }

  result(): readonly FoundTranscripts[] {
    const agent = this.#agent;
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const troubles = [...this.#troubles].slice(0, MAX_TROUBLES).map(([path, why]) => ({
      agent,
      place: `${shownPath(this.#search, path)} (cannot be read: ${why})`,
      files: [],
    }));
    const place = shownPath(this.#search, this.#place);
    return files.length === 0 ? troubles : [{ agent, place, files }, ...troubles];
  }

  async #explain(path: string, error: unknown): Promise<void> {
    const why = ioReason(error);
    if (why !== undefined) this.trouble(path, why);
    else if (await isBehindBrokenLink(path)) this.trouble(path, "broken link");
  }
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "too many links",
  ENOTDIR: "not a folder",
  EISDIR: "not a file",
  ENXIO: "not a regular file",
  SQLITE_BUSY: "locked by another program",
  SQLITE_LOCKED: "locked by another program",
  SQLITE_NOTADB: "not a database",
  SQLITE_CORRUPT: "the database is damaged",
};

/** Undefined if it is missing, which is not a problem. */
export function ioReason(error: unknown): string | undefined {
  if (error instanceof NotRegularError) return "not a regular file";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return undefined;
  const [known] = /^SQLITE_[A-Z]+/.exec(code) ?? [code];
  const message = error instanceof Error ? error.message : String(error);
  return REASONS[known] ?? (code === "" ? message : code);
}

async function isBehindBrokenLink(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const found = await lstat(at).catch(() => undefined);
    if (found?.isSymbolicLink()) return !(await stat(at).catch(() => undefined));
    if (found !== undefined || dirname(at) === at) return false;
  }
}

/** A path for people. */
const shownPath = ({ home }: Search, path: string): string =>
  path !== home && isInside(home, path) ? `~${path.slice(home.length)}` : path;

/** Does some work for each item, a few at a time. */
export async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
