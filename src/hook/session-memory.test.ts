import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeOldSessions, readMemory, type SessionMemory, writeMemory } from "./session-memory.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-memory-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING: SessionMemory = {
  rulesTold: [],
  files: [],
  touched: [],
  turnOver: false,
  task: "",
  reminded: [],
  failures: [],
  open: [],
  runsOn: {},
  given: [],
  checked: {},
  working: false,
  prompt: { key: "", at: 0 },
  refusals: [],
  compacted: false,
};
const MEMORY: SessionMemory = {
  rulesTold: [`ru_${"0".repeat(32)}`],
  files: ["src/a.ts"],
  touched: ["src/a.ts"],
  turnOver: true,
  task: "retry log",
  reminded: ["fb_1"],
  failures: [{ key: "k", count: 2, event: "PostToolUse", at: 5, told: true }],
  open: [{ command: "npm test", what: "test_sum" }],
  runsOn: { model: "claude-opus-5", agent_version: "2.1.240" },
  given: [{ rule_id: `ru_${"0".repeat(32)}`, version: 2 }],
  checked: { [`ck_${"0".repeat(32)}`]: 3 },
  working: false,
  prompt: { key: "", at: 0 },
  refusals: [],
  compacted: false,
};

describe("what is remembered of a session", () => {
  it("is read as it was written, for each session apart", () => {
    writeMemory(folder, "s-1", MEMORY);
    expect(readMemory(folder, "s-1")).toEqual(MEMORY);
    expect(readMemory(folder, "s-2")).toEqual(NOTHING);
  });

  it("has a name that no session can choose", () => {
    writeMemory(folder, "../../etc/passwd", MEMORY);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    [
      "other things",
      '{"files":[7,""],"touched":"a","task":7,"reminded":[{}],"turnOver":1,"failures":[{"key":"k","count":"x"}],"open":[{"command":"a"}],"rulesTold":1}',
    ],
    ["more than it may be", `{"files":["${"x".repeat(300_000)}"]}`],
  ])("is nothing where the file holds %s", (_what, text) => {
    writeMemory(folder, "s-1", MEMORY);
    writeFileSync(join(folder, readdirSync(folder)[0]!), text);
    expect(readMemory(folder, "s-1")).toEqual(NOTHING);
  });

  it("stays small", () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `${n} ${"x".repeat(1_000)}`);
    writeMemory(folder, "s-1", {
      ...NOTHING,
      rulesTold: many,
      files: many,
      touched: many,
      turnOver: false,
      task: many[0]!,
      reminded: many,
      failures: many.map((key) => ({ key: key.slice(0, 16), count: 1, event: "e", at: 1, told: true })),
      open: many.map((command) => ({ command, what: command })),
      runsOn: {},
      given: many.map((_, n) => ({ rule_id: `ru_${"0".repeat(32)}`, version: n + 1 })),
      checked: Object.fromEntries(
        Array.from({ length: 5_000 }, (_, n) => [`ck_${String(n).padStart(32, "0")}`, 1]),
      ),
    });
    expect(statSync(join(folder, readdirSync(folder)[0]!)).size).toBeLessThan(256 * 1024);
    expect(readMemory(folder, "s-1").files.at(-1)).toMatch(/^9999 /);
  });

  it("is forgotten after a week", () => {
    writeMemory(folder, "s-1", MEMORY);
    const file = join(folder, readdirSync(folder)[0]!);
    const now = Date.now();
    const days = (count: number): Date => new Date(now - count * 24 * 3_600_000);
    utimesSync(file, days(6), days(6));
    removeOldSessions(folder, now);
    expect(existsSync(file)).toBe(true);
    utimesSync(file, days(8), days(8));
    removeOldSessions(folder, now);
    expect(existsSync(file)).toBe(false);
    removeOldSessions(join(folder, "missing"), now);
  });
});
