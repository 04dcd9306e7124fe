import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../test/contract/make-feedback.ts";
import { takeDeliverLock } from "./deliver-lock.ts";
import { type HookSetUp, setUpHook } from "./handle-request.ts";
import { runDelivery } from "./run-delivery.ts";
import { createSpool, type Spool } from "./spool.ts";

let folder: string;
let setUp: HookSetUp;
let spool: Spool;
const now = () => new Date();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-delivery-"));
  mkdirSync(join(folder, ".git"));
  setUp = await setUpHook({ cwd: folder, env: { HOME: folder }, folders: [], now: now() });
  spool = createSpool(setUp.paths.spool);
  for (const n of [1, 2, 3]) {
    const record = makeFeedback(n);
    spool.put({ schema: 1, id: record.event_id, kind: "feedback", record }, n);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("runDelivery, while another process delivers", () => {
  it("waits for it, and delivers what it left", async () => {
    const lock = takeDeliverLock(setUp.paths.spool, Date.now());
    const delivering = runDelivery(setUp, now, 60_000);
    spool.remove(spool.names()[0]!);
    lock?.release();
    expect(await delivering).toEqual({ state: "done", delivered: 2, aside: 0, left: 0, elsewhere: 1 });
    expect(spool.names()).toEqual([]);
  });

  it("is done where it left nothing", async () => {
    const lock = takeDeliverLock(setUp.paths.spool, Date.now());
    const delivering = runDelivery(setUp, now, 60_000);
    for (const name of spool.names()) spool.remove(name);
    lock?.release();
    expect(await delivering).toEqual({ state: "done", delivered: 0, aside: 0, left: 0, elsewhere: 3 });
  });

  it.each([0, 120])(
    "says so when it still does after %i ms, and takes nothing from it",
    async (patienceMs) => {
      const lock = takeDeliverLock(setUp.paths.spool, Date.now());
      expect(await runDelivery(setUp, now, patienceMs)).toEqual({ state: "busy", left: 3 });
      expect(spool.names()).toHaveLength(3);
      lock?.release();
    },
  );
});
