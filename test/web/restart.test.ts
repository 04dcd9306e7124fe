import { afterAll, beforeAll, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { type Desk, expectAccessible, openDesk } from "./open-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

it("says that the server is gone, keeps what was written, and goes on by itself once it is back", async () => {
  const { page, open, close } = await desk.as("reviewer", "ana");
  await open("/inbox");
  await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
  await page.keyboard.press("f");
  await page.keyboard.type("rio");
  const filter = page.locator("input:focus");
  await desk.cut();
  const banner = page.getByRole("alert").filter({ hasText: "Can’t reach the server." });
  await banner.waitFor();
  await expectAccessible(page);
  const title = "Settle while the server is away";
  await handIn(desk.http.context.store.submissions, {
    agent: "rio",
    gate: "Before merge",
    title,
    output: "settle()\n",
  });
  await desk.mend();
  await banner.waitFor({ state: "detached" });
  expect(await filter.inputValue()).toBe("rio");
  await page
    .getByText(title)
    .or(page.getByRole("button", { name: /^(?:Show it|Refresh)/ }))
    .first()
    .waitFor();
  await close();
});
