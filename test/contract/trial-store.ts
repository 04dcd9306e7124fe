import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endTrial, exemptRule } from "../../src/core/trial/decide-trial.ts";
import { judgeTallies } from "../../src/core/trial/judge-trial.ts";
import { NO_EVIDENCE } from "../../src/core/trial/trial-evidence.ts";
import { armOfTask, type Trial } from "../../src/core/trial/trial.ts";
import type { Store } from "../../src/ports/store.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, person, proposing, ruleAfter } from "../examples/example-rule.ts";
import { EXAMPLE_RULE_IN_FORCE, startingTrial } from "../examples/example-trial.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import { makeInjection } from "./make-injection.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

/** What every driver of the port promises. */
export function describeTrialStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the trial store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    beforeEach(async () => {
      number += 1;
      name = `trials-${number}`;
      store = await open({ name });
    });
    afterEach(() => store.close());

    const otherRule = { ...EXAMPLE_RULE_IN_FORCE, id: `ru_${"b".repeat(32)}` };
    const start = async (n = 1, rule = EXAMPLE_RULE_IN_FORCE): Promise<Trial> => {
      const change = startingTrial(n, {}, rule);
      expect(await store.trials.save(change)).toBe(true);
      return change.state;
    };
    const stop = async (trial: Trial): Promise<boolean> => {
      const judged = judgeTallies([]);
      const ended = endTrial(
        trial,
        { by: person("ben"), reason: "enough", verdict: null, judged },
        EXAMPLE_TIME,
      );
      return ended.ok && store.trials.save(ended.value);
    };
    /** A run of a task that got its arm, as a prompt records it. */
    const run = async (trial: Trial, task: string, parts: { run?: string; agent?: string } = {}) => {
      const { agent = "rio", run: of = `run of ${task}` } = parts;
      const mark = { id: trial.id, share: trial.share };
      const one = { rule_id: trial.rule_id, version: trial.version };
      const arm = armOfTask(trial, agent, task);
      await store.rules.recordInjection(
        makeInjection({
          run: of,
          agent,
          task,
          rules: arm === "given" ? [{ ...one, trial: mark }] : [],
          withheld: arm === "withheld" ? [{ ...one, reason: "trial", trial: mark }] : [],
        }),
      );
      return arm;
    };
    const note = (trial: Trial, feedback_id: string, task: string | null, agent = "rio") =>
      store.trials.note({ trial_id: trial.id, feedback_id, time: EXAMPLE_TIME, agent, task });

    it("21.1 keeps a trial as it was given, with its event and its audit entry", async () => {
      const trial = await start();
      expect(await store.trials.find(trial.id)).toEqual(trial);
      expect(await store.trials.find("tr_none")).toBeUndefined();
      expect(await store.trials.running()).toEqual([trial]);
      expect(await store.trials.assignments()).toEqual([
        { id: trial.id, rule_id: EXAMPLE_ID, version: 1, share: 0.5, secret: "secret 1" },
      ]);
      expect(await takeEvents(store)).toMatchObject([
        {
          type: "emend.trial.changed",
          subject: trial.id,
          data: { status: "running", acts: ["trial.started"] },
        },
      ]);
      const [entry] = await store.audit.list({ limit: 1 });
      expect(entry).toMatchObject({ action: "trial.started", subject: trial.id, actor: "ana" });
    });

    it("21.1 runs one trial of a rule, and takes each change once", async () => {
      const trial = await start();
      expect(await store.trials.save(startingTrial(2))).toBe(false);
      const other = await start(3, otherRule);
      expect(await stop(trial)).toBe(true);
      expect(await stop(trial)).toBe(false);
      expect((await store.trials.running()).map(({ id }) => id)).toEqual([other.id]);
      const again = await start(2);
      const ids = async (query: object) =>
        (await store.trials.list({ limit: 10, ...query })).items.map(({ id }) => id).toSorted();
      expect(await ids({ state: "stopped" })).toEqual([trial.id]);
      expect(await ids({ rule: EXAMPLE_ID })).toEqual([trial.id, again.id]);
      expect(await ids({})).toEqual([trial.id, again.id, other.id]);
    });

    it("21.1 pages through trials", async () => {
      for (let n = 1; n <= 5; n += 1) expect(await stop(await start(n))).toBe(true);
      const first = await store.trials.list({ limit: 2 });
      const second = await store.trials.list({ limit: 2, after: first.next! });
      const third = await store.trials.list({ limit: 2, after: second.next! });
      const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(ids).size).toBe(5);
      expect(third.next).toBeUndefined();
    });

    it("21.1 records every task once, in the arm of its first run", async () => {
      const trial = await start();
      const arms = [];
      for (let n = 0; n < 20; n += 1) {
        arms.push(await run(trial, `T-${n}`));
        // A retry of the same task, and the same request again.
        await run(trial, `T-${n}`, { run: `retry ${n}` });
        await run(trial, `T-${n}`);
      }
      const given = arms.filter((arm) => arm === "given").length;
      expect(given).toBeGreaterThan(0);
      const evidence = (await store.trials.evidence([trial.id])).get(trial.id);
      expect(evidence).toEqual({ ...NO_EVIDENCE, tasks: { given, withheld: 20 - given } });
      for (const [n, arm] of arms.entries()) {
        const task = { trial_id: trial.id, agent: "rio", task: `T-${n}` };
        expect(await store.trials.armOf(task)).toBe(arm);
        expect(await store.trials.armOf({ ...task, agent: "kai" })).toBeUndefined();
      }
    });

    it("21.1 names the run as the task if there is none, and takes names of any kind", async () => {
      const trial = await start();
      for (const [n, { text }] of HOSTILE_TEXTS.entries()) {
        const task = `${n} ${text}`.slice(0, 250);
        const agent = `agent ${n} ${text}`.slice(0, 250);
        const arm = await run(trial, task, { agent });
        expect(await store.trials.armOf({ trial_id: trial.id, agent, task })).toBe(arm);
      }
      const mark = { id: trial.id, share: 0.5 };
      const rules = [{ rule_id: trial.rule_id, version: 1, trial: mark }];
      await store.rules.recordInjection(makeInjection({ run: "alone", rules }));
      expect(await store.trials.armOf({ trial_id: trial.id, agent: "rio", task: "alone" })).toBe("given");
    });

    it("21.1 marks a run that names another task later", async () => {
      const trial = await start();
      await run(trial, "T-1", { run: "r" });
      await run(trial, "T-1", { run: "r" });
      expect(await store.rules.findInjection("r", "rio")).not.toHaveProperty("changed_task");
      await run(trial, "T-2", { run: "r" });
      expect(await store.rules.findInjection("r", "rio")).toHaveProperty("changed_task", true);
      await run(trial, "T-2", { run: "r" });
      expect(await store.rules.findInjection("r", "rio")).toHaveProperty("changed_task", true);
    });

    it("21.1 takes recurrences once for each task and each feedback", async () => {
      const trial = await start();
      const arm = await run(trial, "T-1");
      expect(await note(trial, "fb-1", "T-1")).toBe("counted");
      expect(await note(trial, "fb-1", "T-1")).toBe("known");
      expect(await note(trial, "fb-2", "T-1")).toBe("repeated");
      expect(await note(trial, "fb-3", "T-9")).toBe("unassigned");
      expect(await note(trial, "fb-4", "T-1", "kai")).toBe("unassigned");
      expect(await note(trial, "fb-5", null)).toBe("unassigned");
      expect(await note(trial, "fb-5", null)).toBe("known");
      const { tally, unassigned } = (await store.trials.evidence([trial.id])).get(trial.id)!;
      expect(tally).toMatchObject({ given: 0, withheld: 0, [arm]: 1, every: 1 });
      expect(tally.points).toMatchObject([{ recurrences: 1, time: EXAMPLE_TIME }]);
      expect(unassigned).toBe(1);
      // The work without an arm may still be recorded, so it is not noted yet.
      expect(await store.trials.noted(trial.id, ["fb-1", "fb-2", "fb-3", "fb-5", "fb-9"])).toEqual(
        new Set(["fb-1", "fb-2", "fb-5"]),
      );
    });

    it("21.1 takes nothing for a trial that has stopped", async () => {
      const trial = await start();
      await run(trial, "T-1");
      await stop(trial);
      await run(trial, "T-2");
      expect(await note(trial, "fb-1", "T-1")).toBe("known");
      const { tasks, tally } = (await store.trials.evidence([trial.id])).get(trial.id)!;
      expect(tasks.given + tasks.withheld).toBe(1);
      expect(tally.given + tally.withheld).toBe(0);
    });

    it("21.1 adds up what many writers note at once", async () => {
      const trial = await start();
      const client = await openClient(name, store);
      const tasks = Array.from({ length: 24 }, (_, n) => `T-${n}`);
      await Promise.all(tasks.map((task) => run(trial, task)));
      const noted = await Promise.all(
        tasks.flatMap((task, n) =>
          [store, client].map((each) =>
            each.trials.note({
              trial_id: trial.id,
              feedback_id: `fb-${n}`,
              time: EXAMPLE_TIME,
              agent: "rio",
              task,
            }),
          ),
        ),
      );
      expect(noted.filter((how) => how === "counted")).toHaveLength(24);
      const { tally, tasks: arms } = (await store.trials.evidence([trial.id])).get(trial.id)!;
      expect({ given: tally.given, withheld: tally.withheld }).toEqual(arms);
      expect(tally.points.at(-1)?.recurrences).toBe(24);
      await client.close();
    });

    it("21.1 exempts rules, with audit entries", async () => {
      const rule = ruleAfter(proposing());
      const made = exemptRule(rule, { by: person("ana"), reason: "It protects payments." }, EXAMPLE_TIME);
      if (!made.ok) throw new Error(made.error.message);
      expect(await store.trials.exempt(made.value)).toBe(true);
      expect(await store.trials.exempt(made.value)).toBe(false);
      expect(await store.trials.exemptions([rule.id, "ru_other"])).toEqual(
        new Map([[rule.id, made.value.exemption]]),
      );
      expect(await store.trials.endExemption(made.value)).toBe(true);
      expect(await store.trials.endExemption(made.value)).toBe(false);
      expect(await store.trials.exemptions([rule.id])).toEqual(new Map());
    });

    it("21.1 erases people from trials and exemptions", async () => {
      const trial = await start();
      const rule = ruleAfter(proposing());
      const made = exemptRule(rule, { by: person("ana"), reason: "Ana's own words." }, EXAMPLE_TIME);
      if (!made.ok) throw new Error(made.error.message);
      await store.trials.exempt(made.value);
      await stop(trial);
      await store.feedback.erasePerson("ana", "root");
      await store.feedback.erasePerson("ben", "root");
      const erased = await store.trials.find(trial.id);
      expect(erased).toMatchObject({ started_by: "erased", end: { by: "erased", reason: "" } });
      const left = JSON.stringify([...(await store.trials.exemptions([rule.id]))]);
      expect(left).not.toMatch(/ana|own words/i);
      expect((await store.audit.verify()).ok).toBe(true);
    });
  });
}
