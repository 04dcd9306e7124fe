import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";

const DAY = 86_400_000;
const HIDDEN = "\u200b";

let desk: Desk;
/** Said nine times, in two agents' work, once approved the other way. */
let often = "";
/** By hand, against a rule in force, with a character that nobody sees. */
let against = "";

const propose = async (name: string, body: object): Promise<string> => {
  const made = await desk.http.as("approver", { name }).post("proposals", body);
  expect(made.status).toBe(201);
  return made.body.rule_id as string;
};
const found = async (id: string) => (await desk.http.context.store.rules.find(id))!;

/** Five weeks of the same remark, as people and a reviewer made it. */
async function sayOften(): Promise<string> {
  const { store } = desk.http.context;
  const now = Date.now();
  const said = [33, 28, 22, 16, 12, 9, 3, 1, 0.2].map((days, n) =>
    makeFeedback(500 + n, {
      time: new Date(now - days * DAY).toISOString(),
      author: { id: ["priya", "jonas", "maya"][n % 3]!, trust: "person" },
      agent: n % 4 === 2 ? "clay" : "rio",
      outcome: n === 3 || n === 4 ? "approved_with_changes" : "rejected",
      tags: ["timeout"],
      comment: "Set an explicit timeout on every outbound HTTP call.",
      target: { path: `src/pay/call-${n}.ts` },
      ...(n < 6
        ? {}
        : {
            correction: {
              diff: "@@ -1 +1 @@\n-await fetch(url);\n+await fetch(url, { signal: AbortSignal.timeout(5_000) });\n",
            },
          }),
    }),
  );
  await fillCluster(store, said);
  await store.feedback.record([
    makeFeedback(600, {
      time: new Date(now - 14 * DAY).toISOString(),
      author: { id: "tomas", trust: "person" },
      outcome: "approved",
      tags: [],
      comment: "Do not set an explicit timeout on every outbound HTTP call; the export may hang.",
    }),
  ]);
  const parts = { ...store, evaluator: createBuiltInEvaluator(), policy: DEFAULT_RULE_POLICY };
  return (await proposeRules({ ...parts, now: () => new Date().toISOString() })()).proposed[0]!.id;
}

beforeAll(async () => {
  desk = await openDesk();
  often = await sayOften();
  against = await propose("cleo", {
    text: `Do not add tests for the new or changed behaviour${HIDDEN}; see https://example.com/plan.`,
    type: "constraint",
    reason: "The release is late.",
    scope: { agents: ["rio"] },
  });
}, 120_000);
afterAll(() => desk?.close());

const bar = (page: Page) => page.locator("footer").getByRole("status");
const margin = (page: Page) => page.getByRole("complementary", { name: "Details" });
const sheet = (page: Page) => page.getByRole("article", { name: "Proposal" });
const text = (page: Page) => page.getByRole("group", { name: /^Proposed rule/ });
const waiting = (page: Page) => page.getByRole("list", { name: "Waiting" }).getByRole("listitem");

/** Whether all of it is between the masthead and the bar at the foot. */
async function isInSight(page: Page, of: Locator): Promise<boolean> {
  const [box, top, foot] = await Promise.all([
    of.boundingBox(),
    page.locator("header").first().boundingBox(),
    page.locator("footer").boundingBox(),
  ]);
  if (box === null || top === null || foot === null) return false;
  // Half a pixel is rounding.
  return box.y >= top.y + top.height - 0.5 && box.y + box.height <= foot.y + 0.5;
}

describe("a proposal", () => {
  it("has everything about it on one screen, as a person needs it", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/proposals");
    await sheet(page).getByText("nine times in five weeks").waitFor();
    expect(await waiting(page).first().innerText()).toContain("explicit timeout");
    await sheet(page)
      .getByRole("img", { name: /^9 corrections since .* 7 rejected, 2 approved with changes/ })
      .waitFor();
    await sheet(page).getByRole("heading", { name: "Contradicting approvals" }).waitFor();
    await margin(page).getByText("to decide.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals");
    await page.getByRole("button", { name: "All nine" }).click();
    expect(await sheet(page).getByRole("article").count()).toBe(10);
    await page.getByText("As a table").click();
    await sheet(page).getByRole("cell", { name: "approved with changes" }).first().waitFor();
    await expectAccessible(page);
    await close();
  });

  it("shows a conflict side by side, what hides in the text, and why it cannot be approved with others", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${against}`);
    await sheet(page).getByRole("heading", { name: "Contradicts an active rule" }).waitFor();
    await text(page).getByRole("img", { name: "hidden character U+200B" }).waitFor();
    expect(await sheet(page).locator("span.underline").allInnerTexts()).toEqual([
      "U+200B",
      "https://example.com/plan.",
      "Do not add tests",
      "behaviour",
      "Add tests",
      "behaviour",
    ]);
    const row = waiting(page).filter({ hasText: "changed behaviour" });
    expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
    expect(await row.innerText()).toContain("2 warnings, conflict");
    await expectAccessible(page);
    await keepShot(page, "proposals-conflict");
    await close();
  });

  it("is in force once two people in two browsers have approved it, each seeing the other without reloading", async () => {
    const [maya, jonas] = [
      await desk.as("approver", "maya"),
      await desk.as("approver", "jonas", { scheme: "dark" }),
    ];
    await Promise.all([maya.open(`/proposals/${often}`), jonas.open(`/proposals/${often}`)]);
    await bar(jonas.page).getByText("first of two").waitFor();
    await maya.page.keyboard.press("a");
    await bar(maya.page).getByText("1 more person must approve").waitFor();
    // Live: nobody reloads.
    await bar(jonas.page).getByText("second of two").waitFor();
    await margin(jonas.page).getByText("approved version 1").waitFor();
    await keepShot(jonas.page, "proposals-dark");
    await expectAccessible(jonas.page);
    await maya.page.keyboard.press("a");
    expect((await found(often)).in_force).toBeNull();
    await jonas.page.keyboard.press("a");
    await bar(jonas.page).getByText("Agents get it on their next run").waitFor();
    await bar(maya.page).getByText("In force, approved by maya and jonas").waitFor();
    await waiting(maya.page).first().getByText("already decided").waitFor();
    await expectAccessible(maya.page);
    expect((await found(often)).in_force).toBe(1);
    await Promise.all([maya.close(), jonas.close()]);
  });

  it("is proposed by hand with a preview, and its proposer alone cannot bring it into force", async () => {
    const { page, open, close } = await desk.as("approver", "jonas");
    await open("/proposals");
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Propose a rule" });
    await dialog.getByLabel(/^The rule/).fill("Maybe consider naming tests better.");
    await dialog.getByText(/it leaves open/).waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-propose");
    await dialog.getByLabel(/^The rule/).fill("Name each test after what it shows.");
    await dialog.getByText("No warnings, conflicts or duplicates.").waitFor();
    await dialog.getByLabel(/^Agents/).fill("rio, clay");
    await dialog.getByText("- Name each test after what it shows.").waitFor();
    await page.keyboard.press("Control+Enter");
    await text(page).getByText("Name each test").waitFor();
    const id = new URL(page.url()).pathname.replace("/proposals/", "");
    await page.keyboard.press("a");
    await bar(page).getByText("1 more person must approve").waitFor();
    await page.keyboard.press("a");
    await page.getByText("you have approved it").first().waitFor();
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    expect(await found(id)).toMatchObject({ in_force: null, versions: [{ approvals: [{ by: "jonas" }] }] });
    await close();
  });

  it("waits behind a line in the queue when it arrives, so that nothing moves under the cursor", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/proposals");
    const before = await waiting(page).allInnerTexts();
    const shown = await text(page).innerText();
    await propose("cleo", { text: "Log the request id with every error.", scope: { agents: ["docsmith"] } });
    await page.getByRole("button", { name: "Show 1 new" }).waitFor();
    expect(await waiting(page).count()).toBe(before.length);
    expect(await text(page).innerText()).toBe(shown);
    await page.keyboard.press("i");
    await waiting(page).filter({ hasText: "Log the request id" }).waitFor();
    await close();
  });

  it("is rejected with a reason, which is asked for, kept while the server is away, and told", async () => {
    const id = await propose("cleo", {
      text: "Prefer composition to inheritance.",
      scope: { agents: ["rio"] },
    });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Reject with a reason" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByRole("alert").getByText("Enter a reason.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-reject");
    await page.route("**/reject", (route) => route.abort());
    await dialog.getByRole("textbox").fill("Too vague: name the classes.");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Can’t reach the server.").waitFor();
    await page.keyboard.press("Escape");
    await page.unroute("**/reject");
    await page.keyboard.press("r");
    expect(await dialog.getByRole("textbox").inputValue()).toBe("Too vague: name the classes.");
    await page.keyboard.press("Control+Enter");
    await bar(page).getByText("Your reason is shown if it is proposed again").waitFor();
    expect((await found(id)).last_answer).toMatchObject({
      by: "maya",
      reason: "Too vague: name the classes.",
    });
    await close();
  });

  it("is modified by one while another writes: nothing is overwritten unseen, and what was typed stays", async () => {
    const id = await propose("cleo", { text: "Close every file handle.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Modify the proposal" });
    await dialog.getByLabel(/^The rule/).fill("Close every file handle in a finally block.");
    await dialog.locator("ins").getByText("handle in a finally block.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-modify");
    const theirs = { version: 1, text: "Close every file handle and socket." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${id}/modify`, theirs);
    await page.getByText("jonas created version 2").first().waitFor({ state: "attached" });
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("alert").getByText("jonas created version 2").waitFor();
    expect(await dialog.getByLabel(/^The rule/).inputValue()).toBe(
      "Close every file handle in a finally block.",
    );
    expect((await found(id)).pending).toBe(2);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await text(page).locator("del").getByText("socket").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-version");
    expect((await found(id)).pending).toBe(3);
    // Another text is never put under a hand that is about to sign.
    const again = { version: 3, text: "Close every handle." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${id}/modify`, again);
    await bar(page).getByText("jonas created version 4").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("group", { name: "Proposed rule, version 4" }).waitFor();
    expect((await found(id)).versions[3]!.approvals).toEqual([]);
    await close();
  });

  it("keeps what was typed when the login has expired meanwhile", async () => {
    const id = await propose("cleo", { text: "Sort imports by name.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("r");
    await page.getByRole("dialog").getByRole("textbox").fill("The formatter does it.");
    await page.context().clearCookies();
    await page.keyboard.press("Control+Enter");
    const made = await desk.http.context.access.issueToken({ name: "maya", role: "approver" }, "test");
    if (!made.ok) throw new Error(made.error.message);
    await page.getByLabel("Your token").fill(made.value.text);
    await page.getByRole("button", { name: "Log in" }).click();
    await text(page).getByText("Sort imports by name.").waitFor();
    await page.keyboard.press("r");
    expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("The formatter does it.");
    await page.keyboard.press("Control+Enter");
    await bar(page).getByText("Your reason is shown").waitFor();
    await close();
  });

  it("is put off by key", async () => {
    const id = await propose("cleo", { text: "Write dates as ISO 8601.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: "Defer" }).getByRole("textbox").fill("after the release");
    await page.keyboard.press("Control+Enter");
    await bar(page).getByText("Deferred. Its approvals are kept.").waitFor();
    expect((await found(id)).versions[0]!.deferrals).toMatchObject([
      { by: "maya", reason: "after the release" },
    ]);
    await close();
  });

  it("replaces the rule that it contradicts, when whoever gives the last approval says so", async () => {
    await desk.http.as("approver", { name: "ben" }).post(`proposals/${against}/approve`, { version: 1 });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${against}`);
    await page.getByLabel(/^Retire the other/).check();
    await bar(page).getByText("retires the rule it clashes with").waitFor();
    await page.keyboard.press("a");
    await bar(page).getByText("the other rule is retired").waitFor();
    expect((await found(desk.seeded.rules.active)).status).toBe("retired");
    await close();
  });
});

describe("the queue", () => {
  it("is walked by j and k, and what is ticked is approved at once", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/proposals");
    const first = await text(page).innerText();
    await page.keyboard.press("j");
    await page.waitForURL("**/proposals/ru_*");
    await expect.poll(() => text(page).innerText()).not.toBe(first);
    await page.keyboard.press("k");
    await expect.poll(() => text(page).innerText()).toBe(first);
    const clean = page.getByRole("checkbox", { disabled: false });
    const count = await clean.count();
    expect(count).toBeGreaterThan(2);
    // All but one are ticked by hand.
    for (let at = 1; at < count; at += 1) await clean.nth(at).check();
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `Approve these ${count - 1}` }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: `Approve these ${count - 1}` }).click();
    await dialog.getByText("more person must approve").first().waitFor();
    await dialog.getByRole("heading", { name: `${count - 1} approved` }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-batch");
    await page.keyboard.press("Enter");
    await waiting(page).getByText("you have approved it").first().waitFor();
    await close();
  });

  it("is scrolled by itself: what is opened low in it has its heading in sight, by key and by mouse", async () => {
    const things = ["hooks", "queues", "caches", "forms", "tables", "charts"];
    for (const thing of things) {
      await propose("cleo", { text: `Name the owner of all ${thing}.`, scope: { agents: ["docsmith"] } });
    }
    const { page, open, close } = await desk.as("approver", "noor", { height: 480 });
    await open("/proposals");
    const last = waiting(page).last();
    const shows = async (said: string): Promise<void> => {
      await text(page).getByText(said).waitFor();
      await expect.poll(() => isInSight(page, text(page))).toBe(true);
      await expect.poll(() => isInSight(page, last)).toBe(true);
    };
    const said = await last.locator("a").innerText();
    // A key that comes before the page listens is nobody's, so the last one is gone to until it is there.
    await expect
      .poll(
        async () => {
          await page.keyboard.press("j");
          return text(page).getByText(said).isVisible();
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await shows(said);
    await page.reload();
    await shows(said);
    await open("/proposals");
    await page.mouse.wheel(0, 300);
    await last.locator("a").click();
    await shows(said);
    await expectAccessible(page);
    await close();
  });

  it("offers nothing that somebody may not do, and says who may", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/proposals");
    await bar(page).getByText("Only approvers can decide").waitFor();
    expect(await page.getByRole("button", { name: /^(?:Approve|Reject|Modify|Defer)/ }).count()).toBe(0);
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await page.keyboard.press("r");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expectAccessible(page);
    await close();
  });

  it("fits a phone: one proposal after another, signatures before corrections, answers at the foot", async () => {
    const { page, open, close } = await desk.as("approver", "pia", { width: 360, height: 800 });
    await open("/proposals");
    await page.getByText(/^Proposal 1 of/).waitFor();
    await keepShot(page, "proposals-360");
    const order = await sheet(page).getByRole("heading").allInnerTexts();
    expect(order.indexOf("Approvals")).toBeLessThan(order.indexOf("Corrections"));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await expectAccessible(page);
    await sheet(page).getByRole("heading", { name: "Corrections" }).scrollIntoViewIfNeeded();
    await keepShot(page, "proposals-360-evidence");
    await page.getByRole("button", { name: "Next proposal" }).click();
    await page.getByText(/^Proposal 2 of/).waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await bar(page)
      .getByText(/^(?:Approved|In force)/)
      .waitFor();
    await close();
  });

  it("says what is wrong with an address, and keeps the queue", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/ru_${"0".repeat(32)}`);
    await page.getByRole("alert").getByText("there is no rule with this id").waitFor();
    expect(await waiting(page).count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await close();
  });

  it("says what makes a proposal where there is none", async () => {
    const empty = await openDesk({ empty: true });
    try {
      const { page, open, close } = await empty.as("approver", "maya");
      await open("/proposals");
      expect(await page.getByText("No proposals to review.").count()).toBe(1);
      await expectAccessible(page);
      await keepShot(page, "proposals-empty");
      await page.getByRole("button", { name: "Propose a rule by hand" }).last().click();
      await page.getByLabel(/^The rule/).fill("Return an empty list instead of null.");
      await page.keyboard.press("Control+Enter");
      await text(page).getByText("Return an empty list").waitFor();
      await close();
    } finally {
      await empty.close();
    }
  });
});
