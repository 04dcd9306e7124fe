import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  changeRollout as changeInApp,
  startRollout as startInApp,
} from "../../src/app/rollout/change-rollout.ts";
import { applyRolloutCommand, type RolloutCommand } from "../../src/core/rollout/change-rollout.ts";
import { BASELINE, CANDIDATE, CLEAN, exampleStart, MENDED, REFUSED } from "../examples/example-rollout.ts";
import { reviewCounts, type ObservedReview } from "../../src/core/rollout/rollout-health.ts";
import type { RolloutChange, RolloutRecord, VersionPair } from "../../src/core/rollout/rollout.ts";
import type { RolloutStore } from "../../src/ports/rollout-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

const TIME = "2026-03-01T09:30:00.000Z";
const NOON = { from: "2026-03-01T00:00:00Z", to: "2026-03-01T12:00:00Z" };
const ALL = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" };

const next = (state: RolloutRecord, command: RolloutCommand): RolloutChange => {
  const changed = applyRolloutCommand(state, command, { now: "2026-03-02T09:00:00.000Z", health: {} });
  if (!changed.ok) throw new Error(changed.error.message);
  return changed.value;
};
const widen: RolloutCommand = { type: "advance", by: "ben", reason: "few reviews" };
const rollBack: RolloutCommand = { type: "roll_back", by: "ben", reason: "worse" };

/** What every driver of the port promises. */
export function describeRolloutStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the rollouts on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let rollouts: RolloutStore;

    beforeEach(async () => {
      number += 1;
      name = `rollouts-${number}`;
      store = await open({ name });
      ({ rollouts } = store);
    });
    afterEach(() => store.close());

    const count = (version: VersionPair, review: ObservedReview, time = TIME): Promise<void> =>
      rollouts.count({ version, time, ...review });

    describe("004.8 counting answers", () => {
      it("sums each version's answers over the hours asked for, with their reasons", async () => {
        await count(BASELINE, CLEAN);
        await count(BASELINE, REFUSED);
        await count(CANDIDATE, MENDED);
        await count(CANDIDATE, CLEAN);
        await count(CANDIDATE, MENDED, "2026-03-01T11:59:59.999Z");
        await count(CANDIDATE, CLEAN, "2026-03-01T12:00:00.000Z");
        expect(await rollouts.health(NOON)).toEqual([
          {
            version: CANDIDATE,
            reviews: 3,
            rejections: 0,
            incompatible: 0,
            findings: 6,
            drops: 2,
            coercions: 4,
            coercedReviews: 2,
            rejectedFor: [],
            droppedFor: [{ reason: "invalid_line_range", count: 2 }],
            coercedFor: [{ reason: "trim", count: 4 }],
          },
          {
            version: BASELINE,
            reviews: 2,
            rejections: 1,
            incompatible: 0,
            findings: 2,
            drops: 0,
            coercions: 0,
            coercedReviews: 0,
            rejectedFor: [{ reason: "invalid_json", count: 1 }],
            droppedFor: [],
            coercedFor: [],
          },
        ]);
        expect(await rollouts.health({ ...ALL, versions: [BASELINE] })).toMatchObject([{ reviews: 2 }]);
        expect(await rollouts.health({ ...ALL, versions: [] })).toEqual([]);
        expect(await rollouts.health({ from: NOON.to, to: NOON.to })).toEqual([]);
      });

      it("loses none of many that come at once, from several clients", async () => {
        const clients = [store, await openClient(name, store), await openClient(name, store)];
        await rollouts.save(exampleStart());
        const kinds = [CLEAN, REFUSED, MENDED];
        await Promise.all(
          Array.from({ length: 300 }, (_, n) =>
            clients[n % 3]!.rollouts.count({
              version: n % 2 === 0 ? BASELINE : CANDIDATE,
              time: TIME,
              ...kinds[n % 3]!,
            }),
          ),
        );
        await Promise.all(clients.slice(1).map((client) => client.close()));
        const health = await rollouts.health(NOON);
        expect(health.map(({ reviews }) => reviews)).toEqual([150, 150]);
        expect(health.map(({ rejections }) => rejections)).toEqual([50, 50]);
        expect(health.map(({ droppedFor }) => droppedFor[0]?.count)).toEqual([50, 50]);
        expect(await rollouts.slices("ro_1")).toMatchObject([
          { role: "baseline", slice: 0.1, reviews: 150 },
          { role: "candidate", slice: 0.1, reviews: 150 },
        ]);
      });

      it("files an answer under the slice that its rollout has then, and under none once it is decided", async () => {
        await count(CANDIDATE, CLEAN);
        const { state, acts } = exampleStart();
        await rollouts.save({ state, acts });
        await count(CANDIDATE, MENDED);
        await count(BASELINE, CLEAN);
        await count({ schema_version: "1.0", prompt_version: "7.0" }, CLEAN);
        const wide = next(state, widen);
        await rollouts.save(wide);
        await count(CANDIDATE, REFUSED);
        await rollouts.save(next(wide.state, rollBack));
        await count(CANDIDATE, CLEAN);
        expect(await rollouts.slices(state.id)).toEqual([
          { role: "baseline", slice: 0.1, ...reviewCounts(CLEAN) },
          { role: "candidate", slice: 0.1, ...reviewCounts(MENDED) },
          { role: "candidate", slice: 1, ...reviewCounts(REFUSED) },
        ]);
        expect((await rollouts.health(NOON))[0]).toMatchObject({ version: CANDIDATE, reviews: 4 });
        expect(await rollouts.slices("none")).toEqual([]);
      });

      it("counts nothing in what is no version, and keeps any reason", async () => {
        for (const { text } of HOSTILE_TEXTS) {
          await count({ schema_version: text, prompt_version: "1.0" }, CLEAN);
          const diagnostics = [{ kind: "finding_dropped", reason: text, message: "" } as const];
          await count(BASELINE, { status: "accepted", findingsSeen: 1, diagnostics });
        }
        const [only, ...more] = await rollouts.health(NOON);
        expect(only).toMatchObject({ version: BASELINE, reviews: HOSTILE_TEXTS.length });
        expect(only!.droppedFor.reduce((sum, each) => sum + each.count, 0)).toBe(HOSTILE_TEXTS.length);
        expect(more).toEqual([]);
      });

      it("reads rows of the window alone, and of a rollout as many as it has slices", async () => {
        await rollouts.save(exampleStart());
        const day = Date.parse("2026-02-01T00:00:00Z");
        for (let hour = 0; hour < 200; hour += 1) {
          await count(CANDIDATE, CLEAN, new Date(day + hour * 3_600_000).toISOString());
        }
        expect(await rollouts.slices("ro_1")).toMatchObject([{ reviews: 200 }]);
        const two = { from: "2026-02-01T00:00:00Z", to: "2026-02-01T02:00:00Z" };
        expect(await rollouts.health(two)).toMatchObject([{ reviews: 2 }]);
      });
    });

    describe("keeping rollouts", () => {
      it("saves a change over the revision it was decided on, with its act and its event, and no other", async () => {
        const begun = exampleStart();
        expect(await rollouts.find("ro_1")).toBeUndefined();
        expect(await rollouts.save(begun)).toBe(true);
        expect(await rollouts.save(begun)).toBe(false);
        const wide = next(begun.state, widen);
        expect(await rollouts.save(wide)).toBe(true);
        expect(await rollouts.save(wide)).toBe(false);
        expect(await rollouts.save(next(begun.state, rollBack))).toBe(false);
        await store.close();
        store = await open({ name });
        ({ rollouts } = store);
        expect(await rollouts.find("ro_1")).toEqual(wide.state);
        expect(await store.audit.list({ limit: 10 })).toMatchObject([
          { actor: "ben", action: "rollout.advanced", subject: "ro_1", detail: { slice: 1 } },
          { actor: "ana", action: "rollout.started", subject: "ro_1" },
        ]);
        expect(await takeEvents(store)).toMatchObject([
          {
            id: "rollout.changed:ro_1:1",
            type: "emend.rollout.changed",
            subject: "ro_1",
            data: { id: "ro_1", status: "canary", revision: 1, acts: ["rollout.started"] },
          },
          { id: "rollout.changed:ro_1:2", data: { acts: ["rollout.advanced"] } },
        ]);
      });

      it("has each version in one running rollout at a time, until that one is decided", async () => {
        const first = exampleStart();
        const third = { schema_version: "1.2", prompt_version: "1.2" };
        const chained = exampleStart({ id: "ro_2", baseline: CANDIDATE, candidate: third });
        await rollouts.save(first);
        expect(await rollouts.save(chained)).toBe(false);
        expect(await rollouts.find("ro_2")).toBeUndefined();
        expect(await rollouts.runningWith(third)).toBeUndefined();
        expect(await rollouts.runningWith(BASELINE)).toEqual(first.state);
        expect(await rollouts.runningWith(CANDIDATE)).toEqual(first.state);
        await rollouts.save(next(first.state, rollBack));
        expect(await rollouts.runningWith(BASELINE)).toBeUndefined();
        expect(await rollouts.save(chained)).toBe(true);
        expect(await rollouts.runningWith(third)).toEqual(chained.state);
      });

      it("lets one of many begin, and each of many steps happen once", async () => {
        const clients = [store, await openClient(name, store), await openClient(name, store)];
        const now = (): string => TIME;
        let id = 0;
        const createId = (): string => String((id += 1)).padStart(12, "0");
        const plans = Array.from({ length: 9 }, (_, n) =>
          startInApp({ rollouts: clients[n % 3]!.rollouts, now, createId })({
            baseline: n % 2 === 0 ? BASELINE : CANDIDATE,
            candidate: n % 2 === 0 ? CANDIDATE : BASELINE,
            by: `person-${n}`,
          }),
        );
        const begun = (await Promise.all(plans)).filter(({ ok }) => ok);
        expect(begun).toHaveLength(1);
        const { items } = await rollouts.list({ limit: 10 });
        expect(items).toHaveLength(1);
        const steps = Array.from({ length: 4 }, (_, n) =>
          changeInApp({ rollouts: clients[n % 3]!.rollouts, now })(items[0]!.id, widen),
        );
        expect((await Promise.all(steps)).every(({ ok }) => ok)).toBe(true);
        await Promise.all(clients.slice(1).map((client) => client.close()));
        expect(await rollouts.find(items[0]!.id)).toMatchObject({ slice: 1, revision: 5 });
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 5 });
      });

      it("lists the last changed first, page by page, by stage where asked", async () => {
        const versionOf = (n: number): VersionPair => ({ schema_version: "1.0", prompt_version: `${n}.0` });
        for (let n = 0; n < 5; n += 1) {
          const plan = { id: `ro_${n}`, baseline: versionOf(2 * n), candidate: versionOf(2 * n + 1) };
          await rollouts.save(exampleStart(plan, `2026-03-01T0${n}:00:00.000Z`));
        }
        await rollouts.save(next((await rollouts.find("ro_1"))!, rollBack));
        const first = await rollouts.list({ limit: 3 });
        expect(first.items.map(({ id }) => id)).toEqual(["ro_1", "ro_4", "ro_3"]);
        const rest = await rollouts.list({ limit: 3, after: first.next! });
        expect(rest.items.map(({ id }) => id)).toEqual(["ro_2", "ro_0"]);
        expect(rest.next).toBeUndefined();
        const back = await rollouts.list({ limit: 3, stage: "rolled_back" });
        expect(back.items.map(({ id }) => id)).toEqual(["ro_1"]);
        await expect(rollouts.list({ limit: 3, after: "x" })).rejects.toMatchObject({
          code: "invalid_cursor",
        });
      });

      it("forgets an erased person, and keeps what they did", async () => {
        const begun = exampleStart({ by: "person-7", reason: "their own words" });
        await rollouts.save(begun);
        await rollouts.save(next(begun.state, widen));
        await store.feedback.erasePerson("person-7", "root");
        const kept = await rollouts.find("ro_1");
        expect(kept).toMatchObject({ revision: 3, slice: 1 });
        expect(JSON.stringify(kept)).not.toMatch(/person-7|their own words/);
        expect(JSON.stringify(await store.audit.list({ limit: 10 }))).not.toContain("person-7");
        expect(await store.audit.verify()).toMatchObject({ ok: true });
        expect(await rollouts.runningWith(CANDIDATE)).toEqual(kept);
      });

      it("keeps any text", async () => {
        for (const [n, { why, text }] of HOSTILE_TEXTS.entries()) {
          const candidate = { schema_version: "1.0", prompt_version: `${n}.1` };
          const baseline = { schema_version: "1.0", prompt_version: `${n}.2` };
          const change = exampleStart({
            id: `ro_${n}${text.slice(0, 100)}`,
            by: text,
            reason: text,
            baseline,
            candidate,
          });
          const kept = (await rollouts.save(change)) ? await rollouts.find(change.state.id) : undefined;
          expect([why, kept]).toEqual([why, change.state]);
        }
      });
    });
  });
}
