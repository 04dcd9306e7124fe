import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedParts, readRecord, writeRecord } from "./changed-parts.ts";

const PARTS = [
  { name: "command", inputs: ["src"], outputs: ["dist/cli"] },
  { name: "web", inputs: ["web", "shared.json"], outputs: ["dist/web"] },
];

describe("18.12 npm start builds only what changed", () => {
  let root = "";
  let record = "";
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  const changed = (): readonly string[] => changedParts(PARTS, { root, record }).map(({ name }) => name);

  beforeEach(() => {
    root = `${mkdtempSync(join(tmpdir(), "emend-parts-"))}/`;
    record = join(root, "cache/built.json");
    for (const folder of ["src/deep", "web", "dist/cli", "dist/web"])
      mkdirSync(join(root, folder), { recursive: true });
    write("src/deep/a.ts", "export const a = 1;");
    write("web/page.tsx", "export const page = 1;");
    const built = changedParts(PARTS, { root, record }).map(({ name, hash }) => [name, { hash }] as const);
    writeRecord(record, Object.fromEntries(built));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("18.12 builds everything once", () => {
    expect(changed()).toEqual([]);
    rmSync(record);
    expect(readRecord(record)).toEqual({});
    expect(changed()).toEqual(["command", "web"]);
  });

  it.each([
    ["an edited file", "src/deep/a.ts", ["command"]],
    ["a new file", "web/new.tsx", ["web"]],
    ["a file that was not there", "shared.json", ["web"]],
    ["a changed package", "package-lock.json", ["command", "web"]],
    ["a test", "src/deep/a.test.ts", []],
    ["a file of no part", "notes.md", []],
  ])("18.12 after %s, builds only the parts made from it", (_what, path, expected) => {
    write(path, "changed");
    expect(changed()).toEqual(expected);
  });

  it("18.12 notices a deleted source, a renamed one and a missing output", () => {
    rmSync(join(root, "src/deep/a.ts"));
    expect(changed()).toEqual(["command"]);
    write("src/deep/b.ts", "export const a = 1;");
    expect(changed()).toEqual(["command"]);
    rmSync(join(root, "dist/web"), { recursive: true });
    expect(changed()).toEqual(["command", "web"]);
    expect(readdirSync(join(root, "dist"))).toEqual(["cli"]);
  });

  it("18.12 looks at content, so a checkout that only touches files builds nothing", () => {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, "src/deep/a.ts"), later, later);
    expect(changed()).toEqual([]);
  });
});
