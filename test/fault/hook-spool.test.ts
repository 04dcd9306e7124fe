import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { hookPaths } from "../../src/hook/hook-paths.ts";
import { createSpool } from "../../src/hook/spool.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { expectWhole } from "./crash-rounds.ts";
import { SOURCE_BIN } from "../bin.ts";

const HEARER = fileURLToPath(new URL("hook-hearer.ts", import.meta.url));
const ROUNDS = 5;
const PER_ROUND = 120;

const folder = mkdtempSync(join(tmpdir(), "emend-hook-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Runs a program, and kills it so many milliseconds after the spool begins to change. */
async function run(args: readonly string[], killAfterMs?: number, begun?: () => boolean): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_STATE_HOME: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let timer: NodeJS.Timeout | undefined;
  const poll = setInterval(() => {
    if (killAfterMs === undefined || timer !== undefined || begun?.() === false) return;
    timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  }, 1);
  await once(child, "close");
  clearInterval(poll);
  clearTimeout(timer);
  return output;
}

describe("the hook's spool under kill -9", () => {
  it(
    "loses nothing that was heard and doubles nothing, whoever is killed",
    { timeout: 120_000 },
    async () => {
      mkdirSync(join(folder, ".git"));
      const spool = createSpool(spoolFolder());
      const heard = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = round * PER_ROUND;
        // The one that hears is killed too; what it had acknowledged counts.
        const told = await run(
          [HEARER, spoolFolder(), String(first), String(PER_ROUND)],
          randomInt(0, 120),
          () => spool.names().length > 0,
        );
        for (const id of told.split("\n").slice(0, -1)) heard.add(id);
        for (let n = first; n < first + PER_ROUND; n += 1) {
          const record = makeFeedback(n);
          spool.put({ schema: 1, id: record.event_id, kind: "feedback", record }, n);
          heard.add(record.id);
        }
        const before = spool.names().length;
        await run([SOURCE_BIN, "hook", "--deliver"], randomInt(0, 150), () => spool.names().length < before);
      }
      await run([SOURCE_BIN, "hook", "--deliver"]);
      expect(spool.names()).toEqual([]);
      expect(readdirSync(spoolFolder()).filter((name) => name === "bad")).toEqual([]);
      expect(heard.size).toBe(ROUNDS * PER_ROUND);
      await expectWhole(join(folder, ".emend/emend.db"), heard);
    },
  );
});

const spoolFolder = (): string => hookPaths(folder, { HOME: folder }, join(folder, ".emend/emend.db")).spool;
