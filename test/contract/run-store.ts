import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleId } from "../../src/core/rule/rule.ts";
import type { CommitRun } from "../../src/core/why/commit-run.ts";
import type { Store } from "../../src/ports/store.ts";
import type { StorePlace } from "./feedback-store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import { makeInjection } from "./make-injection.ts";

const MARCH = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" } as const;
const RULE = ruleId({ cluster_id: "cl-1" });
const OPUS = { model: "claude-opus-5", agent_version: "2.1.240" } as const;

const commitOf = (parts: Partial<CommitRun> = {}): CommitRun => ({
  schema: 1,
  commit: "a".repeat(40),
  run: "run-1",
  agent: "rio",
  time: "2026-03-01T11:00:00.000Z",
  rules: [{ rule_id: RULE, version: 2 }],
  reminders: ["fb_1"],
  source: "hook",
  ...parts,
});

/** What every driver of the port promises. */
export function describeRunStore(driver: string, open: (place: StorePlace) => Promise<Store>): void {
  describe(`runs on ${driver}`, () => {
    let number = 0;
    let store: Store;
    beforeEach(async () => {
      number += 1;
      store = await open({ name: `runs-${number}` });
    });
    afterEach(() => store.close());

    it("runs are counted by model, and those without a known model are left out", async () => {
      await store.rules.recordInjection(makeInjection(OPUS));
      await store.rules.recordInjection(makeInjection({ run: "run-2", ...OPUS, rules: [] }));
      await store.rules.recordInjection(makeInjection({ run: "run-3", model: "gpt 5.6 sol" }));
      await store.rules.recordInjection(makeInjection({ run: "run-4" }));
      expect(await store.runs.modelDays({ ...MARCH, rule: RULE })).toEqual([
        { day: "2026-03-01", agent: "rio", model: "claude-opus-5", runs: 2, with_rule: 1 },
        { day: "2026-03-01", agent: "rio", model: "gpt 5.6 sol", runs: 1, with_rule: 1 },
      ]);
      expect(await store.runs.modelDays({ ...MARCH, agent: "kai" })).toEqual([]);
    });

    it("21.1 counts in how many runs each rule was", async () => {
      const other = `ru_${"b".repeat(32)}`;
      const rules = [{ rule_id: other, version: 1 }];
      await store.rules.recordInjection(makeInjection());
      await store.rules.recordInjection(makeInjection({ run: "run-2", agent: "kai" }));
      await store.rules.recordInjection(makeInjection({ run: "run-3", rules }));
      await store.rules.recordInjection(makeInjection({ run: "run-4", time: "2026-04-02T00:00:00.000Z" }));
      // The run was repeated without the rule.
      await store.rules.recordInjection(makeInjection({ run: "run-5", rules }));
      await store.rules.recordInjection(makeInjection({ run: "run-5", rules: [] }));
      expect(await store.runs.uses(MARCH)).toEqual(
        new Map([
          [RULE, 2],
          [other, 1],
        ]),
      );
      expect(
        await store.runs.uses({ from: "2025-01-01T00:00:00.000Z", to: "2025-02-01T00:00:00.000Z" }),
      ).toEqual(new Map());
    });

    it("a model that becomes known later is added to the run, and counted once", async () => {
      await store.rules.recordInjection(makeInjection());
      const run = { run: "run-1", agent: "rio" };
      expect(await store.runs.recordModel({ ...run, ...OPUS })).toBe(true);
      expect(await store.runs.recordModel({ ...run, ...OPUS })).toBe(false);
      expect(await store.runs.recordModel({ run: "run-9", agent: "rio", ...OPUS })).toBe(false);
      expect(await store.rules.findInjection("run-1", "rio")).toEqual(makeInjection(OPUS));
      expect(await store.runs.recordModel({ ...run, model: "claude-sonnet-5" })).toBe(true);
      expect(await store.runs.modelDays({ ...MARCH, rule: RULE })).toEqual([
        { day: "2026-03-01", agent: "rio", model: "claude-sonnet-5", runs: 1, with_rule: 1 },
      ]);
      expect(await store.rules.runs({ ...MARCH, rule: RULE })).toEqual([
        { day: "2026-03-01", agent: "rio", runs: 1, with_rule: 1 },
      ]);
    });

    it("a second injection of a run keeps the model that it does not name", async () => {
      await store.rules.recordInjection(makeInjection(OPUS));
      await store.rules.recordInjection(makeInjection({ rules: [], model: "claude-sonnet-5" }));
      await store.rules.recordInjection(makeInjection({ rules: [] }));
      expect(await store.rules.findInjection("run-1", "rio")).toEqual(
        makeInjection({ rules: [], model: "claude-sonnet-5", agent_version: OPUS.agent_version }),
      );
      expect(await store.runs.modelDays({ ...MARCH, rule: RULE })).toEqual([
        { day: "2026-03-01", agent: "rio", model: "claude-sonnet-5", runs: 1, with_rule: 0 },
      ]);
    });

    it("injections are listed newest first, by agent, run and time", async () => {
      const times = ["2026-03-01T10:00:00.000Z", "2026-03-01T12:00:00.000Z", "2026-03-02T08:00:00.000Z"];
      for (const [n, time] of times.entries()) {
        await store.rules.recordInjection(makeInjection({ run: `run-${n}`, time }));
      }
      await store.rules.recordInjection(makeInjection({ run: "run-1", agent: "kai", time: times[1]! }));
      const runsOf = async (query: object): Promise<readonly string[]> =>
        (await store.runs.injections({ limit: 10, ...query })).map(({ run, agent }) => `${agent} ${run}`);
      expect(await runsOf({ agent: "rio" })).toEqual(["rio run-2", "rio run-1", "rio run-0"]);
      expect(await runsOf({ agent: "rio", until: times[1]!, limit: 1 })).toEqual(["rio run-1"]);
      expect(await runsOf({ from: times[1]!, until: times[1]! })).toEqual(["kai run-1", "rio run-1"]);
      expect(await runsOf({ run: "run-1" })).toEqual(["kai run-1", "rio run-1"]);
      await store.rules.recordInjection(makeInjection({ run: "run-0", time: "2026-03-03T00:00:00.000Z" }));
      expect(await runsOf({ agent: "rio", limit: 1 })).toEqual(["rio run-0"]);
    });

    it("a commit's runs are found by its id or the start of it", async () => {
      const other = commitOf({ commit: `ab${"0".repeat(38)}`, run: "run-2", ...OPUS });
      await store.runs.recordCommit(commitOf());
      await store.runs.recordCommit(other);
      await store.runs.recordCommit(commitOf({ agent: "kai", time: "2026-03-01T12:00:00.000Z" }));
      expect(await store.runs.ofCommit("a".repeat(40))).toEqual([
        commitOf({ agent: "kai", time: "2026-03-01T12:00:00.000Z" }),
        commitOf(),
      ]);
      expect(await store.runs.ofCommit("ab00000")).toEqual([other]);
      expect(await store.runs.ofCommit("b")).toEqual([]);
    });

    it("a second record of the same commit, run and agent replaces the first", async () => {
      await store.runs.recordCommit(commitOf());
      const next = commitOf({ time: "2026-03-01T12:00:00.000Z", reminders: [] });
      await store.runs.recordCommit(next);
      expect(await store.runs.ofCommit(next.commit)).toEqual([next]);
    });

    it("settings of prompts are kept whenever they change, also those of runs", async () => {
      const plain = { format: 1, rules_per_agent: 20, token_budget: 1_500, withhold_flagged: false };
      const tight = { ...plain, token_budget: 300 };
      const at = (hour: number): string => `2026-03-01T${hour}:00:00.000Z`;
      expect(await store.runs.settings()).toEqual([]);
      await store.runs.noteSettings({ time: at(10), ...plain });
      await store.runs.noteSettings({ time: at(11), ...plain });
      await store.rules.recordInjection(makeInjection({ time: at(12), settings: tight }));
      await store.rules.recordInjection(makeInjection({ run: "run-2", time: at(13), settings: tight }));
      await store.runs.noteSettings({ time: at(14), ...plain });
      expect(await store.runs.settings()).toEqual([
        { time: at(10), ...plain },
        { time: at(12), ...tight },
        { time: at(14), ...plain },
      ]);
      // A hook delivers late what it was given early.
      await store.rules.recordInjection(makeInjection({ run: "run-3", time: at(11), settings: plain }));
      expect(await store.runs.settings()).toHaveLength(3);
      expect(await store.rules.findInjection("run-1", "rio")).toEqual(
        makeInjection({ time: at(12), settings: tight }),
      );
    });

    it("names that a database could trip over are kept", async () => {
      for (const [n, { text }] of HOSTILE_TEXTS.entries()) {
        const name = text.slice(0, 200);
        const commit = n.toString(16).padStart(40, "0");
        const run = commitOf({ commit, run: name, agent: name });
        await store.runs.recordCommit(run);
        expect(await store.runs.ofCommit(commit)).toEqual([run]);
        await store.rules.recordInjection(makeInjection({ run: name, agent: name, model: name }));
        expect((await store.runs.injections({ run: name, limit: 1 }))[0]).toMatchObject({ model: name });
      }
    });
  });
}
