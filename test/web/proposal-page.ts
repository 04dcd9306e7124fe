import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Rule } from "../../src/core/rule/rule.ts";
import type { Desk } from "./open-desk.ts";

export const statusBar = (page: Page): Locator => page.locator("footer").getByRole("status");
export const details = (page: Page): Locator => page.getByRole("complementary", { name: "Details" });
export const sheet = (page: Page): Locator => page.getByRole("article", { name: "Proposal" });
export const ruleText = (page: Page): Locator => page.getByRole("group", { name: /^Proposed rule/ });
export const queue = (page: Page): Locator =>
  page.getByRole("list", { name: "Waiting" }).getByRole("listitem");

/** Proposes a rule as cleo, and returns its id. */
export async function proposeRule(desk: Desk, body: object): Promise<string> {
  const made = await desk.http.as("approver", { name: "cleo" }).post("proposals", body);
  expect(made.status).toBe(201);
  return made.body.rule_id as string;
}

export const findRule = async (desk: Desk, id: string): Promise<Rule> =>
  (await desk.http.context.store.rules.find(id))!;
