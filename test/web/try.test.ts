import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";
import { HOSTILE } from "./seed-feedback.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

describe("Try it", () => {
  it("hears a failed test in a log, marks the words, and betters the prompt", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/try");
    await expectAccessible(page);
    await keepShot(page, "try-empty");
    await page.getByRole("button", { name: "A failed test run" }).click();
    await page.getByText("A check failed.").waitFor();
    await page.getByText("detected: a log").waitFor();
    await expect.poll(() => page.locator("[data-marks=evidence] mark").count()).toBeGreaterThan(0);
    const marked = await page.locator("[data-marks=evidence] mark").allTextContents();
    expect(marked.join("\n")).toMatch(/AssertionError|1 failed/);
    await page
      .getByRole("region", { name: "The refined prompt, as a diff" })
      .getByText("1880")
      .first()
      .waitFor();
    await expectAccessible(page);
    await keepShot(page, "try-log");
    await page.getByRole("region", { name: "The refined prompt, as a diff" }).scrollIntoViewIfNeeded();
    await keepShot(page, "try-refined");
    expect((await desk.http.as("admin").get("feedback?search=coupon")).body.items).toEqual([]);
    await page.getByLabel("Agent").fill("rio");
    await page.getByRole("button", { name: "Record the signal" }).click();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("detected in a text").waitFor();
    await close();
  });

  it("hears nothing where words only look bad", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/try");
    await page.keyboard.press("e");
    await page.keyboard.press("2");
    await page.getByText("No failure detected.").waitFor();
    expect(await page.locator("[data-marks=evidence] mark").count()).toBe(0);
    await close();
  });

  it("says what was mended and dropped of a reviewer's answer, and counts nothing", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/try");
    await page.getByRole("button", { name: "A reviewer’s answer with faults" }).click();
    await page.getByText("Accepted, with 1 finding.").waitFor();
    await page.getByText("invalid_enum_value").waitFor();
    await page.getByText("file_not_in_changed_files").waitFor();
    await page.getByText("integer_from_string").waitFor();
    await expectAccessible(page);
    await keepShot(page, "try-review");
    expect((await desk.http.as("admin").get("reviews/health")).body.versions).toEqual([]);
    await page.getByLabel("Changed files").fill("src/cart/coupon.ts\nsrc/billing/invoice.ts");
    await page.getByText("Accepted, with 2 findings.").waitFor();
    await close();
  });

  it("lints a comment as it is typed, and shows hostile text as it is", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/try");
    await page.getByLabel("The text").fill("Maybe consider making this better.");
    await page.getByText("Too vague for an agent to act on.").waitFor();
    await expect.poll(() => page.locator("[data-marks=lint] mark").count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await keepShot(page, "try-comment");
    await page.getByRole("button", { name: "A comment to act on" }).click();
    await page.getByText("An agent can act on this.").waitFor();
    await page.getByLabel("The text").fill(HOSTILE);
    await page.getByLabel("The prompt that led to this").fill(HOSTILE);
    await settled(page);
    await page.getByText("What it says about the work").waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.title()).toBe("Try it · Emend");
    await close();
  });

  it("keeps what was typed when the server cannot be asked", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/try?kind=comment");
    await page.route("**/api/v1/feedback/lint*", (route) => route.abort());
    await page.getByLabel("The text").fill("Rename it.");
    await page.getByRole("alert").waitFor({ timeout: 20_000 });
    expect(await page.getByLabel("The text").inputValue()).toBe("Rename it.");
    await expectAccessible(page);
    await page.unroute("**/api/v1/feedback/lint*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("What it says about the work").waitFor();
    await close();
  });

  it.each([
    { look: "dark", options: { scheme: "dark" } },
    { look: "360", options: { width: 360, height: 780 } },
  ] as const)("fits, $look", async ({ look, options }) => {
    const { page, open, close } = await desk.as("reviewer", "cleo", options);
    await open("/try");
    await page.getByRole("button", { name: "A partly satisfied user" }).click();
    await page.getByRole("region", { name: "The refined prompt, as a diff" }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await keepShot(page, `try-${look}`);
    await close();
  });
});
