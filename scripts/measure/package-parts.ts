import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A part of the package with who needs it, and what it may weigh packed. */
interface PackagePart {
  readonly part: string;
  readonly needed: string;
  readonly has: (path: string) => boolean;
  readonly mostKib: number;
}

const within =
  (...starts: readonly string[]) =>
  (path: string): boolean =>
    starts.some((start) => path.startsWith(start));

/** Every file belongs to the first part that has it. The limits leave room for growth that nobody has to think about. */
const PARTS: readonly PackagePart[] = [
  {
    part: "the local model",
    needed: "whoever compares feedback without an embedding endpoint, offline",
    has: within("dist/model/"),
    mostKib: 20_500,
  },
  {
    part: "SQLite for 8 platforms",
    needed: "every store that is not PostgreSQL; a copy needs no compiler and no download",
    has: within("dist/better-sqlite3/"),
    mostKib: 9_000,
  },
  {
    part: "the catalogue of known mistakes",
    needed: "checks, wording of rules",
    has: within("dist/catalogue/"),
    mostKib: 2_500,
  },
  {
    part: "command, server and hooks",
    needed: "everybody",
    has: within("dist/cli/", "dist/bin.js"),
    mostKib: 2_200,
  },
  { part: "web app", needed: "emend serve", has: within("dist/web/"), mostKib: 1_500 },
  {
    part: "library",
    needed: "programs that import emend",
    has: within(
      "dist/app/",
      "dist/compose",
      "dist/config/",
      "dist/core/",
      "dist/drivers/",
      "dist/entry/",
      "dist/ports/",
    ),
    mostKib: 1_200,
  },
  {
    part: "grammars of five languages",
    needed: "checks in hooks, emend check",
    has: within("dist/grammars/"),
    mostKib: 900,
  },
  {
    part: "documentation",
    needed: "whoever reads it offline, and /docs of emend serve",
    has: within("dist/docs-site/"),
    mostKib: 2_800,
  },
  {
    part: "licences, bill of materials, changelog, manifest",
    needed: "everybody",
    has: () => true,
    mostKib: 100,
  },
];

export interface MeasuredPart {
  readonly part: string;
  readonly needed: string;
  readonly files: number;
  readonly packedKib: number;
  readonly unpackedKib: number;
  readonly mostKib: number;
}

/** What each part weighs: packed as gzip does it file by file, which is within a few percent of its share of the tarball. */
export function measureParts(
  root: string,
  files: readonly { readonly path: string; readonly size: number }[],
): readonly MeasuredPart[] {
  const rest = new Set(files);
  return PARTS.map(({ part, needed, has, mostKib }) => {
    const own = [...rest].filter(({ path }) => has(path));
    for (const file of own) rest.delete(file);
    const kib = (bytes: readonly number[]): number =>
      Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1_024);
    return {
      part,
      needed,
      files: own.length,
      packedKib: kib(own.map(({ path }) => gzipSync(readFileSync(join(root, path))).length)),
      unpackedKib: kib(own.map(({ size }) => size)),
      mostKib,
    };
  });
}
