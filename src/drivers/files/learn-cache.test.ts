import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearnCache } from "./learn-cache.ts";

let folder = "";
const inside = (): string => join(folder, "learn");
const open = (version = "1", most?: number) =>
  openLearnCache({ folder: inside(), version, ...(most === undefined ? {} : { most }) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-learn-cache-"));
  mkdirSync(inside());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the cache of learning", () => {
  it("finds what was kept, in files that only the user can read", async () => {
    await open().keep("a transcript", "Grüße 🙂");
    expect(await open().find("a transcript")).toBe("Grüße 🙂");
    expect(await open().find("another")).toBeUndefined();
    const [file] = readdirSync(inside());
    expect(file).not.toContain("transcript");
    expect(statSync(join(inside(), file!)).mode & 0o077).toBe(0);
  });

  it("ignores entries of another version and damaged ones", async () => {
    await open().keep("a", "text");
    expect(await open("2").find("a")).toBeUndefined();
    const file = join(inside(), readdirSync(inside())[0]!);
    for (const bytes of ["", "x", Buffer.alloc(200, 7)]) {
      writeFileSync(file, bytes);
      expect(await open().find("a")).toBeUndefined();
    }
    await open().keep("a", "new");
    expect(await open().find("a")).toBe("new");
  });

  it("drops the oldest entries when there are too many", async () => {
    const cache = open("1", 40_000);
    for (let at = 0; at < 120; at += 1) {
      await cache.keep(`entry ${at}`, Array.from({ length: 300 }, () => Math.random()).join(" "));
    }
    expect(readdirSync(inside()).length).toBeLessThan(80);
    expect(await cache.find("entry 119")).toBeDefined();
  });

  it("keeps nothing without a folder", async () => {
    const cache = openLearnCache({ folder: undefined, version: "1" });
    await cache.keep("a", "text");
    expect(await cache.find("a")).toBeUndefined();
  });
});
