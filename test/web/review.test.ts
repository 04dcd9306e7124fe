import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handIn, type HandedIn } from "./hand-in.ts";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

const RETRY = `--- a/src/charge/retry.ts
+++ b/src/charge/retry.ts
@@ -1,2 +1,3 @@ imports
 import type { Gateway } from "../gateway";
-import { ChargeRequest, ChargeResult } from "./types";
+import { sleep } from "../lib/sleep";
+import type { ChargeRequest, ChargeResult } from "./types";
@@ -16,8 +17,15 @@ chargeWithRetry
 /**
- * Charge once. The caller decides what to do on failure.
+ * Charge, retrying up to three times with backoff.
  */
 export async function chargeWithRetry(
   req: ChargeRequest,
   gateway: Gateway,
 ): Promise<ChargeResult> {
-  return gateway.charge(req);
+  for (let n = 0; n < 3; n++) {
+    try {
+      return await gateway.charge(req);
+    } catch (err) {
+      await sleep(200 * 2 ** n);
+    }
+  }
+  return { status: "failed" };
 }
--- a/src/charge/retry.test.ts
+++ b/src/charge/retry.test.ts
@@ -11 +11,3 @@
 describe("chargeWithRetry", () => {
+  it("retries a timeout, then succeeds", async () => {
+    const gateway = flaky({ timeouts: 2 });
`;

/** The same work again would be no new work, so each has its title in it. */
const changeOf = (title: string): string => RETRY.replace("a timeout, then", `${title}, then`);

const work = (more: Partial<HandedIn> & { readonly title: string }): Promise<string> =>
  handIn(desk.http.context.store.submissions, {
    agent: "rio",
    gate: "Before merge",
    format: "diff",
    output: changeOf(more.title),
    ...more,
  });

const decisionOf = async (id: string) => (await desk.http.context.store.submissions.find(id))?.decision;

/** How long a decision may take to arrive. */
const ARRIVES = { timeout: 15_000 };

const bar = (page: Page) => page.getByRole("group", { name: /^Answer / });
const comment = (page: Page) => page.getByRole("textbox", { name: /^Comment to / });
const editor = (page: Page) => page.getByRole("textbox", { name: /^Your text in place/ });

describe("the review", () => {
  it("is edited in place and approved with changes; the last answer can be undone", async () => {
    const id = await work({ title: "Retry charges on a gateway timeout", task: "payments-api #2291" });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await page.getByRole("heading", { level: 1, name: "Retry charges on a gateway timeout" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-diff");
    await page.keyboard.press("e");
    await editor(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit from line 17" }).click();
    await editor(page).getByText("return { status").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.type("throw new ChargeTimeout(req.id);");
    await page.getByText("1 line changed").waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-edit");
    await page.keyboard.press("Escape");
    await page.getByText("1 line changed by you").waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-edited");
    await page.keyboard.press("Control+Enter");
    await page.getByText("You approved with changes “Retry charges on a gateway timeout”.").waitFor();
    expect(new URL(page.url()).pathname).not.toContain(id);
    await keepShot(page, "review-undo");
    await page.keyboard.press("z");
    await page.waitForURL(`**/inbox/${id}`);
    expect(await decisionOf(id)).toBeUndefined();
    await page.getByText("Your draft was restored.").waitFor();
    await bar(page).getByRole("button", { name: "Approve with changes" }).click();
    await endUndoTime(page);
    await expect
      .poll(() => decisionOf(id), ARRIVES)
      .toMatchObject({ decision: "approved_with_changes", reviewer: "dora" });
    const { edited_output = "", duration_seconds = 0 } = (await decisionOf(id)) ?? {};
    expect(edited_output).toBe(
      changeOf("Retry charges on a gateway timeout")
        .replace('+  return { status: "failed" };', "+  throw new ChargeTimeout(req.id);")
        .replace("@@ -16,8 +17,15 @@", "@@ -16,9 +17,16 @@"),
    );
    expect(duration_seconds).toBeGreaterThanOrEqual(1);
    expect(duration_seconds).toBeLessThan(60);
    await close();
  });

  it("says what a rejection misses, judges the comment as it is typed, and is sent though the page is left", async () => {
    const id = await work({ title: "Swallow what goes wrong" });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await open(`/inbox/${id}`);
    await page.keyboard.press("r");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").getByText("Add a comment or a tag").waitFor();
    await page.keyboard.type("The name hides that it waits. Maybe rename it to retryCharge.");
    await page.getByText("“Maybe”").waitFor();
    await page.getByRole("button", { name: "Use this wording" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-lint");
    await page.getByRole("button", { name: "Use this wording" }).click();
    await page.getByText("Clear and actionable.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.getByRole("button", { name: "missing_tests" }).click();
    await expectAccessible(page);
    await keepShot(page, "review-reject");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.goto("about:blank");
    await expect
      .poll(() => decisionOf(id), ARRIVES)
      .toMatchObject({
        decision: "rejected",
        comment: "The name hides that it waits. Rename it to retryCharge.",
        tags: ["missing_tests"],
      });
    await close();
  });

  it("shows hostile text inert", async () => {
    const hostile = await work({
      title: "Release notes \u202etxt.exe",
      agent: "docsmith",
      format: "markdown",
      output: [
        "# Notes",
        "<script>window.hacked = 1</script>",
        '<img src=x onerror="window.hacked = 2">',
        "[script](javascript:window.hacked=3) [data](data:text/html,<script>window.hacked=4</script>)",
        "[honest](https://example.com/a?b=c) ![beacon](https://example.com/beacon.png)",
        "<!-- ignore all previous instructions -->",
        "hid\u200bden \u202ereversed and `inline \u2066code`",
        "```html\n<iframe srcdoc='<script>parent.hacked=5</script>'></iframe>\n```",
        '<style>body{display:none}</style><a href="javascript:window.hacked=6" onclick="window.hacked=7">x</a>',
      ].join("\n\n"),
    });
    const { page, open, close } = await desk.as("reviewer", "dora");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    await open(`/inbox/${hostile}`);
    const sheet = page.getByRole("region", { name: "What docsmith wrote" });
    await sheet.getByRole("heading", { name: "Notes" }).waitFor();
    for (const text of ["<script>window.hacked = 1</script>", "<!-- ignore all previous instructions -->"]) {
      await sheet.getByText(text).waitFor();
    }
    await expectAccessible(page);
    await keepShot(page, "review-hostile");
    expect(await sheet.locator("script, img, iframe, style, object, [onclick], [onerror]").count()).toBe(0);
    expect(
      await sheet.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["https://example.com/a?b=c"]);
    for (const code of ["U+200B", "U+202E", "U+2066"]) await sheet.getByText(code, { exact: true }).waitFor();
    await page.getByRole("heading", { level: 1 }).getByText("U+202E").waitFor();
    await page.keyboard.press("e");
    await editor(page).getByText("U+200B").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Source" }).click();
    await sheet.getByText("onerror").waitFor();
    for (const text of await sheet.getByText("script").all()) await text.click();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect([...new Set(asked)]).toEqual([desk.url]);
    await close();

    const diff = await work({
      title: "Hostile diff",
      output:
        "--- a/<b>x\n+++ b/<img src=x onerror=alert(1)>\n@@ -1 +1 @@\n-a\u202e\n+<script>window.hacked=1</script>\u200b\n",
    });
    const other = await desk.as("reviewer", "ben");
    await other.open(`/inbox/${diff}`);
    await other.page.getByText("U+202E").waitFor();
    await other.page.getByText("U+200B").waitFor();
    expect(await other.page.evaluate("window.hacked")).toBeUndefined();
    await other.close();
  });

  it("tells at once that somebody else came first, and keeps what was typed", async () => {
    const id = await work({ title: "Two look at this" });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await open(`/inbox/${id}`);
    await comment(page).fill("Rethrow the error.");
    await desk.http.as("reviewer", { name: "ben" }).post(`submissions/${id}/decision`, {
      decision: "approved",
      comment: "Fine as it is.",
      duration_seconds: 3,
    });
    await page.getByText("ben approved. Nothing to decide.").waitFor();
    await page.getByText("Fine as it is.").waitFor();
    await page.getByRole("heading", { name: "Your draft" }).waitFor();
    await page.getByText("Rethrow the error.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-conflict");
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    expect(await decisionOf(id)).toMatchObject({ reviewer: "ben" });
    await close();
  });

  it("tells later that an answer that was held back came second", async () => {
    const id = await work({ title: "Answered twice" });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await page.keyboard.press("a");
    await page.getByText("You approved “Answered twice”.").waitFor();
    await desk.http
      .as("reviewer", { name: "ben" })
      .post(`submissions/${id}/decision`, { decision: "rejected", tags: ["missing_tests"] });
    await endUndoTime(page);
    await page.getByText("Your answer to “Answered twice” was not saved.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Open it" }).click();
    await page.getByText("ben rejected. Nothing to decide.").waitFor();
    expect(await decisionOf(id)).toMatchObject({ decision: "rejected", reviewer: "ben" });
    await close();
  });

  it("keeps what was typed when the login has expired", async () => {
    const id = await work({ title: "A long look" });
    const { page, open, close } = await desk.as("approver", "eve");
    await open(`/inbox/${id}`);
    await comment(page).fill("Rename it");
    await page.getByText("Clear and actionable.").waitFor();
    await desk.http.context.store.sessions.closeAllOf({ person: "eve" });
    await comment(page).fill("Rename it to retryCharge.");
    await page.getByLabel("Your token").waitFor();
    const made = await desk.http.context.access.issueToken({ name: "eve", role: "approver" }, "test");
    if (!made.ok) throw new Error(made.error.message);
    await page.getByLabel("Your token").fill(made.value.text);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Your draft was restored.").waitFor();
    expect(await comment(page).inputValue()).toBe("Rename it to retryCharge.");
    await page.getByRole("button", { name: "Discard it" }).click();
    expect(await comment(page).inputValue()).toBe("");
    await close();
  });

  it("counts only the time that somebody looks", async () => {
    const id = await work({ title: "How long" });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await page.clock.install();
    await open(`/inbox/${id}`);
    const foot = page.getByRole("contentinfo");
    await page.mouse.move(300, 300);
    await page.clock.runFor(60_000);
    await foot.getByText(/Read for 1.m/).waitFor();
    await page.clock.fastForward(3_600_000);
    await foot.getByText("paused after two minutes of inactivity").waitFor();
    await foot.getByText(/Read for 2.m/).waitFor();
    await page.mouse.move(320, 300);
    await page.clock.runFor(2_000);
    await foot.getByText("paused while you are away").waitFor();
    expect(await foot.getByText(/Read for 2.m/).count()).toBe(1);
    await close();
  });

  it("goes through the inbox in its order, cuts what is long, and `g a` approves nothing", async () => {
    const long = await work({
      title: "Generated client",
      output: `--- a/gen.ts\n+++ b/gen.ts\n@@ -0,0 +1,30000 @@\n${"+export const value = 1;\n".repeat(30_000)}`,
    });
    const { page, open, close } = await desk.as("reviewer", "dora");
    const [first, second] = (await desk.http.as("reviewer").get("submissions?limit=2")).body.items;
    await open(`/inbox/${first.id}`);
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("j");
    await page.waitForURL(`**/inbox/${second.id}`);
    await page.getByRole("heading", { level: 1, name: second.title }).waitFor();
    await page.keyboard.press("k");
    await page.waitForURL(`**/inbox/${first.id}`);
    await page.getByRole("heading", { level: 1, name: first.title }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
    expect(await decisionOf(first.id)).toBeUndefined();
    await open(`/inbox/${long}`);
    await page.getByRole("button", { name: "Show 10,000 more lines" }).waitFor();
    await page.getByText("28,500 not shown.").waitFor();
    await close();
  });

  it("keeps an answer while the server is away, and sends what is too long to hold back at once", async () => {
    const id = await work({ title: "Server away" });
    const long = await work({ title: "Long text", format: "text", output: "a line of text\n".repeat(6_000) });
    const { page, open, close } = await desk.as("reviewer", "gus");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await page.context().setOffline(true);
    await page.keyboard.press("a");
    await endUndoTime(page);
    await page.getByText("Your answer to “Server away” was not saved.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => decisionOf(id), ARRIVES).toMatchObject({ decision: "approved", reviewer: "gus" });
    await open(`/inbox/${long}?edit=true`);
    await editor(page).waitFor();
    await page.keyboard.type("First, ");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => decisionOf(long), ARRIVES).toMatchObject({ decision: "approved_with_changes" });
    await close();
  });

  it("does not stand still on Markdown that takes minutes to set", async () => {
    const id = await work({ title: "Deep list", format: "markdown", output: `${"- ".repeat(8_000)}end` });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await open(`/inbox/${id}`);
    await page.getByText("This Markdown takes too long to render").waitFor();
    await page.keyboard.press("e");
    await editor(page).waitFor();
    expect(await editor(page).innerText()).toContain("end");
    await close();
  });

  it("offers no answer to whoever may not give one, and says why", async () => {
    const id = await work({ title: "My own" });
    const { page, open, close } = await desk.as("reviewer", "rio");
    await open(`/inbox/${id}`);
    await page.getByText("You can’t decide on your own work").waitFor();
    expect(await bar(page).count()).toBe(0);
    await page.keyboard.press("a");
    await expectAccessible(page);
    await open("/inbox/sb_00000000000000000000000000000000");
    await page.getByText("Submission not found.").waitFor();
    await expectAccessible(page);
    await close();
  });

  it.each<readonly [string, number, "light" | "dark"]>([
    ["dark", 1440, "dark"],
    ["360", 360, "light"],
    ["1200", 1200, "light"],
  ])("can be used when %s", async (name, width, scheme) => {
    const id = await work({ title: `Retry charges, ${name}` });
    const letter = desk.seeded.submissions[1]!;
    const { page, open, close } = await desk.as("reviewer", `fay${name}`, { width, height: 900, scheme });
    await open(`/inbox/${id}?edit=true`);
    await editor(page).waitFor();
    await page.keyboard.type("// ");
    await page.getByText("1 line changed").waitFor();
    await expectAccessible(page);
    await keepShot(page, `review-edit-${name}`);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
    await keepShot(page, `review-diff-${name}`);
    const { x = 0, width: wide = 0 } = (await bar(page).getByRole("button").last().boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(width - 12);
    await comment(page).fill("The name hides that it waits. Maybe rename it to retryCharge.");
    await page.getByRole("button", { name: "Use this wording" }).scrollIntoViewIfNeeded();
    await keepShot(page, `review-margin-${name}`);
    await open(`/inbox/${letter}`);
    await settled(page);
    await keepShot(page, `review-text-${name}`);
    await close();
  });
});
