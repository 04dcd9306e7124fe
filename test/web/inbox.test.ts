import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { AFTERNOON } from "./inbox-work.ts";
import { expectWhole } from "./expect-whole.ts";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { sayAndEvaluate } from "./seed-feedback.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const { minutes, ...work } of AFTERNOON) {
    await handIn(desk.http.context.store.submissions, work, minutes);
  }
  // What waits longest was rejected before, in the same words.
  const { items } = await submissions().list({ order: "due", limit: 3, status: "waiting" });
  const said = items.map(({ agent, title, excerpt }) => ({
    agent,
    by: "ben",
    comment: `${title}\n${excerpt}`,
    outcome: "rejected" as const,
    ago: 3_000,
  }));
  await sayAndEvaluate(desk.http.context, said);
}, 120_000);
afterAll(() => desk?.close());

const submissions = () => desk.http.context.store.submissions;
const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const current = (page: Page) => page.locator("li[aria-current=true] [data-row]").innerText();
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Waits until asking gives what is wanted. */
const until = async (ask: () => Promise<unknown>, wanted: unknown): Promise<void> => {
  await expect.poll(ask, { timeout: 12_000, interval: 50 }).toEqual(wanted);
};
const statusOf = async (id: string) => (await submissions().find(id))?.status;

let n = 0;
/** Work of its own for a test, more urgent than all the rest, so that it stands first. */
const urgent = async (title: string, agent = "rio"): Promise<string> =>
  handIn(submissions(), { agent, gate: "Before send", title, output: `${title} ${(n += 1)}\n` }, 600 - n);

describe("how the inbox looks", () => {
  it.each([
    { name: "inbox", look: {} },
    { name: "inbox-dark", look: { scheme: "dark" } },
    { name: "inbox-360", look: { width: 360, height: 860 } },
    { name: "inbox-1000", look: { width: 1_000, height: 800 } },
  ] as const)("$name is drawn, and everybody can use it", async ({ name, look }) => {
    const { page, open, close } = await desk.as("reviewer", "ana", look);
    await open("/inbox");
    await page.getByText("similar, rejected").first().waitFor({ state: "attached" });
    await press(page, "j");
    await page
      .getByText(/of \d+ rejected/)
      .waitFor({ state: name.length > 8 && !name.endsWith("dark") ? "detached" : "visible" });
    await keepShot(page, name);
    await expectWhole(page);
    expect(
      await page
        .getByRole("listitem")
        .filter({ has: page.locator("[data-row]") })
        .count(),
    ).toBeGreaterThan(4);
    await close();
  });

  it("says what waits, at which gate, for how long, and how often such work was rejected", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    await page.getByText("Ten to review, two past due.").waitFor();
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining(["Past due", "Within the hour"]),
    );
    const late = rowOf(page, "Reply: the refund shows twice");
    expect(await late.innerText()).toMatch(/support-drafts, text, 133\u202fB[^]*Before send[^]*m over/);
    await late.getByText("similar, rejected").waitFor({ state: "attached" });
    const [, left] = /(\d+)\u202fm left/.exec(await rowOf(page, "Move the rate limits").innerText()) ?? [];
    expect(Number(left)).toBeGreaterThan(20);
    await close();
  });

  it("narrows by view, gate, agent and words, and keeps that in the address", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    await page.getByRole("link", { name: "Past due" }).click();
    await until(() => page.locator("[data-row]").count(), 2);
    await page.getByRole("link", { name: /^Before send/ }).click();
    await until(() => page.locator("[data-row]").count(), 1);
    expect(page.url()).toContain("view=past-due");
    expect(page.url()).toContain("gate=Before+send");
    await page.reload();
    await until(() => page.locator("[data-row]").count(), 1);
    await open("/inbox");
    await press(page, "f");
    await page.keyboard.type("agent:doc");
    await press(page, "Enter");
    await until(() => page.locator("[data-row]").count(), 2);
    await page.keyboard.type("backup");
    await until(() => page.locator("[data-row]").count(), 1);
    expect(new URL(page.url()).searchParams.get("words")).toBe("backup");
    expect(new URL(page.url()).searchParams.get("agent")).toBe("docsmith");
    await page.keyboard.type(" of cheese");
    await page.getByText("No submissions match the filter.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear filter" }).click();
    await until(() => page.locator("[data-row]").count(), 10);
    await page.getByRole("link", { name: /^Decided today/ }).click();
    await rowOf(page, "Rotate the settlement key").getByText("ben").waitFor();
    await expectAccessible(page);
    await keepShot(page, "inbox-decided");
    await close();
  });
});

describe("answering by key", () => {
  it("moves, opens, comes back to the same place, and opens to edit", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    await press(page, "j", "j");
    const third = await current(page);
    await press(page, "k");
    expect(await current(page)).not.toBe(third);
    await press(page, "j", "Enter");
    await page.waitForURL(/\/inbox\/[^?]+$/);
    await page.goBack();
    await page.locator("[data-row]").first().waitFor();
    expect(await current(page)).toBe(third);
    await press(page, "e");
    await page.waitForURL(/\/inbox\/.+\?edit=yes$/);
    await close();
  });

  it("sends an approval only when the time to undo is over", async () => {
    const [undone, sent] = [
      await urgent("Approve me, then think again"),
      await urgent("Approve me for good"),
    ];
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox");
    await press(page, "a");
    await page.getByText("Approved").waitFor();
    await keepShot(page, "inbox-undo");
    await press(page, "z");
    await rowOf(page, "then think again").waitFor();
    expect(await statusOf(undone)).toBe("waiting");
    await press(page, "j", "a");
    await rowOf(page, "Approve me for good").waitFor({ state: "detached" });
    expect(await statusOf(sent)).toBe("waiting");
    await expectAccessible(page);
    await endUndoTime(page);
    await until(() => statusOf(sent), "decided");
    expect(await statusOf(undone)).toBe("waiting");
    expect((await submissions().find(sent))?.decision).toMatchObject({
      decision: "approved",
      reviewer: "ana",
    });
    await page.getByText("You have decided 1 today.").waitFor();
    await close();
  });

  it("sends what is held when the page is left, so that no answer is lost", async () => {
    const left = await urgent("Approve me and go");
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox?words=approve+me+and+go");
    await press(page, "a");
    await page.getByText("Approved").waitFor();
    await page.goto("about:blank");
    await until(() => statusOf(left), "decided");
    expect((await submissions().find(left))?.decision).toMatchObject({
      decision: "approved",
      reviewer: "ana",
    });
    await close();
  });

  it("rejects with a reason, and keeps what was typed when that is undone", async () => {
    const id = await urgent("Reject me");
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox?words=reject+me");
    await press(page, "r");
    const dialog = page.getByRole("dialog", { name: /^Reject “Reject me/ });
    await dialog.waitFor();
    await press(page, "Control+Enter");
    await dialog.getByRole("alert").waitFor();
    await expectAccessible(page);
    await keepShot(page, "inbox-reject");
    await page.keyboard.type("Name the error that you catch.");
    await dialog.getByRole("checkbox").first().check();
    await press(page, "Control+Enter");
    await page.getByText("No submissions match the filter.").waitFor();
    await press(page, "z");
    await rowOf(page, "Reject me").waitFor();
    await press(page, "r");
    expect(await dialog.getByRole("textbox").inputValue()).toBe("Name the error that you catch.");
    await press(page, "Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.goto("about:blank");
    await until(() => statusOf(id), "decided");
    const { decision } = (await submissions().find(id))!;
    expect(decision).toMatchObject({ decision: "rejected", comment: "Name the error that you catch." });
    expect(decision?.tags).toHaveLength(1);
    await close();
  });

  it("answers several at once, and says so when somebody came first", async () => {
    const ids = [await urgent("Batch one"), await urgent("Batch two"), await urgent("Batch three")];
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox?words=batch");
    await press(page, "x", "j", "x", "j", "x");
    await page.getByText("3 selected").waitFor();
    await expectAccessible(page);
    await keepShot(page, "inbox-selected");
    await press(page, "a");
    await page.getByText("three submissions").waitFor();
    const other = desk.http.as("reviewer", { name: "ben" });
    await other.post(`submissions/${ids[0]}/decision`, { decision: "rejected", comment: "Not this one." });
    // As when the page is left, but it stays to be looked at.
    await page.evaluate('dispatchEvent(new Event("pagehide"))');
    await page.getByRole("alert").getByText("already decided").waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(["decided", "decided", "decided"]);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await close();
  });
});

describe("while others work", () => {
  it("keeps what arrives behind a line until it is asked for, and marks what is gone in place", async () => {
    const gone = await urgent("Somebody else takes me");
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    await page.getByText("Live", { exact: true }).waitFor();
    await press(page, "j", "j");
    const before = { title: await current(page), titles: await page.locator("[data-row]").allInnerTexts() };
    await urgent("I arrived meanwhile", "docsmith");
    await urgent("I did too", "rio");
    await page.getByText("2 arrived").waitFor();
    expect(await page.getByText("one from docsmith, one from rio").count()).toBe(1);
    await desk.http
      .as("reviewer", { name: "ben" })
      .post(`submissions/${gone}/decision`, { decision: "approved" });
    await rowOf(page, "Somebody else takes me").getByText("approved by ben").waitFor();
    expect(await current(page)).toBe(before.title);
    expect(await page.locator("[data-row]").allInnerTexts()).toEqual(before.titles);
    await expectAccessible(page);
    await keepShot(page, "inbox-live");
    await press(page, "n");
    await rowOf(page, "I arrived meanwhile").waitFor();
    await rowOf(page, "Somebody else takes me").waitFor({ state: "detached" });
    expect(await current(page)).toBe(before.title);
    await close();
  });
});

describe("when there is nothing, or no server", () => {
  it("says what to do next", async () => {
    const empty = await openDesk({ empty: true });
    try {
      const { page, open, close } = await empty.as("reviewer", "ana");
      await open("/inbox");
      await page.getByText("Nothing to review.").first().waitFor();
      await expectAccessible(page);
      await keepShot(page, "inbox-empty");
      await page.route("**/api/v1/submissions?*", (route) => route.abort());
      await page.goto(`${empty.url}/inbox`);
      await page.getByRole("alert").getByText("reach the server").waitFor();
      await expectAccessible(page);
      await page.unroute("**/api/v1/submissions?*");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Agents submit work with").waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      await close();
    } finally {
      await empty.close();
    }
  });
});
