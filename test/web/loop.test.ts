import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedServer, startServer } from "../start-server.ts";
import { openChromium } from "./open-chromium.ts";
import { settled } from "./open-desk.ts";

let folder: string;
let server: StartedServer;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-whole-loop-"));
  server = await startServer(["--port", "0"], { cwd: folder });
  browser = await openChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, token: string, body: unknown): Promise<Record<string, never>> => {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, never>;
};

/** A token for somebody, made by the administrator whom the first start let in. */
const tokenFor = async (who: Readonly<Record<string, string>>): Promise<string> =>
  (await ask("tokens", server.token!, who))["text"]!;

/** Logs in with keys alone: the field of the login page has to be reached by Tab. */
async function logIn(name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/inbox`);
  await page.getByLabel("Your token").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type(await tokenFor({ name, role: "approver" }));
  await page.keyboard.press("Enter");
  await settled(page);
  return page;
}

const WRONG = [
  "The new endpoint has no test. Add one that fails without the change.",
  "Please add a test for the refund path; nothing covers it.",
  "No tests again: cover the empty cart before this goes in.",
];

it("003.9: three corrections become an approved rule in the prompt, by keyboard alone, in two browsers", async () => {
  const rio = await tokenFor({ name: "rio's token", role: "agent", agent: "rio" });
  for (const [at] of WRONG.entries()) {
    await ask("submissions", rio, {
      gate: "Before merge",
      title: `Change ${at}`,
      output: `change(${at});\n`,
    });
  }
  const [ana, ben] = [await logIn("ana"), await logIn("ben")];
  for (const words of WRONG) {
    await ana.keyboard.press("r");
    await ana.getByRole("dialog").waitFor();
    await ana.keyboard.type(words);
    await ana.keyboard.press("Control+Enter");
    await ana.getByRole("dialog").waitFor({ state: "detached" });
  }
  // Held for a few seconds so that they can be undone; leaving for another page sends nothing twice.
  await ben.keyboard.press("g");
  await ben.keyboard.press("p");
  await ana.keyboard.press("g");
  await ana.keyboard.press("p");
  // The proposal comes by itself: it was learned in the background, and the page is live.
  for (const [page, heading] of [
    [ana, "Approvals"],
    [ben, "Approvals"],
  ] as const) {
    await page.getByRole("heading", { name: heading }).waitFor({ timeout: 60_000 });
  }
  await ana.keyboard.press("a");
  await ben
    .getByText(/1 of 2/)
    .first()
    .waitFor({ timeout: 20_000 });
  await ben.keyboard.press("a");
  await expect
    .poll(async () => (await ask("agents/rio/prompt", rio, { base_prompt: "You are rio.\n" }))["prompt"], {
      timeout: 30_000,
    })
    .toMatch(/test/);
  await ana.keyboard.press("g");
  await ana.keyboard.press("r");
  await ana.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  await expect.poll(() => ana.getByRole("main").innerText(), { timeout: 20_000 }).toMatch(/test/);
}, 180_000);
