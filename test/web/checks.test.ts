import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringIntoForce } from "../active-rules.ts";
import { drafting, exampleHit } from "../examples/example-check.ts";
import { applyCheckCommand } from "../../src/core/check/decide-check.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { expectWhole } from "./expect-whole.ts";
import { lookOver } from "./look-over.ts";
import { type Desk, keepShot, openDesk } from "./open-desk.ts";

let desk: Desk;
let rule = "";
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  const { store } = desk.http.context;
  rule = await bringIntoForce(store, "Give parseInt its radix.");
  const decided = applyCheckCommand(null, drafting({ rule_id: rule }), {
    now: new Date().toISOString(),
    policy: DEFAULT_RULE_POLICY,
  });
  if (!decided.ok) throw new Error(decided.error.message);
  await store.checks.save(decided.value);
  await store.checks.report({
    time: new Date().toISOString(),
    ran: [{ check_id: decided.value.state.id, files: 40 }],
    hits: [1, 2].map((n) =>
      exampleHit(n, { check_id: decided.value.state.id, time: new Date().toISOString() }),
    ),
  });
}, 120_000);
afterAll(() => desk?.close());

describe("the check of a rule", () => {
  it("is approved by two people and tells the agent, in 3 steps", async () => {
    for (const name of ["ana", "ben"]) {
      const { page, open, close } = await desk.as("approver", name);
      await open(`/rules/${rule}`);
      await page.getByRole("heading", { name: "Check", exact: true }).waitFor();
      await page.getByText("It would have fired on 3 of 3 corrections").waitFor();
      await page.getByRole("button", { name: "Approve the check" }).click();
      await page.getByText(name === "ana" ? "Version 1 has 1 of 2 approvals" : "The check watches").waitFor();
      await close();
    }
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/rules/${rule}`);
    await page.getByRole("button", { name: "Tell the agent" }).click();
    await page.getByText("The check tells the agent right after the edit.").waitFor();
    expect(await page.getByRole("button", { name: "Tell the agent" }).count()).toBe(0);
    await keepShot(page, "check");
    await expectWhole(page);
    await close();
  });

  it("shows what it found, and people say whether that is right", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/rules/${rule}`);
    await page.getByText("It read 40 files and fired 2 times: nobody has judged them.").waitFor();
    await page.getByRole("button", { name: "Wrong" }).first().click();
    await page.getByText("Wrong, says rex").waitFor();
    await page.getByText("It read 40 files and fired 2 times: 1 wrong.").waitFor();
    expect(await page.getByText("Only approvers can decide about a check.").count()).toBe(1);
    await close();
  });

  it("is offered where there is none, and a refusal says why", async () => {
    const bare = await bringIntoForce(desk.http.context.store, "Say which host failed.");
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/rules/${bare}`);
    await page.getByRole("button", { name: "Draft a check" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toMatch(/correction/i);
    await close();
  });

  it("is usable by everybody in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, `/rules/${rule}`, "check")).toEqual([]);
  });
});
