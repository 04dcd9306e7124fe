import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";
import { HOSTILE, SAID, sayAndEvaluate } from "./seed-feedback.ts";
import { holdUndoTime } from "./undo-time.ts";

let desk: Desk;
let ids: readonly string[];
beforeAll(async () => {
  desk = await openDesk();
  ids = await sayAndEvaluate(desk.http.context, SAID);
}, 120_000);
afterAll(() => desk?.close());

/** What stands out of the window, where anything does. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 160))`;

const ask = (path: string) => desk.http.as("admin", { name: "root" }).get(path);

describe("the feedback explorer", () => {
  it("lists, previews, filters in the address, and opens by key", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/feedback");
    const list = page.getByRole("list", { name: "Feedback" });
    await list.getByRole("link", { name: /Use the customer/ }).waitFor();
    await page.keyboard.press("j");
    await page.getByLabel("Details").getByText("Classification").waitFor();
    await page.getByLabel("Details").getByText("seen once").first().waitFor();
    await expectAccessible(page);
    await keepShot(page, "feedback");
    await page.keyboard.press("f");
    await page.keyboard.type("refund test");
    await page.waitForURL("**/feedback?text=refund+test");
    await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Escape");
    await page.getByLabel("Outcome").selectOption("rejected");
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("outcome")).toBe("rejected");
    await page.reload();
    await settled(page);
    expect(await list.getByRole("listitem").count()).toBe(1);
    await page.locator("body").press("Enter");
    await page.getByRole("heading", { level: 1, name: /Please add a test for the refund path/ }).waitFor();
    await page.goBack();
    await page.getByLabel("Search feedback").fill("xylophone");
    await page.getByText("No matches.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(5);
    await close();
  });

  it("finds by meaning what has other words, and says why", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/feedback?by=meaning");
    await page.getByText("What are you looking for?").waitFor();
    await page
      .getByLabel("Describe what you are looking for")
      .fill("errors are caught and hidden from whoever calls");
    const list = page.getByRole("list", { name: "Feedback" });
    await list
      .getByText(/catch (swallows|block hides)|swallow exceptions/)
      .first()
      .waitFor();
    await page.getByText("Why it matches").waitFor();
    expect(await list.locator(":scope > li").count()).toBeGreaterThan(1);
    await settled(page);
    await expectAccessible(page);
    await keepShot(page, "feedback-meaning");
    await close();
  });

  it("shows what arrives only when asked, so that nothing moves", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/feedback");
    const first = page.getByRole("list", { name: "Feedback" }).getByRole("link").first();
    const before = await first.textContent();
    await page.getByText("Live", { exact: true }).waitFor();
    await sayAndEvaluate(desk.http.context, [
      { agent: "rio", by: "ana", comment: "Name the unit of the timeout.", ago: 0 },
    ]);
    await page.getByText("1 arrived").waitFor();
    expect(await first.textContent()).toBe(before);
    await keepShot(page, "feedback-arrived");
    await page.keyboard.press("n");
    await page.getByRole("link", { name: "Name the unit of the timeout." }).waitFor();
    await close();
  });

  it("resolves what is ambiguous three ways by key, undoes, and tells others", async () => {
    const mine = await desk.as("reviewer", "dora");
    const theirs = await desk.as("reviewer", "finn");
    const { page } = mine;
    await holdUndoTime(page);
    await mine.open("/feedback?view=ambiguous");
    await theirs.open("/feedback?view=ambiguous");
    const rows = page.getByRole("list", { name: "To resolve" }).locator(":scope > li");
    await expect.poll(() => rows.count()).toBe(3);
    const badge = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feedback" });
    await expect.poll(() => badge.textContent()).toBe("Feedback3");
    await page.getByLabel("Details").getByRole("link", { name: /test/ }).first().waitFor();
    await expectAccessible(page);
    await keepShot(page, "feedback-resolve");
    await page.keyboard.press("1");
    await rows.nth(0).getByText("you can still undo it").waitFor();
    await page.keyboard.press("z");
    await rows.nth(0).getByRole("button", { name: "Compare both sides" }).waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("2");
    await page.keyboard.press("3");
    const dialog = page.getByRole("dialog", { name: "Why can this be ignored?" });
    await expectAccessible(page);
    await keepShot(page, "feedback-ignore");
    await dialog.getByLabel("Reason").fill("Said about a branch that is gone.");
    await dialog.getByRole("button", { name: "Ignore" }).click();
    await page.keyboard.press("1");
    await theirs.page.getByText("edge case, by dora").waitFor();
    await theirs.page.getByText("ignored, by dora").waitFor();
    // Leaving sends what could still be undone.
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("heading", { level: 1, name: "Try it" }).waitFor();
    await expect
      .poll(async () => (await ask("evaluations/counts")).body)
      .toMatchObject({ ambiguous: 0, ignored: 1 });
    await mine.open("/feedback?view=ambiguous");
    await page.getByText("Nothing to resolve.").waitFor();
    await expect.poll(() => badge.textContent()).toBe("Feedback");
    await expectAccessible(page);
    await mine.close();
    await theirs.close();
  });

  it("promotes an edge case", async () => {
    const { page, open, close } = await desk.as("reviewer", "dora");
    await open("/feedback?view=edge");
    await page.getByText("Live", { exact: true }).waitFor();
    await sayAndEvaluate(desk.http.context, [
      { agent: "rio", by: "ana", comment: "Quote the currency sign in the CSV.", ago: 0 },
    ]);
    await page.getByText("1 arrived").waitFor();
    await page.keyboard.press("n");
    await page.getByRole("link", { name: "Quote the currency sign in the CSV." }).waitFor();
    await open("/feedback?view=edge&text=currencies");
    await page.getByRole("list", { name: "Edge cases" }).getByText("Sort the currencies").waitFor();
    await expectAccessible(page);
    await keepShot(page, "feedback-edge");
    await page.keyboard.press("p");
    await page.getByText("promoted, by you").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect
      .poll(async () => (await ask(`evaluations/${ids[4]}`)).body.standing)
      .toBe("generalizable_high");
    await close();
  });

  it("says what to do if there is nothing, and what happened if it failed", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await page.route("**/api/v1/feedback?*", (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "invalid_query", detail: "That cannot be asked." }),
      }),
    );
    await open("/feedback");
    await page.getByRole("alert").getByText("That cannot be asked.").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/v1/feedback?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("list", { name: "Feedback" }).waitFor();
    await open("/feedback/fb_nothing");
    await page.getByText("there is no feedback with this id").waitFor();
    expect(await page.getByRole("link", { name: "All feedback" }).count()).toBe(1);
    await expectAccessible(page);
    await close();
  });
});

describe("the story of one record", () => {
  it("goes from the raw input to the rule and its effect", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    const { body } = await ask("feedback?search=refund%20path&outcome=rejected");
    await open(`/feedback/${body.items[0].id}`);
    const story = page.getByRole("list", { name: "History" });
    await story.getByText("Became a rule").waitFor();
    await story.getByRole("heading", { name: "Effect" }).waitFor();
    await story.getByText("Original", { exact: true }).click();
    await story.getByRole("region", { name: "Original" }).getByText("refund path").waitFor();
    await settled(page);
    await expectAccessible(page);
    await keepShot(page, "story");
    await story.getByText("Original", { exact: true }).click();
    await page.getByRole("heading", { name: "Effect" }).scrollIntoViewIfNeeded();
    await keepShot(page, "story-rule");
    await story.getByRole("link", { name: /test/ }).last().click();
    await page.waitForURL("**/rules/**");
    expect(page.url()).toContain(desk.seeded.rules.active);
    await close();
  });

  it("shows hostile words as they are, and nothing of them acts", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open(`/feedback/${ids.at(-1)}`);
    await page.getByRole("heading", { level: 1 }).getByText("<script>document.title=2</script>").waitFor();
    await page.getByText("U+202E").first().waitFor();
    await page.getByText("Original", { exact: true }).click();
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    expect(await page.title()).toContain(HOSTILE.slice(0, 20));
    await expectAccessible(page);
    await keepShot(page, "story-hostile");
    await close();
  });
});

describe("a cluster", () => {
  it("is renamed, split, merged and put back by key", async () => {
    const { page, open, close } = await desk.as("reviewer", "dora");
    await open("/feedback?view=recurs");
    await page.getByRole("list", { name: "Recurring" }).getByRole("link").first().waitFor();
    await page.getByLabel("Details").getByText("Its rule").waitFor();
    await expectAccessible(page);
    await keepShot(page, "clusters");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/clusters/**");
    const members = page.getByRole("list", { name: "What was said" }).getByRole("listitem");
    await members.first().waitFor();
    const size = await members.count();
    await page.keyboard.press("e");
    await page.getByLabel("Cluster name").fill("Tests that are missing");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tests that are missing" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "cluster");
    await page.keyboard.press("x");
    await page.keyboard.press("s");
    await page.getByRole("dialog", { name: "Split 1 off?" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "cluster-split");
    await page.keyboard.press("Enter");
    await page.getByText("1 member split off.").waitFor();
    await expect.poll(() => members.count()).toBe(size - 1);
    await page.keyboard.press("z");
    await page.getByText("Merged again.").waitFor();
    await expect.poll(() => members.count()).toBe(size);
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Merge with which cluster?" });
    await dialog.getByRole("combobox").fill("promise a date for the refund");
    await dialog.getByRole("option").first().waitFor();
    await settled(page);
    await expectAccessible(page);
    await keepShot(page, "cluster-merge");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Merge these two?" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText(/members? merged in\./).waitFor();
    await expect.poll(() => members.count()).toBeGreaterThan(size);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/members? split off again\./).waitFor();
    await expect.poll(() => members.count()).toBe(size);
    await close();
  });
});

describe.each([
  { look: "dark", options: { scheme: "dark" } },
  { look: "360", options: { width: 360, height: 780 } },
] as const)("how it looks, $look", ({ look, options }) => {
  it("fits, and everybody can use it", async () => {
    const { page, open, close } = await desk.as("approver", "ana", options);
    const { body } = await ask("feedback?search=refund%20path&outcome=rejected");
    const cluster = (await ask("clusters?limit=1")).body.items[0].id;
    const size = page.viewportSize()!;
    for (const [name, path] of [
      ["feedback", "/feedback?agent=docsmith"],
      ["clusters", "/feedback?view=recurs"],
      ["feedback-edge", "/feedback?view=edge"],
      ["story", `/feedback/${body.items[0].id}`],
      ["cluster", `/clusters/${cluster}`],
    ] as const) {
      // Tall enough that no bar covers a part of a row while it is checked.
      await page.setViewportSize({ ...size, height: 3_000 });
      await open(path);
      await expectAccessible(page);
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
      await page.setViewportSize(size);
      await keepShot(page, `${name}-${look}`);
    }
    await close();
  });
});
