// Which parts of the build are out of date, by a hash of everything that each is made from.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Every part is made by these tools with these packages. */
const COMMON = [
  "package-lock.json",
  "package.json",
  "scripts/build.js",
  "scripts/sbom.ts",
  "scripts/third-party.js",
  "tsconfig.json",
];

interface Part {
  readonly name: string;
  /** Files and folders, relative to the root; tests do not count. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

interface Built {
  readonly hash: string;
  /** Folders of the packages that the part includes. */
  readonly bundled?: readonly string[];
}

/**
 * The parts to build: their inputs changed since `record` was written, or an output is gone. Each answer carries the
 * hash to record once the part is built.
 */
export function changedParts<P extends Part>(
  parts: readonly P[],
  { root, record }: { readonly root: string; readonly record: string },
): readonly (P & Built)[] {
  const built = readRecord(record);
  const hashed = parts.map((part) => ({ ...part, hash: hashInputs(root, [...COMMON, ...part.inputs]) }));
  return hashed.filter(
    ({ name, hash, outputs }) =>
      built[name]?.hash !== hash || !outputs.every((output) => existsSync(join(root, output))),
  );
}

/** What was built, by the part's name. */
export function readRecord(record: string): Record<string, Built> {
  return existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as Record<string, Built>) : {};
}

export function writeRecord(record: string, built: Readonly<Record<string, Built>>): void {
  mkdirSync(dirname(record), { recursive: true });
  // Renamed into place, so that a build beside this one never reads half a record.
  writeFileSync(`${record}.${process.pid}`, JSON.stringify(built));
  renameSync(`${record}.${process.pid}`, record);
}

function hashInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap((input) => filesUnder(root, input)).toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesUnder(root: string, input: string): readonly string[] {
  const stats = statSync(join(root, input), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [input];
  return readdirSync(join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !path.includes("node_modules"));
}
