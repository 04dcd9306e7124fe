import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { composeEmend, type Emend } from "../../compose.ts";
import { addRules } from "../rules/rules.ts";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { makeMember } from "../../../test/contract/make-member.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { EXAMPLE_ID, proposing } from "../../../test/examples/example-rule.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runCommand } from "../../../test/run-command.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";
import { addTrials } from "./trials.ts";

const START = "2026-03-10T09:00:00.000Z";

let store: Store;
let emend: Emend;
let now = START;
let rule = "";
beforeEach(async () => {
  now = START;
  store = await openTestStore();
  emend = {
    ...composeEmend(
      testPorts(store, { now: () => now, createId: () => "0".repeat(32), random: () => "seed" }),
    ),
    close: async () => undefined,
  };
  await lately();
  rule = await bringIntoForce(store, "Close every handle.", { clusterId: "cl_1" });
});
afterEach(() => store.close());

/** Three runs a day, one of which goes wrong. */
async function lately(): Promise<void> {
  for (let day = 20; day > 0; day -= 1) {
    now = daysAfter(START, -day);
    for (const n of [1, 2, 3]) await emend.rules.buildPrompt({ agent: "rio", base: "", run: `${day} ${n}` });
    await mistake(`${day} 1`);
  }
  now = START;
}
let made = 0;
async function mistake(run: string): Promise<void> {
  made += 1;
  const record = makeFeedback(made, { event_id: `cli ${made}`, time: now, run });
  await store.feedback.record([record]);
  const member = makeMember(made, {
    feedback_id: record.id,
    cluster_id: "cl_1",
    time: now,
    agent: "rio",
  });
  if ((await store.clusters.join(member)) === undefined) await store.clusters.found("cl_1", [member]);
}
const trials = (...args: readonly string[]) =>
  runCommand(addTrials, ["trials", ...args], { openEmend: async () => emend, now: () => new Date(now) });
const rules = (...args: readonly string[]) =>
  runCommand((program, context) => addRules(program.version("0.0.0"), context), ["rules", ...args], {
    openEmend: async () => emend,
    now: () => new Date(now),
  });

describe("emend trials", () => {
  it("21.1 starts a trial, shows the evidence as it came in, and stops it", async () => {
    const started = await trials("start", rule, "--as", "ana");
    expect(started.stdout).toMatchInlineSnapshot(`
      "started tr_00000000000000000000000000000000: 50 % of tasks are given the rule
      forecast  A verdict needs about 79 recurrences: about 316 tasks, or 111 days.
      "
    `);
    for (let n = 1; n <= 60; n += 1) {
      now = daysAfter(START, n / 10);
      const [run, task] = [`R-${n}`, `T-${n}`];
      const built = await emend.rules.buildPrompt({ agent: "rio", base: "", run, task });
      if (built.ok && built.value.prompt === "" && n % 3 > 0) await mistake(run);
      if (n % 20 === 0) await emend.trials.tend();
    }
    expect((await trials("show", "tr_0")).stdout).toMatchInlineSnapshot(`
      "tr_00000000000000000000000000000000  stopped: works

      rule      ru_0ecfb593 version 1: Close every handle.
      question  does the rule help?
      arms      18 tasks with the rule, 22 without; 50 % should have it
      mistakes  came back in 0 tasks with the rule and 15 without
      effect    100 % fewer, interval 32 % fewer to 100 % fewer
      evidence  287 of 20
      started   2026-03-10 09:00 by ana
      ended     2026-03-14 09:00 by emend: trial tr_00000000000000000000000000000000: the rule works (100
                % fewer, interval 32 % fewer to 100 % fewer, 15 recurrences)

         1000 │               
          100 │            ●●●
           20 │┄┄┄┄┄┄┄┄┄●●●┄┄┄
            1 │●●●●●●●●●      
           <1 │               
              └───────────────
               1            15 recurrences
      "
    `);
    expect((await trials("list")).stdout).toMatchInlineSnapshot(`
      "ID           RULE         STATE    VERDICT  EVIDENCE  WITH/WITHOUT  STARTED     TEXT
      tr_00000000  ru_0ecfb593  stopped  works         287          0/15  2026-03-10  Close every handle.
      "
    `);
    const json = JSON.parse((await trials("list", "--json")).stdout) as {
      readonly items: readonly unknown[];
      readonly next: null;
    };
    expect(json).toMatchObject({ items: [{ rule_id: rule, share: 0.5, verdict: "works" }], next: null });
    expect(JSON.stringify(json)).not.toContain("secret");
    const again = await trials("stop", "tr_0", "--reason", "too late");
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("trial_ended");
  });

  it("21.1 stops a trial with a reason, and says what is refused", async () => {
    await trials("start", rule, "--share", "0.8", "--anyway");
    const stopped = await trials("stop", "tr_0", "--reason", "the release cannot wait", "--as", "ben");
    expect(stopped.stdout).toMatchInlineSnapshot(`
      "stopped tr_00000000000000000000000000000000; every task is given the rule from now on
      "
    `);
    expect((await trials("show", "0", "--json")).stdout).toContain('"by": "ben"');
    for (const [args, code] of [
      [["start", rule, "--share", "2"], 2],
      [["start", "ru_none"], 2],
      [["list", "--state", "odd"], 2],
      [["show", "tr_none"], 2],
    ] as const)
      expect((await trials(...args)).code).toBe(code);
    expect((await rules("approve", rule, "--share", "0.8")).stderr).toContain("share_without_trial");
  });

  it("21.1 starts with an approval, so that every task is in the trial", async () => {
    await decideAndSave(store.rules, { command: { ...proposing() } });
    await rules("retire", rule, "--reason", "the other one is better", "--as", "ana");
    await decideAndSave(store.rules, {
      id: rule,
      now,
      command: { ...proposing(), id: rule, evidence: ["fb_8", "fb_9"] } as ReturnType<typeof proposing>,
    });
    expect((await store.rules.find(EXAMPLE_ID))?.pending).not.toBeNull();
    const first = await rules("approve", rule, "--trial", "--as", "ana", "--json");
    expect(first.stderr).toBe("");
    expect(JSON.parse(first.stdout)).toMatchObject({ in_force: null, trial_id: `tr_${"0".repeat(32)}` });
    const second = await rules("approve", rule, "--trial", "--as", "ben");
    expect(second.stderr).toContain("no new trial");
    expect(second.code).toBe(0);
    const [running] = await store.trials.running();
    expect(running).toMatchObject({ rule_id: rule, version: 2 });
    await emend.rules.buildPrompt({ agent: "rio", base: "", run: "R", task: "T" });
    const task = { trial_id: running!.id, agent: "rio", task: "T" };
    expect(await store.trials.armOf(task)).toMatch(/given|withheld/);
  });

  it("21.1 leaves no trial behind if the approval is refused", async () => {
    const refused = await rules("approve", rule, "--trial", "--as", "ana");
    expect(refused.code).toBe(1);
    expect(await store.trials.running()).toEqual([]);
  });

  it("21.1 exempts a rule, and ends that", async () => {
    await trials("start", rule);
    const exempt = await rules("exempt", rule, "--reason", "it protects payments", "--as", "ana");
    expect(exempt.stdout).toMatchInlineSnapshot(`
      "every task is given ru_0ecfb593 from now on; its trial tr_00000000000000000000000000000000 has stopped
      "
    `);
    const refused = await trials("start", rule);
    expect(refused.stderr).toContain("rule_exempt");
    const ended = await rules("exempt", rule, "--end", "--reason", "checked now", "--as", "ana");
    expect(ended.stdout).toMatchInlineSnapshot(`
      "ru_0ecfb593 may be tried again
      "
    `);
  });
});
