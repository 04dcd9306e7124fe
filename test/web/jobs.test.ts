import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countSteps } from "./counted-steps.ts";
import { handIn } from "./hand-in.ts";
import { sharedChromium } from "./open-chromium.ts";
import { type Desk, openDesk, settled } from "./open-desk.ts";
import { sharedFirefox } from "./open-firefox.ts";
import { proposeRule, queue } from "./proposal-page.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

const PHONE = { width: 390, height: 844 };

const palette = (page: Page) => page.getByRole("combobox", { name: "What are you looking for?" });

describe.each([
  { name: "Chromium", openBrowser: sharedChromium },
  { name: "Firefox", openBrowser: sharedFirefox },
])("in $name", ({ openBrowser }) => {
  let desk: Desk;
  let empty: Desk;
  beforeAll(async () => {
    desk = await openDesk({ openBrowser });
    empty = await openDesk({ openBrowser, empty: true });
  }, 240_000);
  afterAll(async () => {
    await desk?.close();
    await empty?.close();
  });

  const submissions = () => desk.http.context.store.submissions;
  let n = 0;
  /** Work of its own for a test, past due, so that it is the first. */
  const handInWork = async (title: string): Promise<string> =>
    handIn(
      submissions(),
      { agent: "rio", gate: "Before send", title, output: `${title} ${(n += 1)}\n` },
      900 + n,
    );
  const statusOf = async (id: string) => (await submissions().find(id))?.status;

  it.each([
    { by: "mouse", look: {} },
    { by: "phone", look: PHONE },
  ])("connects an agent from an empty store, in 3 steps by $by", async ({ by, look }) => {
    const { page, open, close } = await empty.as("admin", "ana", look);
    const agent = `rio-${by}`;
    await open("/?welcome=yes");
    const steps = countSteps(page);
    await steps.fill(page.getByLabel("Name of the agent"), agent);
    await steps.click(page.getByRole("button", { name: /^Make (?:the|another) agent$/ }));
    await page.getByText(`${agent} has a token for 90 days.`).waitFor();
    await steps.click(page.getByText("API", { exact: true }));
    const command = (await page.getByLabel("To connect API").textContent()) ?? "";
    await page.getByText("Waiting for the first call").waitFor();
    const [, address] = /(http\S+)/.exec(command)!;
    const [, token] = /Bearer (emd_[^"]+)"/.exec(command)!;
    const answer = await fetch(address!, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await page.getByText(`Heard from ${agent}`).waitFor({ timeout: 15_000 });
    expect(steps.count()).toBe(3);
    await close();
  });

  it("connects an agent from an empty store, in 3 steps by keyboard", async () => {
    const { page, open, close } = await empty.as("admin", "ben");
    await open("/?welcome=yes");
    const steps = countSteps(page);
    await page.getByLabel("Name of the agent").focus();
    await steps.type("herald");
    await steps.press("Enter");
    await page.getByText("herald has a token for 90 days.").waitFor();
    await page.getByRole("radio", { name: "Claude Code" }).focus();
    await steps.press("ArrowRight");
    const command = (await page.getByLabel("To connect Cursor").textContent()) ?? "";
    expect(command).toMatch(/EMEND_SERVER_TOKEN=emd_\S{50,}\nemend init --for cursor --agent herald --yes/);
    expect(steps.count()).toBe(3);
    await close();
  });

  it("brings a first rule into force from an empty store, alone, in 6 steps", async () => {
    const own = await openDesk({ openBrowser, empty: true });
    const { page, open, close } = await own.as("admin", "solo");
    await holdUndoTime(page);
    await open("/");
    const steps = countSteps(page);
    await steps.fill(page.getByLabel("Your correction"), "Prices need a currency: use formatMoney.");
    await steps.click(page.getByRole("button", { name: "Record it" }));
    await page.getByText("Emend is looking at your correction").waitFor();
    await steps.click(page.getByRole("button", { name: "Propose it" }));
    await steps.click(page.getByRole("button", { name: "I work alone" }));
    await steps.click(page.getByRole("link", { name: "Decide on it" }));
    await page.getByText("Approving makes it active").waitFor();
    await steps.click(page.getByRole("button", { name: /^Approve/ }));
    await endUndoTime(page);
    await page.getByText("In force, approved by solo.").waitFor();
    expect(steps.count()).toBe(6);
    await open("/");
    await page.getByText("The loop").first().waitFor();
    await close();
    await own.close();
  });

  it("answers, in 1 step by keyboard", async () => {
    const id = await handInWork("Answer me by key");
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox");
    const steps = countSteps(page);
    await page.locator("li[aria-current=true]").filter({ hasText: "Answer me by key" }).waitFor();
    await steps.press("a");
    await endUndoTime(page);
    await expect.poll(() => statusOf(id)).toBe("decided");
    expect(steps.count()).toBe(1);
    await close();
  });

  it.each([
    { by: "mouse", look: {} },
    { by: "phone", look: PHONE },
  ])("answers, in 2 steps by $by", async ({ by, look }) => {
    const title = `Answer me by ${by}`;
    const id = await handInWork(title);
    const { page, open, close } = await desk.as("reviewer", "ana", look);
    await holdUndoTime(page);
    await open("/inbox");
    const steps = countSteps(page);
    await steps.click(page.getByRole("link", { name: title }));
    await settled(page);
    await steps.click(page.getByRole("button", { name: /^Approve/ }));
    await endUndoTime(page);
    await expect.poll(() => statusOf(id)).toBe("decided");
    expect(steps.count()).toBe(2);
    await close();
  });

  it("decides on five proposals, in 7 steps", async () => {
    const texts = [
      "Write dates as ISO 8601.",
      "Name each test after what it shows.",
      "Log the request id with every error.",
      "Keep secrets out of the settings file.",
      "Give every table a caption.",
    ];
    for (const text of texts) await proposeRule(desk, { text, scope: { agents: ["docsmith"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open("/proposals");
    const steps = countSteps(page);
    for (const text of texts) await steps.click(queue(page).filter({ hasText: text }).getByRole("checkbox"));
    await steps.press("b");
    await steps.click(page.getByRole("dialog").getByRole("button", { name: "Approve these 5" }));
    await endUndoTime(page);
    await page.getByRole("dialog").getByRole("heading", { name: "5 approved" }).waitFor();
    expect(steps.count()).toBe(7);
    await close();
  });

  it("finds all feedback about something, in 3 steps by keyboard", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/");
    const steps = countSteps(page);
    await steps.press("/");
    await palette(page).waitFor();
    await steps.type("error");
    await page.getByRole("option", { name: /^All feedback about “error”/ }).waitFor();
    await page.getByRole("option", { name: /^All feedback about “error”/ }).hover();
    await steps.press("Enter");
    await page.waitForURL(/\/feedback\?text=error/);
    await page
      .getByRole("list", { name: "Feedback" })
      .getByRole("link", { name: /error/i })
      .first()
      .waitFor();
    expect(steps.count()).toBe(3);
    await close();
  });

  it("finds all feedback about something, in 3 steps on a phone", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo", PHONE);
    await open("/");
    const steps = countSteps(page);
    await steps.click(page.getByRole("button", { name: "More" }).last());
    await steps.fill(palette(page), "error");
    await steps.click(page.getByRole("option", { name: /^All feedback about “error”/ }));
    await page.waitForURL(/\/feedback\?text=error/);
    expect(steps.count()).toBe(3);
    await close();
  });

  it.each([
    { by: "mouse", look: {} },
    { by: "phone", look: PHONE },
  ])("invites a colleague, in 4 steps, who is in after 2 more, by $by", async ({ by, look }) => {
    const name = `dana ${by} ${openBrowser.name.slice(6)}`;
    const { page, open, close } = await desk.as("admin", "mo", look);
    await open("/");
    const steps = countSteps(page);
    await steps.click(page.getByRole("link", { name: /open settings/ }));
    await steps.click(page.getByRole("button", { name: /^Invite somebody/ }));
    await steps.fill(page.getByRole("dialog").getByLabel("Name"), name);
    await steps.click(page.getByRole("button", { name: "Create the link" }));
    const link = await page.getByLabel("Invitation link").inputValue();
    expect(steps.count()).toBe(4);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Open invitations" }).waitFor();
    await close();

    const context = await desk.browser.newContext({
      viewport: by === "phone" ? PHONE : { width: 1440, height: 900 },
    });
    const guest = await context.newPage();
    const guestSteps = countSteps(guest);
    await guest.goto(link);
    await guest.getByText(`mo invites you as ${name}`).waitFor();
    await guestSteps.click(guest.getByRole("button", { name: "Accept the invitation" }));
    expect(await guest.getByLabel("Your token").inputValue()).toMatch(/^emd_/);
    await guestSteps.click(guest.getByRole("button", { name: "Start" }));
    await guest.getByRole("heading", { level: 1 }).waitFor();
    await guest.getByRole("link", { name: new RegExp(`^${name}, signed in`) }).waitFor();
    expect(guestSteps.count()).toBe(2);
    const again = await context.newPage();
    await again.goto(link);
    await again.getByRole("alert").filter({ hasText: "was already used" }).waitFor();
    await context.close();
  });

  it("shows yesterday, in 0 steps, and the day before, in 1 step", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/");
    const steps = countSteps(page);
    await page.getByRole("heading", { name: "Yesterday" }).waitFor();
    expect(steps.count()).toBe(0);
    await steps.click(page.getByRole("button", { name: "day before" }));
    await page.waitForURL(/day=/);
    expect(steps.count()).toBe(1);
    await close();
  });
});
