import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../test/contract/make-feedback.ts";
import { takeDeliverLock } from "./deliver-lock.ts";
import { deliverSpool, type Destination } from "./deliver-spool.ts";
import { createSpool, type SpoolEntry } from "./spool.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "emend-spool-")), "spool");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const NOW = () => new Date("2026-03-10T11:42:00Z");
const entry = (n: number): SpoolEntry => ({
  schema: 1,
  id: `e-${n}`,
  kind: "feedback",
  record: makeFeedback(n),
});

describe("the spool", () => {
  it("keeps entries in the order in which they arrived, readable only by their owner", () => {
    const spool = createSpool(folder);
    for (const n of [3, 1, 2]) spool.put(entry(n), n);
    expect(spool.names().map((name) => Number(name.slice(0, 13)))).toEqual([1, 2, 3]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, spool.names()[0]!)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).length).toBe(3);
  });

  it("the same event at the same time is one entry", () => {
    const spool = createSpool(folder);
    spool.put(entry(1), 5);
    spool.put(entry(1), 5);
    expect(spool.names().length).toBe(1);
  });

  it("the oldest give way: by number", () => {
    const spool = createSpool(folder, { entries: 3, bytes: 1e9 });
    expect([1, 2, 3, 4].map((n) => spool.put(entry(n), n))).toEqual([0, 0, 0, 1]);
    expect(spool.names().map((name) => Number(name.slice(0, 13)))).toEqual([2, 3, 4]);
  });

  it("the oldest give way: by size, and the newest stays whatever its size", () => {
    const spool = createSpool(folder, { entries: 100, bytes: 2_500 });
    for (const n of [1, 2, 3, 4]) spool.put(entry(n), n);
    expect(spool.names().length).toBeLessThan(4);
    expect(spool.names().at(-1)).toMatch(/^0{12}4-/);
    const tiny = createSpool(folder, { entries: 100, bytes: 1 });
    tiny.put(entry(5), 5);
    expect(tiny.names().length).toBe(1);
  });
});

describe("delivery", () => {
  const taken: string[] = [];
  const asides: string[] = [];
  beforeEach(() => {
    taken.length = 0;
    asides.length = 0;
  });
  const destination: Destination = {
    deliver: ({ id }) => {
      taken.push(id);
      return Promise.resolve(id === "e-13" ? { refused: "no" } : {});
    },
  };
  const deliver = (to: Destination = destination) =>
    deliverSpool({
      spool: createSpool(folder),
      destination: to,
      now: NOW,
      onAside: (_name, reason) => asides.push(reason),
    });

  it("removes what is acknowledged and puts aside what is refused", async () => {
    const spool = createSpool(folder);
    for (const n of [1, 13, 2]) spool.put(entry(n), n);
    expect(await deliver()).toEqual({ delivered: 2, aside: 1, left: 0 });
    expect(taken).toEqual(["e-1", "e-2", "e-13"]);
    expect(readdirSync(join(folder, "bad")).length).toBe(1);
  });

  it("what the world refuses stays, in its order", async () => {
    const spool = createSpool(folder);
    for (const n of [1, 2, 3]) spool.put(entry(n), n);
    const away: Destination = {
      deliver: async ({ id }) => (id === "e-2" ? Promise.reject(new Error("away")) : {}),
    };
    expect(await deliver(away)).toMatchObject({ delivered: 1, left: 2, fault: { message: "away" } });
    expect(await deliver()).toEqual({ delivered: 2, aside: 0, left: 0 });
  });

  it("hostile files are put aside with their reason, and the rest goes out", async () => {
    createSpool(folder).put(entry(1), 5);
    const write = (n: number, text: string): void =>
      writeFileSync(join(folder, `${String(n).padStart(13, "0")}-${"a".repeat(32)}.json`), text);
    write(1, "{");
    write(2, "null");
    write(
      3,
      JSON.stringify({ schema: 1, id: "x", kind: "feedback", record: { ...makeFeedback(2), id: "fb_0" } }),
    );
    write(4, JSON.stringify({ schema: 1, id: "x", kind: "injection", record: { run: 7 } }));
    write(6, JSON.stringify({ schema: 1, id: "x", kind: "feedback", record: { comment: "anything" } }));
    write(7, "x".repeat(2 * 1024 * 1024));
    write(8, JSON.stringify({ schema: 1, id: "", kind: "feedback", record: makeFeedback(2) }));
    mkdirSync(join(folder, `0000000000009-${"a".repeat(32)}.json`));
    symlinkSync("/dev/zero", join(folder, `0000000000010-${"a".repeat(32)}.json`));
    writeFileSync(join(folder, "notes.txt"), "left alone");
    expect(await deliver()).toEqual({ delivered: 1, aside: 9, left: 0 });
    expect(asides.length).toBe(9);
    expect(taken).toEqual(["e-1"]);
  });

  it("drafts of a killed process are deleted after a while", async () => {
    mkdirSync(folder);
    for (const name of [".1-1-1.tmp", ".2-1-1.tmp"]) writeFileSync(join(folder, name), "{");
    const long = new Date(NOW().getTime() - 2 * 3_600_000);
    utimesSync(join(folder, ".1-1-1.tmp"), long, long);
    utimesSync(join(folder, ".2-1-1.tmp"), NOW(), NOW());
    await deliver();
    expect(readdirSync(folder)).toEqual([".2-1-1.tmp"]);
  });
});

describe("the lock of a delivery", () => {
  const now = Date.now();
  it("is held by one", () => {
    const lock = takeDeliverLock(folder, now);
    expect(lock).toBeDefined();
    expect(takeDeliverLock(folder, now)).toBeUndefined();
    lock?.release();
    expect(takeDeliverLock(folder, now)).toBeDefined();
  });

  it.each([
    ["a process that is gone", "999999999", 0],
    ["a process that has not moved for long", String(process.pid), 120_000],
    ["nobody", "rubbish", 0],
  ])("is taken over from %s", (_who, pid, age) => {
    mkdirSync(folder);
    const file = join(folder, "deliver.lock");
    writeFileSync(file, pid);
    const time = new Date(now - age);
    utimesSync(file, time, time);
    expect(takeDeliverLock(folder, now)).toBeDefined();
  });
});
