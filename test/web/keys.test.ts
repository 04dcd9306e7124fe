import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { type Desk, openDesk, settled } from "./open-desk.ts";
import { holdUndoTime } from "./undo-time.ts";

/** How long code that is fetched later is held back. */
const SLOW_MS = 1_500;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

let work: string;
let n = 0;
let before: unknown;
beforeEach(async () => {
  for (const title of ["Retry the charge", "Log the request", "Name the limit"]) {
    work = await handIn(desk.http.context.store.submissions, {
      agent: "rio",
      gate: "Before merge",
      title,
      output: `charge();\nretry(${(n += 1)});\n`,
    });
  }
  before = await recorded();
});

/** What people have decided so far, as the server knows it. */
async function recorded(): Promise<unknown> {
  const ana = desk.http.as("reviewer", { name: "counter" });
  const { waiting } = (await ana.get("submissions/counts")).body;
  const { items } = (await ana.get("proposals?limit=50")).body;
  return {
    waiting,
    proposals: items.map(({ rule_id, approval }: { rule_id: string; approval: { given: number } }) => [
      rule_id,
      approval.given,
    ]),
  };
}

/** Code that is not there when the page is shown comes late, or not at all. */
async function slowCode(page: Page, isLost = false): Promise<void> {
  await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await (isLost ? route.abort() : route.continue());
  });
}

/** Leaving sends whatever is held back, so what the server knows afterwards is what the keys did. */
async function recordedAfter(page: Page): Promise<unknown> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${desk.url}/settings`);
  await settled(page);
  await page.waitForTimeout(300);
  return recorded();
}

const palette = (page: Page) => page.getByRole("combobox", { name: "What are you looking for?" });

describe("a key that belongs to something else", () => {
  it.each([
    { place: "inbox", path: () => "/inbox" },
    { place: "review", path: () => `/inbox/${work}` },
    { place: "proposals", path: () => "/proposals" },
  ])("15.16 is never a shortcut after / on the page $place", async ({ path }) => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(path());
    await slowCode(page);
    // All in one go, as somebody types who knows what they look for.
    await page.keyboard.type("/area");
    await palette(page).waitFor();
    expect(await palette(page).inputValue()).toBe("area");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("ab");
    expect(await palette(page).inputValue()).toBe("ab");
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 opens nothing and records nothing where the code does not arrive", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/inbox");
    await slowCode(page, true);
    await page.keyboard.type("/aa");
    await page.keyboard.press("Escape");
    await page.keyboard.type("?aa");
    await page.keyboard.press("Escape");
    await page.keyboard.type("raa");
    await page.keyboard.press("Escape");
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 goes into the reason of a rejection, however slow the page is", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    await slowCode(page);
    await page.keyboard.type("ra");
    const reason = page.getByRole("dialog").getByRole("textbox");
    await reason.waitFor();
    expect(await reason.inputValue()).toBe("a");
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 is not the page's while the editor is being fetched", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open(`/inbox/${work}`);
    await slowCode(page);
    await page.keyboard.type("ea", { delay: 50 });
    await page.keyboard.type("jra", { delay: 50 });
    expect(page.url()).toContain(work);
    await page
      .getByRole("textbox", { name: /You are writing|^Your text/ })
      .or(page.locator(".cm-content"))
      .first()
      .waitFor();
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 decides nothing while another page is on its way", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/inbox/${work}`);
    await slowCode(page);
    await page.keyboard.type("gpaaa");
    await page.getByRole("article", { name: "Proposal" }).waitFor();
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 is one answer however long it is held, and none after half of g a", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    await open("/inbox");
    await page.keyboard.down("a");
    await page.keyboard.down("a");
    await page.keyboard.down("a");
    await page.keyboard.up("a");
    await page.getByRole("status").getByText("Approved").waitFor();
    await page.keyboard.press("z");
    await page.keyboard.press("g");
    await page.waitForTimeout(1_200);
    await page.keyboard.press("a");
    await page.waitForURL("**/agents");
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });

  it("15.16 ignores keys while an input method composes", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/inbox");
    for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
      await page.locator("body").dispatchEvent("keydown", { key: "a", bubbles: true, ...more });
    }
    expect(await recordedAfter(page)).toEqual(before);
    await close();
  });
});
