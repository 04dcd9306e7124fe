import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordRound } from "../../src/app/iteration/record-round.ts";
import { makeDocument } from "../make-round.ts";
import { expectWhole } from "./expect-whole.ts";
import { type Desk, keepShot, openDesk } from "./open-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  const { store, emend } = desk.http.context;
  const now = (): string => new Date().toISOString();
  const record = recordRound({ iterations: store.iterations, learning: emend.learning, now });
  const again = {
    issue: "The total is off by one when the list is empty",
    at: ["function", "total()"],
  } as const;
  const others = [
    "The password is written to the log when a login fails",
    "A date is formatted in the local time zone of the server",
    "The upload has no upper limit on its size",
    "The header comment names a module that was removed",
  ];
  for (const [at, score] of [0.4, 0.6, 0.7, 0.65].entries()) {
    const items = [again, ...others.slice(at, at + 2).map((issue) => ({ issue }))];
    const document = makeDocument(at + 1, { items, score, max: 6 });
    await record({ task: "PAY-17", agent: "rio", document, by: "ana" });
  }
}, 120_000);
afterAll(() => desk?.close());

describe("a task", () => {
  it("17.1 shows its rounds, rates, repeated issues, escalations, best round and outlook", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/tasks/PAY-17");
    await page.getByRole("img", { name: /^Score by round: round 1 0\.40.*Best is round 3\.$/ }).waitFor();
    await page.getByText("target at least 90 %").waitFor();
    await page.getByText("Escalated in round 3").waitFor();
    await page.getByText("Not settling").waitFor();
    await page.getByText("Round 2 said it in the same words.").first().waitFor();
    expect(await page.getByRole("heading", { level: 3 }).first().textContent()).toContain("Round 4 of 6");
    await expectWhole(page);
    await keepShot(page, "task");
    await close();
  });

  it("17.1 is reached from the agent's page, and says so where nothing was recorded", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/agents/rio");
    await page.getByText("round 4 of 6, score 0.65, refine, 1 escalation").waitFor();
    await expectWhole(page);
    await page.getByRole("link", { name: "PAY-17" }).click();
    await page.waitForURL("**/tasks/PAY-17?agent=rio");
    await page.getByRole("heading", { name: "PAY-17", level: 1 }).waitFor();
    await open("/tasks/none");
    await page.getByText("No rounds recorded for this task.").waitFor();
    expect(await page.getByText("emend iterations record --task none").isVisible()).toBe(true);
    await expectWhole(page);
    await close();
  });

  it("17.1 is whole on a narrow screen", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex", { width: 390, height: 800 });
    await open("/tasks/PAY-17?agent=rio");
    await page.getByText("Not settling").waitFor();
    expect(await page.getByText("Escalated in round 3").isVisible()).toBe(true);
    await expectWhole(page);
    await keepShot(page, "task-narrow");
    await close();
  });
});
