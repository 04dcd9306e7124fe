import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCorrectionFiles } from "./correction-files.ts";

let base = "";
let root = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "emend-corrections-"));
  root = join(base, "root");
  mkdirSync(join(root, "a"), { recursive: true });
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "a", "fix.diff"), "a diff");
  writeFileSync(join(root, ".git", "config"), "secret");
  writeFileSync(join(base, "outside.diff"), "secret");
  symlinkSync(join(base, "outside.diff"), join(root, "link.diff"));
  symlinkSync(base, join(root, "up"));
  symlinkSync(join(root, "a", "fix.diff"), join(root, "inner.diff"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("files that decisions name as their correction", () => {
  it.each([
    { path: "a/fix.diff", why: "in the folder" },
    { path: "./a/fix.diff", why: "with a dot" },
    { path: "inner.diff", why: "by a link that stays inside" },
  ])("17.5 003.1 are read: $why", ({ path }) => {
    expect(createCorrectionFiles([root])(path)).toEqual({ ok: true, value: "a diff" });
    expect(createCorrectionFiles([join(base, "nowhere"), root])(path)).toEqual({ ok: true, value: "a diff" });
  });

  it("17.5 003.1 are read by an absolute path only if that is inside", () => {
    const read = createCorrectionFiles([root]);
    expect(read(join(root, "a", "fix.diff"))).toEqual({ ok: true, value: "a diff" });
    expect(read(join(base, "outside.diff"))).toMatchObject({ ok: false });
  });

  it.each([
    { path: "../outside.diff", why: "leaves its folder" },
    { path: "a/../../outside.diff", why: "leaves its folder" },
    { path: "a\\..\\..\\outside.diff", why: "leaves its folder" },
    { path: "link.diff", why: "outside" },
    { path: "up/outside.diff", why: "outside" },
    { path: ".git/config", why: "outside" },
    { path: "a", why: "not a regular file" },
    { path: "gone.diff", why: "does not exist" },
    { path: "", why: "" },
    { path: "a\0b", why: "is not a path" },
    { path: "/etc/passwd", why: "outside" },
  ])("17.5 003.1 are not read: $path, and it is said why", ({ path, why }) => {
    const read = createCorrectionFiles([root])(path);
    expect(read).toMatchObject({ ok: false, error: expect.stringContaining(why) });
  });

  it("17.5 003.1 are bounded in size and text only", () => {
    writeFileSync(join(root, "large.diff"), "x".repeat(1_048_577));
    writeFileSync(join(root, "binary.diff"), Buffer.from([0xff, 0xfe, 0x00]));
    const read = createCorrectionFiles([root]);
    expect(read("large.diff")).toMatchObject({ ok: false, error: expect.stringContaining("larger than") });
    expect(read("binary.diff")).toMatchObject({ ok: false, error: expect.stringContaining("UTF-8") });
    expect(createCorrectionFiles([])("a/fix.diff")).toMatchObject({
      ok: false,
      error: expect.stringContaining("corrections.folder"),
    });
  });
});
