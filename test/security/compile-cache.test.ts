import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SOURCE_BIN } from "../bin.ts";

/** Another user of the machine can create a folder in the shared temporary folder before we do. */
describe("compiled code kept between runs", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-cache-"));
    mkdirSync(join(folder, "tmp"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (env: Readonly<Record<string, string>>): void => {
    execFileSync(process.execPath, [SOURCE_BIN, "--version"], {
      env: { PATH: process.env["PATH"], TMPDIR: join(folder, "tmp"), ...env },
    });
  };

  it("is in a private folder of the user's own and never in the shared temporary folder", () => {
    run({ HOME: folder });
    const cache = join(folder, ".cache/emend/compiled");
    expect(readdirSync(cache)).not.toEqual([]);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("is not used if others may write to that folder", () => {
    const cache = join(folder, "cache/emend/compiled");
    mkdirSync(cache, { recursive: true });
    execFileSync("chmod", ["777", cache]);
    run({ HOME: folder, XDG_CACHE_HOME: join(folder, "cache") });
    expect(readdirSync(cache)).toEqual([]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("is not kept inside the folder that a relative XDG_CACHE_HOME would name", () => {
    run({ HOME: folder, XDG_CACHE_HOME: "cache" });
    expect(existsSync(join(folder, ".cache/emend/compiled"))).toBe(true);
    expect(existsSync("cache/emend")).toBe(false);
  });
});
