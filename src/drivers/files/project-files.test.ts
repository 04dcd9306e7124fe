import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { findRoot } from "./find-root.ts";
import { createProjectFiles } from "./project-files.ts";

let top = "";
let root = "";
let files: ProjectFiles;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "emend-files-")));
  root = join(top, "project");
  mkdirSync(join(root, ".git", "hooks"), { recursive: true });
  writeFileSync(join(top, "outside.md"), "outside\n");
  files = createProjectFiles({ root });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const onDisk = (path: string): string => readFileSync(join(root, path), "utf8");

describe("createProjectFiles", () => {
  it("reads what it wrote, to the byte, and makes folders", async () => {
    const text = "\uFEFFa\r\nb é \u{1F600} no line end";
    await files.write(".github/instructions/x.md", text, null);
    expect(await files.read(".github/instructions/x.md")).toMatchObject({ text });
    expect(await files.kindOf(".github")).toBe("folder");
    expect(await files.kindOf(".github/instructions/x.md")).toBe("file");
    expect(await files.list(".github/instructions")).toEqual(["x.md"]);
  });

  it("says what is not there", async () => {
    expect(await files.read("a/b/c.md")).toBeUndefined();
    expect(await files.kindOf("a/b")).toBeUndefined();
    expect(await files.list("a/b")).toEqual([]);
  });

  it("keeps the mode, and leaves no draft behind", async () => {
    writeFileSync(join(root, "A.md"), "a");
    chmodSync(join(root, "A.md"), 0o640);
    await files.write("A.md", "b", "a");
    expect(onDisk("A.md")).toBe("b");
    expect(statSync(join(root, "A.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).toSorted()).toEqual([".git", "A.md"]);
  });

  it.each([
    { why: "a file that another wrote", before: "b", there: "a" },
    { why: "a file that another made", before: null, there: "a" },
    { why: "a file that another removed", before: "a", there: null },
  ])("refuses to write over $why", async ({ before, there }) => {
    if (there !== null) writeFileSync(join(root, "A.md"), there);
    await expect(files.write("A.md", "mine", before)).rejects.toMatchObject({ code: "file_changed" });
    expect(readdirSync(root).toSorted()).toEqual(there === null ? [".git"] : [".git", "A.md"]);
  });

  it("refuses to remove a file that another wrote", async () => {
    writeFileSync(join(root, "A.md"), "a");
    await expect(files.remove("A.md", "b")).rejects.toMatchObject({ code: "file_changed" });
    expect(onDisk("A.md")).toBe("a");
  });

  it("follows a link inside the root, and keeps it a link", async () => {
    writeFileSync(join(root, "AGENTS.md"), "a\n");
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    const [agents, claude] = [await files.read("AGENTS.md"), await files.read("CLAUDE.md")];
    expect(claude).toEqual(agents);
    await files.write("CLAUDE.md", "b\n", "a\n");
    expect(onDisk("AGENTS.md")).toBe("b\n");
    expect(realpathSync(join(root, "CLAUDE.md"))).toBe(join(root, "AGENTS.md"));
  });

  it.each<{ why: string; path: string; link?: readonly [at: string, to: string] }>([
    { why: "an absolute path", path: "/etc/passwd" },
    { why: "a path upwards", path: "../outside.md" },
    { why: "a path upwards from below", path: "a/../../outside.md" },
    { why: "a Windows path", path: "C:\\x" },
    { why: "an empty path", path: "" },
    { why: "a NUL", path: "a\0b" },
    { why: "a file that is linked outwards", path: "CLAUDE.md", link: ["CLAUDE.md", "../outside.md"] },
    { why: "a folder that is linked outwards", path: ".cursor/rules/emend.mdc", link: [".cursor", ".."] },
    { why: "a link to the root's own parent", path: "up", link: ["up", ".."] },
    { why: "git's own folder", path: ".git/config" },
    { why: "a link into git's own folder", path: "AGENTS.md", link: ["AGENTS.md", ".git/hooks/pre-commit"] },
  ])("refuses $why", async ({ path, link }) => {
    writeFileSync(join(root, ".git", "hooks", "pre-commit"), "");
    if (link !== undefined) symlinkSync(link[1], join(root, link[0]));
    const acts = [
      () => files.read(path),
      () => files.kindOf(path),
      () => files.list(path),
      () => files.write(path, "x", null),
      () => files.remove(path, ""),
    ];
    for (const act of acts) {
      await expect(act()).rejects.toMatchObject({ code: "path_outside" });
    }
    expect(readFileSync(join(top, "outside.md"), "utf8")).toBe("outside\n");
    expect(existsSync(join(top, "rules"))).toBe(false);
  });

  it.each<{ why: string; make: (path: string) => void; code: string }>([
    {
      why: "a link that leads nowhere",
      make: (path) => symlinkSync("../gone.md", path),
      code: "link_broken",
    },
    { why: "a folder of that name", make: (path) => mkdirSync(path), code: "not_a_file" },
    {
      why: "bytes that are no UTF-8",
      make: (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x41, 0])),
      code: "not_text",
    },
    {
      why: "a file too large to be one",
      make: (path) => writeFileSync(path, Buffer.alloc(4 * 1024 * 1024 + 1)),
      code: "file_too_large",
    },
    { why: "a link to itself", make: (path) => symlinkSync("A.md", path), code: "file_failed" },
  ])("refuses to read $why", async ({ make, code }) => {
    make(join(root, "A.md"));
    await expect(files.read("A.md")).rejects.toMatchObject({ code, name: "ProjectFileError" });
    await expect(files.write("A.md", "x", null)).rejects.toMatchObject({ code });
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("removes a file, and a folder of ours with the last one", async () => {
    for (const path of [".claude/skills/emend-rules/SKILL.md", ".cursor/rules/emend.mdc"]) {
      await files.write(path, "x", null);
      await files.remove(path, "x");
    }
    expect(readdirSync(join(root, ".claude", "skills"))).toEqual([]);
    expect(readdirSync(join(root, ".cursor", "rules"))).toEqual([]);
  });
});

describe("findRoot", () => {
  it("is the nearest repository upwards, or the folder itself", () => {
    mkdirSync(join(root, "a", "b"), { recursive: true });
    expect(findRoot(join(root, "a", "b"))).toBe(root);
    writeFileSync(join(root, "a", ".git"), "gitdir: elsewhere\n");
    expect(findRoot(join(root, "a", "b"))).toBe(join(root, "a"));
    expect(findRoot(top)).toBe(top);
  });
});
