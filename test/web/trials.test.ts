import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringIntoForce } from "../active-rules.ts";
import { makeInjection } from "../contract/make-injection.ts";
import { person } from "../examples/example-rule.ts";
import { startTrial } from "../../src/core/trial/decide-trial.ts";
import { forecastTrial } from "../../src/core/trial/forecast-trial.ts";
import { armOfTask, type Trial } from "../../src/core/trial/trial.ts";
import { daysAfter } from "../../src/core/time/time.ts";
import { endTrial } from "../../src/core/trial/decide-trial.ts";
import { judgeTally } from "../../src/core/trial/trial-evidence.ts";
import { verdictText } from "../../src/core/trial/verdict-text.ts";
import { expectWhole } from "./expect-whole.ts";
import { lookOver } from "./look-over.ts";
import { type Desk, keepShot, openDesk } from "./open-desk.ts";

let desk: Desk;
let running: Trial;
let worked: Trial;
let rare: Trial;
let fresh = "";
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  const { store } = desk.http.context;
  const rule = async (text: string, cluster: string): Promise<string> =>
    bringIntoForce(store, text, { clusterId: cluster });
  running = await start(await rule("Close every file handle in a finally block.", "cl_1"), 30);
  await work(running, 90, { given: 0.2, withheld: 0.4 });
  worked = await start(await rule("Check the result of find for null before using it.", "cl_2"), 40);
  await work(worked, 120, { given: 0.04, withheld: 0.5 });
  await decide(worked);
  rare = await start(await rule("Say in the commit which ticket it belongs to.", "cl_3"), 1, {
    recurrences: 1,
  });
  await newModel(await rule("Reply in the language of the ticket.", "cl_5"));
  fresh = await rule("Write amounts of money as whole cents.", "cl_4");
}, 120_000);
afterAll(() => desk?.close());

/** Runs that were given a rule, with one model and later with another. */
async function newModel(rule_id: string): Promise<void> {
  const now = new Date().toISOString();
  for (const [model, ago] of [
    ["claude-opus-5", 40],
    ["claude-opus-6", 5],
  ] as const)
    for (let n = 0; n < 24; n += 1)
      await desk.http.context.store.rules.recordInjection(
        makeInjection({
          run: `${model} ${n}`,
          agent: "kai",
          model,
          time: daysAfter(now, -ago),
          rules: [{ rule_id, version: 1 }],
        }),
      );
}

async function start(rule_id: string, ago: number, { recurrences = 60 } = {}): Promise<Trial> {
  const { store } = desk.http.context;
  const rule = (await store.rules.find(rule_id))!;
  const started = startTrial(
    rule,
    {
      id: `tr_${rule_id.slice(3)}`,
      secret: "seed",
      kind: "introduction",
      share: 0.5,
      margin: 0.25,
      forecast: forecastTrial({ share: 0.5, recurrences, tasks: 200, days: 28 }),
      by: person("ana"),
    },
    daysAfter(new Date().toISOString(), -ago),
  );
  if (!started.ok) throw new Error(started.error.message);
  await store.trials.save(started.value);
  return started.value.state;
}

/** Tasks of an agent that makes the mistake in these shares of its tasks, with and without the rule. */
async function work(
  trial: Trial,
  tasks: number,
  rates: { readonly given: number; readonly withheld: number },
): Promise<void> {
  const { rules, trials } = desk.http.context.store;
  for (let n = 1; n <= tasks; n += 1) {
    const task = `T-${n}`;
    const time = daysAfter(trial.started_at, n / 4);
    const mark = { rule_id: trial.rule_id, version: 1, trial: { id: trial.id, share: trial.share } };
    const arm = armOfTask(trial, "rio", task);
    await rules.recordInjection(
      makeInjection({
        run: `${trial.id} ${n}`,
        agent: "rio",
        task,
        time,
        rules: arm === "given" ? [mark] : [],
        withheld: arm === "withheld" ? [{ ...mark, reason: "trial" }] : [],
      }),
    );
    if ((n * 0.618_033_988_7) % 1 < rates[arm])
      await trials.note({ trial_id: trial.id, feedback_id: `fb ${trial.id} ${n}`, time, agent: "rio", task });
  }
}

async function decide(trial: Trial): Promise<void> {
  const { trials } = desk.http.context.store;
  const { tally } = (await trials.evidence([trial.id])).get(trial.id)!;
  const judged = judgeTally(tally, trial.share);
  expect(judged.verdict).toBe("works");
  const ended = endTrial(
    trial,
    { by: { id: "emend" }, reason: verdictText("works", judged, trial), verdict: "works", judged },
    daysAfter(new Date().toISOString(), -1),
  );
  if (!ended.ok) throw new Error(ended.error.message);
  await trials.save(ended.value);
}

describe("the trials page", () => {
  it("21.1 lists trials with what became of them, and is reached from More and by keys", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/audit");
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await page.getByRole("heading", { name: "Trials", level: 1 }).waitFor();
    await page.getByText("Works", { exact: true }).waitFor();
    expect(await page.getByText("Running", { exact: true }).count()).toBe(2);
    await page.getByRole("link", { name: "ended", exact: true }).click();
    await page.waitForURL("**/trials?state=stopped");
    await page.getByText("Running", { exact: true }).first().waitFor({ state: "detached" });
    await expectWhole(page);
    await close();
  });

  it("21.1 draws the evidence, the narrowing interval, the arms and the forecast", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/trials/${running.id}`);
    const wire = (await desk.http.as("reviewer").get(`trials/${running.id}`)).body;
    const count = wire.recurrences.given + wire.recurrences.withheld;
    await page
      .getByRole("img", {
        name: new RegExp(`^Evidence over recurrences: .* after ${count}; a verdict needs 20`),
      })
      .waitFor();
    await page.getByRole("img", { name: /^Change of the mistake with the rule: −.* interval −/ }).waitFor();
    const arms = page.getByRole("table", { name: /Tasks and recurrences/ });
    expect(await arms.getByRole("row").nth(1).textContent()).toContain(
      `${wire.tasks.given}${wire.recurrences.given}`,
    );
    await page.getByText(`A verdict needs about ${wire.forecast.recurrences} recurrences`).waitFor();
    await page.getByText("Only approvers can stop a trial.").waitFor();
    await page.getByText("As a table").first().click();
    expect(await page.getByRole("region").first().getByRole("row").count()).toBe(wire.points.length + 1);
    await expectWhole(page);
    await close();
  });

  it("21.1 says plainly that a mistake is too rare", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/trials/${rare.id}`);
    await page.getByText("The mistake is too rare for a verdict in reasonable time").waitFor();
    expect(await page.getByText("Nothing to draw yet.").isVisible()).toBe(true);
    await expectWhole(page);
    await close();
  });

  it("21.1 an approver starts a trial from the rule's page and stops it, with the keyboard alone", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/rules/${fresh}`);
    await page.getByRole("button", { name: "Start a trial" }).waitFor();
    await page.keyboard.press("t");
    await page.getByRole("dialog", { name: "Try this rule?" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The mistake is too rare for a trial.").waitFor();
    await keepShot(page, "trial-too-rare");
    await expectWhole(page);
    await page.getByLabel("Tasks with the rule, in %").fill("80");
    await page.getByLabel("Tasks with the rule, in %").press("Enter");
    await page.waitForURL("**/trials/tr_*");
    await page.getByText("nobody knows how long a verdict takes").waitFor();
    await page.keyboard.press("S");
    await page.getByRole("dialog", { name: "Stop this trial without a verdict?" }).waitFor();
    await page.keyboard.type("The release cannot wait.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Stopped without a verdict by ana: The release cannot wait.").waitFor();
    await expectWhole(page);
    await open(`/rules/${fresh}`);
    await page.getByText("No verdict", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Start a trial" }).isVisible()).toBe(true);
    await close();
  });

  it("21.1 the home page says which trials ended", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/");
    await page.getByRole("link", { name: "One trial with a verdict this week" }).click();
    await page.waitForURL("**/trials?state=stopped");
    await page.getByText("Works", { exact: true }).waitFor();
    expect(await page.getByText("Check the result of find for null before using it.").isVisible()).toBe(true);
    await close();
  });

  it("21.1 offers rules to a new model as trials without them, from the home page", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/");
    await page.getByRole("link", { name: "Two rules to try without" }).click();
    await page.getByRole("heading", { name: "Still needed?", level: 1 }).waitFor();
    await page.getByText("claude-opus-6 since").first().waitFor();
    await expectWhole(page);
    expect(await lookOver(desk, "/trials?state=needed", "trials-needed")).toEqual([]);
    await page.getByRole("button", { name: "Try without it: Reply in the language of the ticket." }).click();
    await page.getByText("Some tasks go without the rule, by chance").waitFor();
    await page.getByLabel("Accepted rise, in %").fill("50");
    await page.getByRole("button", { name: "Start the trial" }).click();
    await page.getByText("The mistake is too rare for a trial.").waitFor();
    await page.getByRole("button", { name: "Start it anyway" }).click();
    await page.waitForURL("**/trials/tr_*");
    await page.getByText("Is the rule still needed?").waitFor();
    await open("/trials?state=needed");
    await page.getByText("Check the result of find for null before using it.").waitFor();
    expect(await page.getByText("Reply in the language of the ticket.").count()).toBe(0);
    await close();
  });

  it("21.1 is usable by everybody in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, "/trials", "trials")).toEqual([]);
    expect(await lookOver(desk, `/trials/${running.id}`, "trial-running")).toEqual([]);
    expect(await lookOver(desk, `/trials/${worked.id}`, "trial-works")).toEqual([]);
  });
});
