import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FILE = join(tmpdir(), "emend-turn-chances.json");

/** Keeps the chances of turns by models that have not seen their project, for fit-groups.ts. */
export const writeChances = (chances: readonly (readonly [id: string, chance: number])[]): void =>
  writeFileSync(FILE, JSON.stringify(chances));

export const readChances = (): ReadonlyMap<string, number> =>
  new Map(existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as [string, number][]) : []);
