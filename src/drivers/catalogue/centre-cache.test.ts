import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCentreCache } from "./centre-cache.ts";

const SPACE = { model: "m-1", dimensions: 3 };
const CENTRE = Float32Array.of(0.6, 0, -0.8);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-centres-"));
  file = join(folder, "centres.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("openCentreCache", () => {
  it("keeps what is named, to the bit, for the model it was made by", async () => {
    const first = await openCentreCache(file, SPACE);
    first.put("a", CENTRE);
    first.put("gone", CENTRE);
    await first.save(["a"]);
    const again = await openCentreCache(file, SPACE);
    expect(again.get("a")).toEqual(CENTRE);
    expect(again.get("gone")).toBeUndefined();
    expect((await openCentreCache(file, { ...SPACE, model: "m-2" })).get("a")).toBeUndefined();
    expect((await openCentreCache(file, { ...SPACE, dimensions: 4 })).get("a")).toBeUndefined();
  });

  it.each([
    { why: "no JSON", text: "\0\0" },
    { why: "another JSON", text: "null" },
    { why: "values of another kind", text: '{"model": "m-1", "centres": {"a": 7, "__proto__": "AAAA"}}' },
    { why: "numbers that are none", text: '{"model": "m-1", "centres": {"a": "AADAfwAAwH8AAMB/"}}' },
  ])("counts a file of $why as empty", async ({ text }) => {
    writeFileSync(file, text);
    expect((await openCentreCache(file, SPACE)).get("a")).toBeUndefined();
  });

  it("does without a file, and without the folder", async () => {
    for (const place of [undefined, join(folder, "none", "centres.json")]) {
      const cache = await openCentreCache(place, SPACE);
      cache.put("a", CENTRE);
      await cache.save(["a"]);
      expect(cache.get("a")).toEqual(CENTRE);
    }
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it("writes only when something is new", async () => {
    const cache = await openCentreCache(file, SPACE);
    cache.put("a", CENTRE);
    await cache.save(["a"]);
    writeFileSync(file, "touched");
    await cache.save(["a"]);
    expect(readFileSync(file, "utf8")).toBe("touched");
  });
});
