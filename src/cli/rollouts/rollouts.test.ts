import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { runCommand } from "../../../test/run-command.ts";
import { withStore } from "../../../test/with-store.ts";
import { BASELINE, CANDIDATE, CLEAN, REFUSED } from "../../../test/examples/example-rollout.ts";
import type { ObservedReview } from "../../core/rollout/rollout-health.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { Store } from "../../ports/store.ts";
import { addRollouts } from "./rollouts.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-rollouts-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCommand(addRollouts, ["rollouts", ...args], { cwd: folder });
const look = <T>(at: (store: Store) => Promise<T>): Promise<T> => withStore(folder, at);
const read = (version: VersionPair, review: ObservedReview, times: number): Promise<void> =>
  look(async ({ rollouts }) => {
    const time = "2026-03-10T11:30:00Z";
    await Promise.all(Array.from({ length: times }, () => rollouts.count({ version, time, ...review })));
  });
const start = async (...args: readonly string[]): Promise<string> => {
  const { stdout } = await run("start", "--from", "1.0/1.0", "--to", "1.1/1.1", "--json", ...args);
  return (JSON.parse(stdout) as { readonly rollout: { readonly id: string } }).rollout.id;
};
/** Ids differ each time. */
const steady = (text: string): string => text.replaceAll(/ro_[0-9a-f]{12}/g, "ro_000000000000");

describe("emend rollouts", () => {
  it("004.8 starts, shows, advances, promotes and rolls back, and writes down who", async () => {
    const begun = await run(
      "start",
      "--from",
      "1.0/1.0",
      "--to",
      "1.1/1.1",
      "--steps",
      "10,100",
      "--as",
      "ana",
    );
    expect(begun.code).toBe(0);
    expect(steady(begun.stdout)).toMatchInlineSnapshot(`
      "ro_000000000000 is canary: 1.1/1.1 for 10 % of reviews
      "
    `);
    const id = /ro_[0-9a-f]{12}/.exec(begun.stdout)![0];
    await read(BASELINE, CLEAN, 200);
    await read(CANDIDATE, CLEAN, 60);
    expect(steady((await run("show", id)).stdout)).toMatchInlineSnapshot(`
      "ro_000000000000  1.0/1.0 to 1.1/1.1  canary at 10 %

                 REVIEWS  REJECTED  UNREADABLE  FINDINGS  DROPPED  COERCED
      baseline       200       0 %         0 %       400      0 %      0 %
      candidate       60       0 %         0 %       120      0 %      0 %

      pass      sample: 60 reviews at this step, 50 needed
      pass      drop rate: 0 of 120 findings dropped (0.0%, limit 5.0%)
      pass      rejection rate: 0 of 60 reviews rejected (0.0%); limit 2.0% (2 times the baseline's 0.0%,
                at least 2.0%), once there are 5 rejections
      pass      incompatible rate: 0 of 60 reviews in a version that the parser could not read (0.0%,
                limit 1.0%)
      watched   coercion rate: 0 of 60 reviews needed coercion (0.0%, baseline 0.0%)

      next      advance to 100 %

      2026-03-10 11:42  start canary to 10 % by ana
      "
    `);
    expect((await run("advance", id, "--as", "ben")).stdout).toContain("for 100 % of reviews");
    const early = await run("promote", id);
    expect([early.code, early.stdout]).toEqual([1, ""]);
    expect(early.stderr).toContain("[not_healthy]");
    expect((await run("promote", id, "--reason", "measured elsewhere")).code).toBe(0);
    await read(CANDIDATE, REFUSED, 6);
    expect(steady((await run("roll-back", id)).stdout)).toMatchInlineSnapshot(`
      "ro_000000000000 is rolled back: 1.1/1.1 for 0 % of reviews
      "
    `);
    expect(steady((await run("list")).stdout)).toMatchInlineSnapshot(`
      "ID               FROM     TO       STAGE        SLICE  CHANGED           BY
      ro_000000000000  1.0/1.0  1.1/1.1  rolled_back  0 %    2026-03-10 11:42  cli
      "
    `);
    const acts = await look(({ audit }) => audit.list({ limit: 9 }));
    expect(acts.map(({ action }) => action)).toEqual([
      "rollout.rolled_back",
      "rollout.promoted",
      "rollout.advanced",
      "rollout.started",
    ]);
  });

  it("tells which version a review gets, the same each time", async () => {
    const id = await start("--steps", "50,100");
    const answers = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const { stdout } = await run("show", id, "--key", `owner/repository#${n}`);
      expect((await run("show", id, "--key", `owner/repository#${n}`)).stdout).toBe(stdout);
      answers.add(stdout);
    }
    expect([...answers].toSorted()).toEqual(["1.0/1.0  baseline\n", "1.1/1.1  candidate\n"]);
    const json = await run("show", id, "--key", "a", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ role: /candidate|baseline/.exec(json.stdout)![0] });
  });

  it("prints JSON for machines", async () => {
    const id = await start("--reason", "shorter");
    expect(JSON.parse((await run("list", "--json")).stdout)).toMatchObject({
      items: [{ id, slice: 0.01 }],
      next: null,
    });
    const shown = JSON.parse((await run("show", id, "--json")).stdout) as object;
    expect(shown).toMatchObject({
      rollout: { id, started_by: "cli" },
      decision: { action: "hold" },
      slices: [],
    });
  });

  it.each([
    {
      why: "one version alone",
      args: ["start", "--from", "1.0", "--to", "1.1/1.1"],
      code: 2,
      error: "invalid_version",
    },
    {
      why: "three parts",
      args: ["start", "--from", "1.0/1.0/1.0", "--to", "1.1/1.1"],
      code: 2,
      error: "invalid_version",
    },
    {
      why: "steps that are no numbers",
      args: ["start", "--from", "1.0/1.0", "--to", "1.1/1.1", "--steps", "a,b"],
      code: 2,
      error: "invalid_number",
    },
    {
      why: "steps that end early",
      args: ["start", "--from", "1.0/1.0", "--to", "1.1/1.1", "--steps", "10,20"],
      code: 1,
      error: "invalid_steps",
    },
    { why: "no store", args: ["show", "ro_1"], code: 3, error: "store_missing" },
    { why: "a limit beyond all", args: ["list", "--limit", "501"], code: 2, error: "invalid_number" },
  ])("refuses $why", async ({ args, code, error }) => {
    const refused = await run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, ""]);
    expect(refused.stderr).toContain(`[${error}]`);
  });

  it("refuses what is not there, and a wider slice without a reason", async () => {
    const id = await start();
    expect((await run("show", "ro_none")).stderr).toContain("[rollout_not_found]");
    expect((await run("advance", "ro_none")).code).toBe(2);
    expect((await run("advance", id, "--slice", "50")).stderr).toContain("the next step is 0.05, not 0.5");
    expect((await run("advance", id, "--slice", "50", "--reason", "hurry")).stdout).toContain("for 50 %");
  });

  it("says how to begin where there are none, and keeps control characters off the screen", async () => {
    const id = await start("--as", "ana\u001b[31m", "--reason", "red\u001b[31m");
    expect((await run("show", id)).stdout).not.toContain("\u001b");
    expect((await run("list")).stdout).not.toContain("\u001b");
    rmSync(join(folder, ".emend"), { recursive: true });
    await look(async () => undefined);
    expect((await run("list")).stderr).toContain("emend rollouts start");
  });
});

describe("emend review check --count", () => {
  const check = (args: readonly string[], stdin: string) =>
    runCli(["review", "check", ...args], { stdin, cwd: folder, now: "2026-03-10T11:42:00Z" });
  const health = () =>
    look(({ rollouts }) => rollouts.health({ from: "2026-03-10T00:00:00Z", to: "2026-03-11T00:00:00Z" }));
  const answer = JSON.stringify({ ...BASELINE, findings: [] });

  it("004.8 adds the answer to the health of its versions", async () => {
    await start();
    expect((await check([], answer)).code).toBe(0);
    expect(await health()).toEqual([]);
    expect((await check(["--count"], answer)).code).toBe(0);
    expect((await check(["--count"], "nothing")).code).toBe(1);
    const lines = [
      { id: 1, raw: answer },
      { id: 2, raw: "no", config: CANDIDATE },
    ];
    const jsonl = await check(["--count", "--jsonl"], lines.map((line) => JSON.stringify(line)).join("\n"));
    expect([jsonl.code, jsonl.stdout.trim().split("\n").length]).toEqual([0, 2]);
    expect(
      (await health()).map(({ version, reviews, rejections }) => [version, reviews, rejections]),
    ).toEqual([
      [BASELINE, 3, 1],
      [CANDIDATE, 1, 1],
    ]);
  });

  it("15.11 counts for a rollout with the assignment that `rollouts assign` prints, and else says why not", async () => {
    const id = await start("--steps", "50,100");
    const counted = () => look(async ({ rollouts }) => (await rollouts.slices(id)).length);
    const without = await check(["--count"], answer);
    expect(without.stderr).toMatch(/^emend: not counted for the rollout: .+ \[no_assignment\]\n$/);
    expect(await counted()).toBe(0);
    const keys = Array.from({ length: 20 }, (_, n) => `owner/repository#${n}`);
    for (const key of keys) {
      const { stdout } = await run("assign", id, "--key", key, "--json");
      const { assignment_id, role } = JSON.parse(stdout) as { assignment_id: string; role: string };
      if (role === "candidate") continue;
      const given = await check(["--count", "--assignment", assignment_id], answer);
      expect([given.code, given.stderr]).toEqual([0, ""]);
      break;
    }
    expect(await counted()).toBe(1);
    expect((await run("assign", "ro_none", "--key", "a")).code).toBe(2);
  });

  it("prints the review also where it cannot be counted, and says so", async () => {
    writeFileSync(join(folder, "file"), "no folder");
    const { code, stdout, stderr } = await check(["--count", "--store", "file/emend.db"], answer);
    expect([code, stdout]).toEqual([0, (await check([], answer)).stdout]);
    expect(stderr).toMatch(/^emend: the review was not counted: .+\n$/);
  });
});
