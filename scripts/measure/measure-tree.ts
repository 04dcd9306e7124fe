import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface RoomSize {
  readonly files: number;
  /** Lines that are neither empty nor comments, tests left out. */
  readonly code: number;
  readonly tests: number;
}

export interface TreeFigures {
  readonly rooms: ReadonlyMap<string, RoomSize>;
  readonly total: RoomSize;
  readonly median: number;
  readonly p95: number;
  /** Rooms of the core that import each other in a circle, type imports included. */
  readonly cycles: readonly (readonly string[])[];
  readonly repeated: readonly string[];
}

interface SourceFile {
  /** Relative to src. */
  readonly path: string;
  readonly text: string;
  readonly code: number;
  readonly isTest: boolean;
}

/** Measures the TypeScript of `src` without running it. */
export function measureTree(root: string): TreeFigures {
  const all = readSources(join(root, "src"));
  const sources = all.filter(({ isTest }) => !isTest);
  const lengths = sources.map(({ text }) => text.split("\n").length - 1).toSorted((a, b) => a - b);
  const at = (share: number): number => lengths[Math.floor((lengths.length - 1) * share)] ?? 0;
  return {
    rooms: new Map(
      [...Map.groupBy(all, ({ path }) => roomOf(path))].map(([room, files]) => [room, sizeOf(files)]),
    ),
    total: sizeOf(all),
    median: at(0.5),
    p95: at(0.95),
    cycles: cyclesOf(coreImports(sources)),
    repeated: repeatedExports(sources),
  };
}

function readSources(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      return { path, text, code: linesOfCode(text), isTest: path.endsWith(".test.ts") };
    });
}

function sizeOf(files: readonly SourceFile[]): RoomSize {
  const sum = (some: readonly SourceFile[]): number => some.reduce((lines, { code }) => lines + code, 0);
  const sources = files.filter(({ isTest }) => !isTest);
  return { files: sources.length, code: sum(sources), tests: sum(files.filter(({ isTest }) => isTest)) };
}

function linesOfCode(text: string): number {
  let count = 0;
  let isInComment = false;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (isInComment || line.startsWith("/*")) isInComment = !line.includes("*/");
    else if (line !== "" && !line.startsWith("//")) count += 1;
  }
  return count;
}

/** "core/rule" for a file of the core, "http" for one of the server. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  if (first !== "core") return first;
  return second.endsWith(".ts") ? "core" : `core/${second}`;
}

function coreImports(sources: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const room = roomOf(path);
    if (!room.startsWith("core/")) continue;
    const targets = imports.get(room) ?? new Set();
    imports.set(room, targets);
    for (const [, target] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const other = roomOf(normalize(join(dirname(path), target!)));
      if (other.startsWith("core/") && other !== room) targets.add(other);
    }
  }
  return imports;
}

/** Rooms that reach each other, one list for each circle. */
export function cyclesOf(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reach = new Map([...imports.keys()].map((room) => [room, reachableFrom(room, imports)]));
  const groups = Map.groupBy(
    [...imports.keys()].filter((room) => reach.get(room)!.has(room)),
    (room) => [...reach.keys()].find((other) => reach.get(room)!.has(other) && reach.get(other)?.has(room))!,
  );
  return [...groups.values()];
}

function reachableFrom(
  start: string,
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(imports.get(start) ?? [])];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    if (found.has(room)) continue;
    found.add(room);
    waiting.push(...(imports.get(room) ?? []));
  }
  return found;
}

function repeatedExports(sources: readonly SourceFile[]): readonly string[] {
  const files = new Map<string, number>();
  for (const { path, text } of sources) {
    if (path.startsWith("entry/")) continue;
    const names = text.matchAll(
      /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
    );
    for (const name of new Set(Array.from(names, ([, each]) => each!)))
      files.set(name, (files.get(name) ?? 0) + 1);
  }
  return [...files]
    .filter(([, count]) => count > 1)
    .map(([name]) => name)
    .toSorted();
}
