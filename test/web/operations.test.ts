import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookOver } from "./look-over.ts";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { readReviews, seedDeadLetters, seedRollouts, versionOf } from "./seed-operations.ts";

const HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";
const LETTERS = [
  { id: "d-901", decision_id: "d-901", decision: "MAYBE", reviewer_comment: HOSTILE },
  { id: "d-902", decision_id: "d-902", reviewer_id: "ana" },
  { id: "d-903", decision_id: "d-903", decision: "REJECTED", timestamp: "yesterday" },
];

let desk: Desk;
let running: string;

beforeAll(async () => {
  desk = await openDesk();
  const { store } = desk.http.context;
  ({ running } = await seedRollouts(store, desk.http.as("approver", { name: "ana" })));
  await seedDeadLetters(store, LETTERS);
}, 120_000);
afterAll(() => desk?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor();

describe("rollouts", () => {
  it("shows versions, slices and health against limits", async () => {
    expect(await lookOver(desk, "/rollouts", "rollouts")).toEqual([]);
  });

  it("is led by keyboard: widened as the health says, promoted against it with a reason, rolled back", async () => {
    const { page, open, close } = await desk.as("approver", "ben");
    await open("/rollouts");
    await title(page, "Prompt 1.1");
    await page.getByText("Healthy enough to advance to 50\u202f% of reviews.").waitFor();
    await page.keyboard.press("w");
    await page.getByRole("dialog", { name: /Widen prompt 1.1/ }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "rollouts-widen");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(/^50\u202f% of reviews use it/).waitFor();
    await page.keyboard.press("w");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The health checks do not support this step.").waitFor();
    await dialog.getByRole("button", { name: "Widen to 100" }).click();
    await dialog.getByRole("alert").getByText("Enter a reason.").waitFor();
    await dialog.getByLabel("Reason").fill("The release is tonight.");
    // Somebody else was quicker: what was typed stays.
    await desk.http.as("approver", { name: "cleo" }).post(`rollouts/${running}/advance`, { reason: "Now." });
    await dialog.getByRole("button", { name: "Widen to 100" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("The release is tonight.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByText("Every review uses it instead of prompt 1.0").waitFor();
    await page.keyboard.press("p");
    await dialog.getByLabel("Reason").fill("The release is tonight.");
    await dialog.getByRole("button", { name: "Promote" }).click();
    await page.getByText("Every review uses it; it has replaced prompt 1.0.").waitFor();
    await page.getByText("The release is tonight.").waitFor();
    await page.keyboard.press("b");
    await dialog.getByLabel("Reason").fill("Answers got worse.");
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await page.getByText("Rolled back. All reviews use prompt 1.0.").waitFor();
    await close();
  });

  it("starts one, says what is wrong with a plan, and shows it live to whoever looks", async () => {
    const ben = await desk.as("approver", "ben");
    const cleo = await desk.as("reviewer", "cleo");
    await Promise.all([ben.open("/rollouts"), cleo.open("/rollouts")]);
    await cleo.page.getByText("Only approvers and administrators can decide.").waitFor();
    expect(await cleo.page.getByRole("button", { name: "Start a rollout" }).count()).toBe(0);
    await ben.page.keyboard.press("n");
    const dialog = ben.page.getByRole("dialog", { name: "Start a rollout" });
    await dialog.getByLabel("New prompt").fill("1.2");
    await dialog.getByLabel("Steps").fill("50, 10");
    await ben.page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: "rising shares" }).waitFor();
    await expectAccessible(ben.page);
    await keepShot(ben.page, "rollouts-start");
    await dialog.getByLabel("Steps").fill("10, 100");
    await dialog.getByRole("button", { name: "Start" }).click();
    await title(ben.page, "Prompt 1.2");
    await cleo.page.getByRole("link", { name: /Prompt 1.2/ }).click();
    await title(cleo.page, "Prompt 1.2");
    await readReviews(desk.http.context.store, versionOf("1.2"), { clean: 3, refused: 8 });
    await ben.page.reload();
    await ben.page.getByText("Unhealthy: roll back.").waitFor();
    await expectAccessible(ben.page);
    await keepShot(ben.page, "rollouts-unhealthy");
    await Promise.all([ben.close(), cleo.close()]);
  });
});

describe("events", () => {
  it("shows readers, what was given up, and what happens", async () => {
    expect(await lookOver(desk, "/events", "events")).toEqual([]);
  });

  it("opens one inert, gives it back and discards others, by keyboard", async () => {
    const { page, open, close } = await desk.as("admin", "mo");
    await open("/events");
    await page.getByText("3 failed and need attention.").waitFor();
    await page.keyboard.press("j");
    await page
      .getByLabel(/^Event /)
      .getByText(HOSTILE.slice(0, 10))
      .waitFor();
    expect(await page.title()).toContain("Events");
    expect(await page.locator("main img").count()).toBe(0);
    await expectAccessible(page);
    await keepShot(page, "events-open");
    await page.keyboard.press("r");
    await page.getByText("1 retried.").waitFor();
    await page.getByRole("button", { name: "Select all 2" }).click();
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: "Discard these 2 events?" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "events-discard");
    await page.getByRole("button", { name: "Discard", exact: true }).last().click();
    await page.getByText("2 discarded.").waitFor();
    await page.getByText("No failed events.").waitFor();
    await expectAccessible(page);
    await close();
  });

  it("tells what happens without a reload, holds still when paused, and goes on", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/events");
    await page.getByText("Administrators can see failed events").waitFor();
    const record = (comment: string) =>
      desk.http.as("reviewer", { name: "ana" }).post("feedback", { items: [{ comment, agent: "rio" }] });
    // What happened before the page was opened is listed too.
    await page.getByText("Submission changed").first().waitFor();
    await page.locator("[role=status]", { hasText: "Live" }).waitFor();
    await record("Name the test after what it proves.");
    await page.getByText("Feedback recorded").first().waitFor();
    await page.keyboard.press("p");
    const before = await page.getByText("Feedback recorded").count();
    await record("Say which file it was.");
    await page.getByText(/^Show \d+ new$/).waitFor();
    expect(await page.getByText("Feedback recorded").count()).toBe(before);
    await expectAccessible(page);
    await keepShot(page, "events-live");
    await page.keyboard.press("p");
    await expect.poll(() => page.getByText("Feedback recorded").count()).toBeGreaterThan(before);
    await close();
  });
});

describe("audit", () => {
  it("shows who changed what", async () => {
    expect(await lookOver(desk, "/audit", "audit")).toEqual([]);
  });

  it("filters by kind, person and day, opens an entry, verifies the chain and checks a noted head", async () => {
    const { page, open, close } = await desk.as("approver", "ben");
    await open("/audit");
    await page.getByRole("link", { name: "rollouts", exact: true }).click();
    await page.waitForURL(/kind=rollout/);
    await page.getByText("started a rollout").first().waitFor();
    await page.getByLabel("From").fill("2031-01-01");
    await page.getByText("No entry matches.").waitFor();
    expect(new URL(page.url()).searchParams.get("since")).toBe("2031-01-01");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("started a rollout").first().waitFor();
    await page.keyboard.press("j");
    await page.getByLabel("Recorded data").waitFor();
    await page.keyboard.press("v");
    await page.getByText("The chain is intact.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "audit-verified");
    const head = await page.getByLabel("Head to save").inputValue();
    await page.getByLabel("Saved head").fill("7 and some more");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Not a valid head").waitFor();
    await page.getByLabel("Saved head").fill(head);
    await page.keyboard.press("Enter");
    await page.getByText("it still contains the head").waitFor();
    await page.getByLabel("Saved head").fill(`3:${"0".repeat(64)}`);
    await page.keyboard.press("Enter");
    await page.getByText("The chain is broken").waitFor();
    await expectAccessible(page);
    await keepShot(page, "audit-broken");
    await close();
  });

  it("keeps thousands of entries light", async () => {
    const { audit } = desk.http.context.store;
    await Promise.all(
      Array.from({ length: 450 }, (_, n) =>
        audit.append({ actor: "ana", action: "token.issued", subject: `t-${n}`, detail: {} }),
      ),
    );
    const { page, open, close } = await desk.as("approver", "ben");
    await open("/audit");
    const rows = page.getByRole("listitem").filter({ has: page.locator("button[aria-expanded]") });
    expect(await rows.count()).toBeLessThan(80);
    const seen = () => page.getByText(/entries loaded/).textContent();
    expect(await seen()).toContain("200");
    await page.keyboard.press("End");
    await expect.poll(seen).not.toContain("200");
    await close();
  });

  it("says who may, to whom may not", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/audit");
    await page.getByText("Only approvers and administrators can read the audit log.").waitFor();
    expect(await page.getByRole("button", { name: "Verify" }).count()).toBe(0);
    await expectAccessible(page);
    await close();
  });
});

describe("when there is nothing, or nothing comes", () => {
  it.each(["/rollouts", "/events", "/audit", "/settings?tab=gates", "/settings?tab=integrations"])(
    "%s says what happened, and tries again",
    async (path) => {
      const { page, open, close } = await desk.as("admin", "mo");
      const refused = "**/api/v1/{rollouts,events/*,audit,gates,settings}{,?*}";
      await page.route(refused, (route) =>
        route.fulfill({ status: 422, json: { code: "unavailable", detail: "The store is being moved." } }),
      );
      await open(path);
      await page.getByText("The store is being moved.").first().waitFor();
      await expectAccessible(page);
      await page.unroute(refused);
      const told = await page.getByText("The store is being moved.").count();
      await page.getByRole("button", { name: "Try again" }).first().click();
      await expect.poll(() => page.getByText("The store is being moved.").count()).toBeLessThan(told);
      await close();
    },
  );

  it("says on an empty desk what to do next", async () => {
    const bare = await openDesk({ empty: true });
    const { page, open, close } = await bare.as("admin", "mo");
    await open("/rollouts");
    await page.getByText("No rollouts yet.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "rollouts-empty");
    await open("/events");
    await page.getByText("All events have been processed.").waitFor();
    await expectAccessible(page);
    await open("/settings?tab=integrations");
    await page.getByText("No endpoints.").waitFor();
    expect(await page.getByRole("button", { name: "Send test event" }).count()).toBe(0);
    await expectAccessible(page);
    await open("/audit?kind=trial");
    await page.getByText("No entry matches.").waitFor();
    await expectAccessible(page);
    await close();
    await bare.close();
  });
});
