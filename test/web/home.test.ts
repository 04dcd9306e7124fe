import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookOver } from "./look-over.ts";
import { type Desk, keepShot, openDesk, settled } from "./open-desk.ts";

describe("the loop", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  }, 120_000);
  afterAll(() => desk?.close());

  it("is the first page: what waits, the week, who makes which mistake, and yesterday, in 0 steps", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/");
    await page.getByRole("heading", { name: "The loop", level: 1 }).waitFor();
    await page
      .getByRole("region", { name: "Waiting for you" })
      .getByRole("link", { name: /to review/ })
      .waitFor();
    const week = page.getByRole("heading", { name: "This week" });
    await week.waitFor();
    for (const stage of ["corrected", "recurred", "proposed", "approved", "stopped", "came back"])
      await page.getByRole("link", { name: new RegExp(`^[\\d,]+ ?${stage}$`) }).waitFor();
    await page.getByRole("table", { name: "How often each agent made the most common mistakes" }).waitFor();
    expect(await page.getByRole("heading", { name: "Yesterday" }).count()).toBe(1);
    await keepShot(page, "home");
    await close();
  });

  it("keeps the window, the agent and the day in the address", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/");
    await page.getByText("90 days", { exact: true }).click();
    await page.waitForURL(/window=90d/);
    await page.getByRole("button", { name: "day before" }).click();
    await page.waitForURL(/day=\d{4}-\d{2}-\d{2}/);
    await page.getByRole("link", { name: "rio", exact: true }).first().click();
    await page.waitForURL(/agent=rio/);
    await page.getByRole("link", { name: "the week before" }).click();
    await page.waitForURL(/until=/);
    await page.getByRole("link", { name: "this week" }).click();
    await page.waitForURL((url) => !url.search.includes("until"));
    await settled(page);
    expect(new URL(page.url()).searchParams.get("window")).toBe("90d");
    await close();
  });

  it("is usable by everybody in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, "/", "home")).toEqual([]);
  });
});

describe("an empty store", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ empty: true });
  }, 120_000);
  afterAll(() => desk?.close());

  it("becomes a first rule in the browser alone, in 8 steps", async () => {
    const { page, open, close } = await desk.as("admin", "ana");
    await open("/");
    await page.getByRole("heading", { name: "Welcome", level: 1 }).waitFor();
    await keepShot(page, "welcome");
    await page.getByLabel("Name of the agent").fill("rio");
    await page.getByRole("button", { name: "Make the agent" }).click();
    await page.getByText("rio has a token for 90 days.").waitFor();
    const block = page.locator("pre[aria-label^='To connect']");
    await page.getByText("API", { exact: true }).click();
    const command = (await block.textContent()) ?? "";
    const [, token] = /Bearer (emd_\S+)"/.exec(command) ?? [];
    expect(command).toContain(`${desk.url}/api/v1/agents/rio/rules`);
    await page.getByText("Waiting for the first call …").waitFor();
    const answer = await fetch(`${desk.url}/api/v1/agents/rio/rules`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    await page.getByText(/^Heard from rio \d+\s?s ago/).waitFor({ timeout: 15_000 });
    await page.getByLabel("Your correction").fill("Close the file before you return.");
    await page.getByRole("button", { name: "Record it" }).click();
    await page.getByRole("link", { name: "“Close the file before you return.”" }).waitFor();
    const rule = page.getByLabel("The rule, as the agent should read it");
    expect(await rule.inputValue()).toBe("Close the file before you return.");
    await page.getByRole("button", { name: "Propose it" }).click();
    await page.getByRole("link", { name: "Decide on it" }).click();
    await page.waitForURL("**/proposals");
    await close();
  });

  it("can be opened again, and has a block that works for every client", async () => {
    const { page, open, close } = await desk.as("admin", "ben");
    await open("/?welcome=yes");
    await page.getByRole("heading", { name: "Connect an agent", level: 1 }).waitFor();
    for (const name of [
      "Claude Code",
      "Cursor",
      "Codex",
      "Gemini CLI",
      "OpenCode",
      "GitHub",
      "CI",
      "MCP",
      "API",
    ]) {
      await page.getByText(name, { exact: true }).click();
      const text = (await page.getByLabel(`To connect ${name}`).textContent()) ?? "";
      expect(text).toMatch(/emend|emd_your_token/);
      expect(text.startsWith("{") ? JSON.parse(text) : {}).toBeTypeOf("object");
    }
    await close();
    expect(await lookOver(desk, "/?welcome=yes", "welcome")).toEqual([]);
  });
});
