import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { parseReview } from "../../core/review/parse-review.ts";
import { BASELINE, CANDIDATE, CLEAN, MENDED, REFUSED } from "../../../test/examples/example-rollout.ts";
import type { ObservedReview } from "../../core/rollout/rollout-health.ts";
import type { RolloutCommand } from "../../core/rollout/change-rollout.ts";
import { type RolloutRecord, type VersionPair, isSameVersion } from "../../core/rollout/rollout.ts";
import type { Store } from "../../ports/store.ts";
import { assignVersion } from "../../core/rollout/review-assignment.ts";
import { assignReview, countReview } from "./assign-review.ts";
import { changeRollout, reportRollout, startRollout } from "./change-rollout.ts";

let store: Store;
let time = 0;
const now = (): string => new Date(time).toISOString();
beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 9);
  store = await openTestStore();
});
afterEach(() => store.close());

let id = 0;
const createId = (): string => String((id += 1)).padStart(12, "0");

async function start(candidate: VersionPair = CANDIDATE, baseline: VersionPair = BASELINE) {
  const plan = { baseline, candidate, steps: [0.1, 1], by: "ana" };
  return startRollout({ ...store, now, createId })(plan);
}
async function started(): Promise<RolloutRecord> {
  const begun = await start();
  if (!begun.ok) throw new Error(begun.error.message);
  return begun.value;
}
const read = async (version: VersionPair, review: ObservedReview, times: number): Promise<void> => {
  const readings = Array.from({ length: times }, () =>
    store.rollouts.count({ version, time: now(), ...review }),
  );
  await Promise.all(readings);
};
const change = (of: RolloutRecord, command: RolloutCommand) =>
  changeRollout({ ...store, now })(of.id, command);
const standing = async (of: RolloutRecord) => {
  const report = await reportRollout({ ...store, now })(of.id);
  if (!report.ok) throw new Error(report.error.message);
  return report.value;
};
const advance: RolloutCommand = { type: "advance", by: "ben" };
const promote: RolloutCommand = { type: "promote", by: "ben" };

describe("004.8 a rollout that is kept", () => {
  it("is judged by what was read, and goes from its first slice to all when that is good", async () => {
    const rollout = await started();
    await read(BASELINE, CLEAN, 60);
    await read(CANDIDATE, CLEAN, 49);
    expect((await standing(rollout)).decision).toMatchObject({ action: "hold" });
    expect(await change(rollout, advance)).toMatchObject({ ok: false, error: { code: "not_healthy" } });
    await read(CANDIDATE, CLEAN, 1);
    expect((await standing(rollout)).decision).toMatchObject({ action: "widen", slice: 1 });
    expect(await change(rollout, advance)).toMatchObject({ ok: true, value: { slice: 1 } });

    // The next step needs a sample of its own.
    expect(await change(rollout, promote)).toMatchObject({ ok: false, error: { code: "not_healthy" } });
    await read(CANDIDATE, CLEAN, 50);
    const { report, slices } = await standing(rollout);
    expect(report.checks.map(({ name, verdict, sample }) => [name, verdict, sample])).toEqual([
      ["sample", "pass", 100],
      ["drop_rate", "pass", 200],
      ["rejection_rate", "pass", 100],
      ["incompatible_rate", "pass", 100],
      ["coercion_rate", "watched", 100],
    ]);
    expect(slices.map(({ role, slice, reviews }) => [role, slice, reviews])).toEqual([
      ["baseline", 0.1, 60],
      ["candidate", 0.1, 50],
      ["candidate", 1, 50],
    ]);
    expect(await change(rollout, promote)).toMatchObject({ ok: true, value: { stage: "promoted" } });
  });

  it("is held by findings that are dropped, and rolled back for answers that are rejected", async () => {
    const rollout = await started();
    await read(BASELINE, CLEAN, 60);
    await read(CANDIDATE, MENDED, 60);
    const held = await standing(rollout);
    expect(held.decision).toMatchObject({ action: "hold", reasons: [{ code: "drop_rate" }] });
    expect(held.report.versions[1].rates).toEqual({ drop: 0.5, coercion: 1, rejection: 0, incompatible: 0 });
    await read(CANDIDATE, REFUSED, 5);
    expect((await standing(rollout)).decision).toMatchObject({ action: "roll_back" });
    const back = await change(rollout, { type: "roll_back", by: "ben" });
    expect(back).toMatchObject({ ok: true, value: { stage: "rolled_back", slice: 0 } });
    expect((await standing(rollout)).decision).toMatchObject({ reasons: [{ code: "decided" }] });
  });

  it("is watched by its last days once it is promoted", async () => {
    const rollout = await started();
    await read(BASELINE, CLEAN, 100);
    await read(CANDIDATE, CLEAN, 2_000);
    await change(rollout, advance);
    await change(rollout, { ...promote, reason: "enough" });
    expect((await standing(rollout)).decision.action).toBe("hold");
    time += 8 * 86_400_000;
    expect((await standing(rollout)).report.versions[1].reviews).toBe(0);
    await read(CANDIDATE, REFUSED, 6);
    await read(CANDIDATE, CLEAN, 94);
    // Among all that was ever read the 6 would not show.
    expect((await standing(rollout)).decision.action).toBe("roll_back");
  });

  it("keeps its ground while the next version is measured against it", async () => {
    const rollout = await started();
    await change(rollout, { ...advance, reason: "trusted" });
    await change(rollout, { ...promote, reason: "trusted" });
    const next = await start({ schema_version: "1.2", prompt_version: "1.2" }, CANDIDATE);
    expect(next.ok).toBe(true);
    const back: RolloutCommand = { type: "roll_back", by: "ben", reason: "late regret" };
    expect(await change(rollout, back)).toMatchObject({ ok: false, error: { code: "version_in_rollout" } });
  });

  it("says which rollout has a version already, and that there is none of an id", async () => {
    const rollout = await started();
    expect(await start()).toMatchObject({
      ok: false,
      error: { code: "version_in_rollout", message: expect.stringContaining(rollout.id) as string },
    });
    const missing = { ...rollout, id: "ro_none" };
    expect(await change(missing, advance)).toMatchObject({ error: { code: "rollout_not_found" } });
    expect(await reportRollout({ ...store, now })("ro_none")).toMatchObject({ ok: false });
  });

  it("counts an answer of another version against the one it was asked in", async () => {
    const rollout = await started();
    const raw = JSON.stringify({ ...BASELINE, findings: [] });
    const assign = assignReview({ ...store, now, createId });
    const keys = Array.from({ length: 100 }, (_, n) => `acme/shop#${n}`);
    const key = keys.find((each) => isSameVersion(assignVersion(rollout, each), CANDIDATE))!;
    const assigned = await assign(rollout.id, key);
    const assignment = assigned.ok ? assigned.value.assignment.id : "";
    await countReview({ ...store, now })(parseReview(raw, { accept: CANDIDATE }), CANDIDATE, assignment);
    const [baseline, candidate] = (await standing(rollout)).report.versions;
    expect([baseline.reviews, candidate.incompatible]).toEqual([0, 1]);
  });
});
