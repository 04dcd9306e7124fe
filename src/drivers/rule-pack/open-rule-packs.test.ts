import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packText } from "../../../test/example-pack.ts";
import { startNpmRegistry } from "../../../test/npm-registry.ts";
import { type PackSource, parsePackSource } from "../../core/rule-pack/pack-source.ts";
import { MAX_PACK_BYTES, PACK_FILE } from "../../core/rule-pack/rule-pack.ts";
import { openRulePacks } from "./open-rule-packs.ts";
import { readPackTarball } from "./read-pack-tarball.ts";
import { runBounded } from "./run-bounded.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "emend-packs-"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const env = () => ({ PATH: process.env["PATH"], HOME: base });
const parsed = (text: string): PackSource => {
  const source = parsePackSource(text);
  if (!source.ok) throw new Error(source.error.message);
  return source.value;
};
const fetchPack = (text: string, more: Record<string, string> = {}) =>
  openRulePacks({ cwd: base, env: { ...env(), ...more } }).fetch(parsed(text));
const folderWith = (name: string, files: Readonly<Record<string, string>>): string => {
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};
const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

describe("a pack in a folder", () => {
  it("is read", async () => {
    folderWith("plain", { [PACK_FILE]: packText() });
    expect(await fetchPack("./plain")).toEqual({
      text: packText(),
      resolved: { kind: "path", path: "./plain" },
    });
  });

  it("is refused if its file is missing, a link, a folder, too large or no text", async () => {
    const outside = folderWith("outside", { secret: packText() });
    symlinkSync(join(outside, "secret"), join(folderWith("linked", {}), PACK_FILE));
    mkdirSync(join(folderWith("foldered", {}), PACK_FILE));
    folderWith("large", { [PACK_FILE]: "x".repeat(MAX_PACK_BYTES + 1) });
    writeFileSync(join(folderWith("binary", {}), PACK_FILE), Buffer.from([0xff, 0xfe]));
    for (const [place, code] of [
      ["./nowhere", "pack_not_found"],
      ["./linked", "pack_unreadable"],
      ["./foldered", "pack_unreadable"],
      ["./large", "pack_too_large"],
      ["./binary", "pack_unreadable"],
    ] as const)
      await expect(fetchPack(place)).rejects.toMatchObject({ code });
  });
});

describe("a pack in a git repository", () => {
  let repository: string;
  beforeAll(() => {
    repository = folderWith("repository", {
      [PACK_FILE]: packText(),
      [`packs/two/${PACK_FILE}`]: packText({ version: "2.0.0" }),
    });
    git(repository, "init", "-q", "-b", "main");
    writeFileSync(join(repository, ".gitattributes"), "* filter=evil\n");
    mkdirSync(join(repository, "linked"));
    symlinkSync("/etc/passwd", join(repository, "linked", PACK_FILE));
    symlinkSync("packs", join(repository, "alias"));
    folderWith("repository", { [`large/${PACK_FILE}`]: "x".repeat(MAX_PACK_BYTES + 1) });
    git(repository, "add", ".");
    git(repository, "commit", "-qm", "one");
    git(repository, "tag", "v1.0.0");
    writeFileSync(join(repository, PACK_FILE), packText({ version: "1.1.0" }));
    git(repository, "commit", "-qam", "two");
  });

  it("is read at a tag, a branch, a commit or the default branch, and in a folder", async () => {
    const url = `git+file://${repository}`;
    const first = git(repository, "rev-parse", "v1.0.0");
    const read = await fetchPack(`${url}#v1.0.0`);
    expect(read).toEqual({
      text: packText(),
      resolved: { kind: "git", url: `file://${repository}`, path: "", ref: first },
    });
    expect((await fetchPack(`${url}#${first}`)).text).toBe(packText());
    expect((await fetchPack(url)).text).toBe(packText({ version: "1.1.0" }));
    expect((await fetchPack(`${url}#main:packs/two`)).text).toBe(packText({ version: "2.0.0" }));
  });

  it("is refused with a reason", async () => {
    for (const [fragment, code] of [
      ["#v9", "pack_unreachable"],
      ["#:packs", "pack_not_found"],
      ["#:linked", "pack_unreadable"],
      ["#:alias/two", "pack_not_found"],
      ["#:large", "pack_too_large"],
    ] as const)
      await expect(fetchPack(`git+file://${repository}${fragment}`)).rejects.toMatchObject({
        code,
      });
    await expect(fetchPack("git+file:///nowhere/at/all")).rejects.toThrow(
      "does not appear to be a git repository",
    );
  });

  it("runs nothing that the repository or the user's settings name, and leaves nothing behind", async () => {
    const ran = join(base, "ran");
    const hooks = folderWith("hooks", {
      "post-checkout": `#!/bin/sh\ntouch ${ran}\n`,
      "reference-transaction": `#!/bin/sh\ntouch ${ran}\n`,
    });
    for (const hook of readdirSync(hooks)) execFileSync("chmod", ["+x", join(hooks, hook)]);
    const config = join(base, "gitconfig");
    writeFileSync(
      config,
      `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = touch ${ran}\n[filter "evil"]\n\tsmudge = touch ${ran}\n[init]\n\ttemplateDir = ${hooks}\n[protocol "ext"]\n\tallow = always\n[url "ext::touch ${ran}% "]\n\tinsteadOf = file:///redirected\n`,
    );
    const temporary = join(base, "temporary");
    mkdirSync(temporary);
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary;
    try {
      const own = { GIT_CONFIG_GLOBAL: config, GIT_TEMPLATE_DIR: hooks, GIT_PROXY_COMMAND: `touch ${ran}` };
      expect((await fetchPack(`git+file://${repository}#v1.0.0`, own)).text).toBe(packText());
      await expect(fetchPack("git+file:///redirected", own)).rejects.toMatchObject({
        code: "pack_unreachable",
      });
    } finally {
      process.env["TMPDIR"] = before;
    }
    expect(existsSync(ran)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("a pack on npm", () => {
  it("is downloaded with npm, without running or installing anything of it", async () => {
    const manifest = {
      name: "@acme/rules",
      version: "1.0.0",
      scripts: { prepare: "touch ran", postpack: "touch ran" },
    };
    const folder = folderWith("package", {
      [PACK_FILE]: packText(),
      "package.json": JSON.stringify(manifest),
    });
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts"], { cwd: folder });
    const tarball = join(folder, "acme-rules-1.0.0.tgz");
    const registry = await startNpmRegistry([
      { name: "@acme/rules", version: "1.0.0", tarball },
      { name: "@acme/rules", version: "2.0.0", tarball },
    ]);
    const own = { npm_config_registry: registry.url, npm_config_cache: join(base, "npm") };
    try {
      expect(await fetchPack("npm:@acme/rules@^1", own)).toEqual({
        text: packText(),
        resolved: { kind: "npm", name: "@acme/rules", range: "1.0.0" },
      });
      await expect(fetchPack("npm:@acme/nothing", own)).rejects.toMatchObject({ code: "pack_unreachable" });
    } finally {
      await registry.close();
    }
    expect(registry.requests).toContain("/tarballs/@acme/rules/1.0.0.tgz");
    expect((await fetchPack("./package/acme-rules-1.0.0.tgz")).text).toBe(packText());
  });
});

describe("a tarball", () => {
  const entry = (
    name: string,
    text: string,
    { type = "0", size = text.length.toString(8).padStart(11, "0") } = {},
  ) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${size}\0`, 124);
    header.write(type, 156);
    header.write("ustar\0", 257);
    return Buffer.concat([header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]);
  };
  const read = (bytes: Buffer): Promise<string> => {
    const file = join(base, "made.tgz");
    writeFileSync(file, bytes);
    return readPackTarball(file, "made.tgz");
  };
  const tar = (...entries: readonly Buffer[]): Buffer =>
    gzipSync(Buffer.concat([...entries, Buffer.alloc(1_024)]));

  it("gives its pack, whatever else is in it", async () => {
    const many = tar(entry("package/readme", "x".repeat(700)), entry(`package/${PACK_FILE}`, "text"));
    expect(await read(many)).toBe("text");
  });

  it.each([
    ["no gzip", Buffer.from("hello")],
    ["nothing", Buffer.alloc(0)],
    ["no pack", tar(entry("package/other", "x"))],
    ["a link", tar(entry(`package/${PACK_FILE}`, "", { type: "2" }))],
    ["a path outside", tar(entry(`../../${PACK_FILE}`, "x"))],
    [
      "a size that goes back",
      tar(entry("package/a", "", { size: "-0000001000" }), entry(`package/${PACK_FILE}`, "x")),
    ],
    ["a size beyond the end", tar(entry(`package/${PACK_FILE}`, "x", { size: "77777777777" }))],
  ])("is refused with %s", async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: expect.stringMatching(/^pack_(?:not_found|unreadable)$/) as string,
    });
  });

  it("is refused if it unpacks to too much", async () => {
    await expect(read(gzipSync(Buffer.alloc(65 * 1024 * 1024)))).rejects.toMatchObject({
      code: "pack_too_large",
    });
  });

  it("never hangs, whatever its bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_048 }), async (bytes) => {
        await expect(read(gzipSync(bytes))).rejects.toHaveProperty("code");
      }),
      { numRuns: 50 },
    );
  });
});

describe("git and npm", () => {
  const run = (program: string, args: readonly string[], timeoutMs?: number) =>
    runBounded({
      program,
      args,
      folder: base,
      env: env(),
      place: "x",
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });

  it("are ended, with all that they started, when they take too long or print too much", async () => {
    const started = Date.now();
    await expect(run("sh", ["-c", "sleep 30 & sleep 30"], 200)).rejects.toMatchObject({
      code: "pack_unreachable",
    });
    await expect(run("sh", ["-c", "yes"])).rejects.toMatchObject({ code: "pack_too_large" });
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it("are ended when they fill the disk", async () => {
    const script = "dd if=/dev/zero of=big bs=1M seek=200 count=1 2>/dev/null; sleep 30";
    await expect(run("sh", ["-c", script])).rejects.toMatchObject({ code: "pack_too_large" });
    rmSync(join(base, "big"));
  });

  it("are missed with a reason, and their failures are told in one line", async () => {
    await expect(run("emend-no-such-program", [])).rejects.toMatchObject({ code: "program_not_found" });
    await expect(run("sh", ["-c", "echo noise >&2; echo 'fatal: not yours' >&2; exit 128"])).rejects.toThrow(
      "x: sh failed: not yours; check the name",
    );
  });
});
