import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";
import { TRANSCRIPT_FORMATS } from "../../core/transcript/transcript.ts";

const WORDS = "No, use a map";
const UNKNOWN = { format: undefined };
const at = useTestHome();

describe("finding transcripts", () => {
  it("finds nothing in an empty home, without folders being made", async () => {
    expect(await at.open().find(at.root)).toEqual([]);
    expect(await at.open({ home: join(at.home, "missing") }).find(join(at.home, "missing"))).toEqual([]);
  });

  it("gives another version to a file that changed", async () => {
    const file = at.write("shop/.aider.chat.history.md", SAMPLES.aider.make(WORDS));
    const version = async (): Promise<string> => (await at.find("aider"))[0]!.files[0]!.version;
    const first = await version();
    expect(await version()).toBe(first);
    utimesSync(file, 1_700_000_000, 1_700_000_000.123);
    const touched = await version();
    expect(touched).not.toBe(first);
    writeFileSync(file, SAMPLES.aider.make("No, use a set!"));
    expect(new Set([first, touched, await version()]).size).toBe(3);
  });

  it("reports a place behind a broken link", async () => {
    symlinkSync(join(at.home, "nowhere"), join(at.home, ".codex"));
    expect(await at.find("codex")).toEqual([
      { agent: "codex", place: "~/.codex/sessions (cannot be read: broken link)", files: [] },
      { agent: "codex", place: "~/.codex/archived_sessions (cannot be read: broken link)", files: [] },
    ]);
  });

  it("reports a place that is not a folder", async () => {
    at.write(".copilot/session-state", "");
    expect(await at.find("copilot")).toEqual([
      { agent: "copilot", place: "~/.copilot/session-state (cannot be read: not a folder)", files: [] },
    ]);
  });

  it.skipIf(process.seteuid === undefined)("reports a place that it may not read", async () => {
    at.write(".codex/sessions/2026/rollout-a.jsonl", "");
    execFileSync("chmod", ["-R", "go+rX", at.home]);
    execFileSync("chmod", ["0", join(at.home, ".codex", "sessions")]);
    const own = process.geteuid!();
    // Root may read everything.
    if (own === 0) process.seteuid!(65_534);
    try {
      expect(await at.find("codex")).toEqual([
        { agent: "codex", place: "~/.codex/sessions (cannot be read: permission denied)", files: [] },
      ]);
    } finally {
      if (own === 0) process.seteuid!(own);
      execFileSync("chmod", ["700", join(at.home, ".codex", "sessions")]);
    }
  });
});

describe("reading a transcript", () => {
  it.each(TRANSCRIPT_FORMATS)("reads %s, with any line ends", async (format) => {
    const { path, make } = SAMPLES[format];
    for (const text of [make(WORDS), make(WORDS).trimEnd(), make(WORDS).replaceAll("\n", "\r\n")]) {
      const file = at.write(path.slice(1), text);
      const read = await at.open().read(file);
      expect(read).toMatchObject({ format, reading: { unreadCount: 0 } });
      expect(await at.turns(file)).toEqual([`message: ${WORDS}`]);
    }
  });

  it("counts lines across the parts in which it reads", async () => {
    const session = SAMPLES["claude-code"].make(WORDS);
    const silent = `${JSON.stringify({ type: "progress", data: "ü".repeat(5_000) })}\n`;
    const file = at.write(
      "long.jsonl",
      session + silent.repeat(400) + "not JSON\n" + silent.repeat(400) + "{cut",
    );
    const read = await at.open().read(file);
    expect(read).toMatchObject({
      reading: { lines: 804, unreadCount: 2, unread: [{ line: 403 }, { line: 804 }] },
    });
  });

  it("leaves out a line of more than 32 MiB", async () => {
    const file = at.write(
      "long.jsonl",
      `${SAMPLES.codex.make(WORDS)}{"type":"${"x".repeat(33 * 1024 * 1024)}"}\n${SAMPLES.codex.make("Yes")}`,
    );
    const read = await at.open().read(file);
    expect(read).toMatchObject({
      reading: { lines: 5, unreadCount: 1, unread: [{ line: 3, why: "the line is longer than 32 MiB" }] },
    });
    expect(await at.turns(file)).toEqual([`message: ${WORDS}`, "message: Yes"]);
  });

  it("reads what Codex compressed, and refuses what is cut", async () => {
    const bytes = zstdCompressSync(Buffer.from(SAMPLES.codex.make(WORDS)));
    const file = at.write("rollout-a.jsonl.zst", bytes);
    expect(await at.turns(file)).toEqual([`message: ${WORDS}`]);
    writeFileSync(file, bytes.subarray(0, bytes.length - 8));
    expect(await at.open().read(file)).toEqual(UNKNOWN);
    writeFileSync(file, "not compressed");
    expect(await at.open().read(file)).toEqual(UNKNOWN);
  });

  it("does not wait for pipes, devices and sockets", async () => {
    const pipe = join(at.home, "one.jsonl");
    execFileSync("mkfifo", [pipe]);
    const socket = join(at.home, "s.jsonl");
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once("listening", resolve));
    for (const path of [pipe, socket, "/dev/zero", "/dev/null", at.home, join(at.home, "missing")])
      expect([path, await at.open().read(path)]).toEqual([path, UNKNOWN]);
    server.close();
  });

  it("does not recognise a git path that it did not find", async () => {
    expect(await at.open().read("git:entire/checkpoints/v1:ab/0123456789/full.jsonl")).toEqual(UNKNOWN);
  });

  it("follows links in the user's own folders", async () => {
    const file = at.write("elsewhere/one.jsonl", SAMPLES["claude-code"].make(WORDS));
    symlinkSync(file, join(at.home, "link.jsonl"));
    expect(await at.turns(join(at.home, "link.jsonl"))).toEqual([`message: ${WORDS}`]);
  });
});

describe("transcripts that came with a clone", () => {
  const OUT = "(cannot be read: a link leads out of the repository)";

  it("finds aider and SpecStory in the root", async () => {
    at.write("shop/.aider.chat.history.md", SAMPLES.aider.make(WORDS));
    at.write("shop/.specstory/history/b.md", SAMPLES.specstory.make(WORDS));
    at.write("shop/.specstory/history/a.md", SAMPLES.specstory.make("Thanks"));
    at.write("shop/.specstory/history/.what-is-this.txt", "");
    expect(await at.paths("aider")).toEqual(["shop/.aider.chat.history.md"]);
    expect(await at.find("specstory")).toMatchObject([
      { place: "~/shop/.specstory/history", files: [{ path: join(at.root, ".specstory/history/a.md") }, {}] },
    ]);
    expect(await at.turns(join(at.root, ".specstory/history/a.md"))).toEqual(["message: Thanks"]);
  });

  it("follows links that stay inside", async () => {
    at.write("shop/notes/chat.md", SAMPLES.aider.make(WORDS));
    symlinkSync(join("notes", "chat.md"), join(at.root, ".aider.chat.history.md"));
    expect(await at.paths("aider")).toEqual(["shop/.aider.chat.history.md"]);
    expect(await at.turns(join(at.root, ".aider.chat.history.md"))).toEqual([`message: ${WORDS}`]);
  });

  it("does not follow links that lead out, neither to find nor to read", async () => {
    const secret = at.write("private/chat.md", SAMPLES.aider.make(WORDS));
    const aider = join(at.root, ".aider.chat.history.md");
    symlinkSync(secret, aider);
    at.write("shop/.specstory/history/a.md", "");
    const specStory = join(at.root, ".specstory/history/b.md");
    symlinkSync(at.write("private/b.md", SAMPLES.specstory.make(WORDS)), specStory);
    expect((await at.find("aider")).map(({ place }) => place)).toEqual([
      `~/shop/.aider.chat.history.md ${OUT}`,
    ]);
    expect((await at.find("specstory"))[1]!.place).toBe(`~/shop/.specstory/history/b.md ${OUT}`);
    expect(await at.open().read(aider)).toEqual(UNKNOWN);
    expect(await at.open().read(specStory)).toEqual(UNKNOWN);
  });

  it("does not follow a folder that is a link and leads out", async () => {
    at.write("private/history/a.md", SAMPLES.specstory.make(WORDS));
    symlinkSync(join(at.home, "private"), join(at.root, ".specstory"));
    expect((await at.find("specstory")).map(({ place }) => place)).toEqual([
      `~/shop/.specstory/history ${OUT}`,
    ]);
    expect(await at.open().read(join(at.root, ".specstory/history/a.md"))).toEqual(UNKNOWN);
    rmSync(join(at.root, ".specstory"));
    mkdirSync(join(at.root, ".specstory"));
    expect(await at.find("specstory")).toEqual([]);
  });
});
