import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { type RuleNames, seedRules } from "./seed-rules.ts";

const APPROVED = "Write amounts of money as whole cents.";
const WAITING = "Write amounts of money however you like.";

let desk: Desk;
let rules: RuleNames;
let cluster = "";
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  const { store } = desk.http.context;
  rules = await seedRules(store);
  const found = (await store.rules.find(rules["helping"]!))!;
  cluster = found.cluster_id ?? "";
  const changed = await desk.http
    .as("approver", { name: "eve" })
    .post(`proposals/${found.id}/modify`, { version: found.in_force, text: WAITING });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
}, 120_000);
afterAll(() => desk?.close());

describe("words that nobody approved", () => {
  it.each([
    { place: "rules", path: () => "/rules" },
    { place: "agent", path: () => "/agents/rio" },
    { place: "cluster", path: () => `/clusters/${cluster}` },
    { place: "rule", path: () => `/rules/${rules["helping"]}` },
  ])("15.19 are shown apart on the page $place, beside those that are in force", async ({ place, path }) => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(path());
    const main = page.locator("body");
    await main.getByText(APPROVED, { exact: true }).first().waitFor();
    const change = main.locator("p").filter({ hasText: "Change waiting for approval" }).first();
    await change.getByText(WAITING).waitFor();
    // Nowhere do they stand by themselves, as the text of a rule does.
    expect(await main.getByRole("link", { name: WAITING }).count()).toBe(0);
    expect(await main.getByRole("heading", { name: WAITING }).count()).toBe(0);
    await expectAccessible(page);
    await keepShot(page, `waits-${place}`);
    await close();
  });
});
