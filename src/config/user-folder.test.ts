import { chmodSync, mkdtempSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensurePrivateFolder, userStateFolder } from "./user-folder.ts";

describe("the user's state folder", () => {
  it.each([
    { why: "XDG_STATE_HOME is set", env: { XDG_STATE_HOME: "/x/state", HOME: "/h" }, is: "/x/state/emend" },
    {
      why: "XDG_STATE_HOME is relative",
      env: { XDG_STATE_HOME: "state", HOME: "/h" },
      is: "/h/.local/state/emend",
    },
    { why: "only HOME is set", env: { HOME: "/h" }, is: "/h/.local/state/emend" },
    { why: "nothing is set", env: {}, is: join(homedir(), ".local/state/emend") },
  ])("is $is if $why", ({ env, is }) => {
    expect(userStateFolder(env)).toBe(is);
  });
});

describe("a private folder", () => {
  let base = "";
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "emend-private-"));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it("is created for its owner alone, parents included", () => {
    const folder = join(base, "a", "b");
    expect(ensurePrivateFolder(folder)).toBe(true);
    expect(ensurePrivateFolder(folder)).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(base, "a")).mode & 0o777).toBe(0o700);
  });

  it("is refused if it is a link, a file or open to others", () => {
    const real = join(base, "real");
    mkdirSync(real, { mode: 0o700 });
    symlinkSync(real, join(base, "link"));
    writeFileSync(join(base, "file"), "");
    expect(ensurePrivateFolder(join(base, "link"))).toBe(false);
    expect(ensurePrivateFolder(join(base, "file"))).toBe(false);
    chmodSync(real, 0o755);
    expect(ensurePrivateFolder(real)).toBe(false);
  });
});
