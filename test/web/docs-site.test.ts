import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { openDocsFiles } from "../../src/http/web-files.ts";
import { listen, type Listening } from "../../src/http/listen.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { sharedChromium } from "./open-chromium.ts";
import { expectAccessible, keepShot } from "./open-desk.ts";

const docs = openDocsFiles();
if (docs === undefined) throw new Error("the documentation is not built; run `npm run build`");

let http: HttpSession;
let server: Listening;
let url: string;
beforeAll(async () => {
  http = await openHttp({ docs });
  server = await listen((request, env) => http.app.fetch(request, env), { host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${server.port}/docs`;
});
afterAll(async () => {
  await server?.stop();
  await http?.close();
});

let context: BrowserContext;
let page: Page;
let complaints: string[];
beforeEach(async () => {
  const browser = await sharedChromium();
  context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce" });
  page = await context.newPage();
  complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
});
afterEach(async () => {
  await context.close();
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
});

const background = (): Promise<string> =>
  page.evaluate("getComputedStyle(document.documentElement).backgroundColor");

describe("the documentation", () => {
  it("is searched by the keyboard alone", async () => {
    await page.goto(`${url}/tour.html`);
    await page.keyboard.press("/");
    await page.keyboard.type("approve a rule");
    const options = page.getByRole("option");
    await options.first().waitFor();
    await expectAccessible(page);
    const approve = options.filter({ hasText: "emend rules approve" });
    while ((await approve.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/reference/cli.html#emend-rules-approve`);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zzzzqqqq");
    await page.getByText("Nothing in the documentation is about").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("remembers light or dark, for the app too, from the first paint on", async () => {
    await page.goto(`${url}/`);
    const light = await background();
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.goto(`${url}/learn.html`, { waitUntil: "commit" });
    await page.waitForSelector("body", { state: "attached" });
    expect(await background()).toBe(dark);
    expect(await page.evaluate("localStorage.getItem('emend.theme')")).toBe("dark");
  });

  it("leads from the old addresses of the API reference to its page", async () => {
    await page.goto(`${url}#op-approveProposal`);
    await page.waitForURL(`${url}/reference/api.html#op-approveProposal`);
    await page.goto(`${url}?q=postgres`);
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option").first().textContent()).toContain("PostgreSQL");
  });

  it("can be read without JavaScript, and on a phone the sidebar opens", async () => {
    const plain = await (
      await sharedChromium()
    ).newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const phone = await plain.newPage();
    await phone.goto(`${url}/guides/claude-code.html`);
    await phone.getByRole("button", { name: "Menu" }).click();
    await phone
      .getByRole("navigation", { name: "Documentation" })
      .getByRole("link", { name: "Cursor" })
      .click();
    await phone.waitForURL(`${url}/guides/cursor.html`);
    expect(await phone.getByRole("heading", { level: 1 }).textContent()).toBe("Cursor");
    await plain.close();
  });

  it.each([
    { shape: "light", colorScheme: "light", width: 1280, height: 900 },
    { shape: "dark", colorScheme: "dark", width: 1280, height: 900 },
    { shape: "phone", colorScheme: "light", width: 390, height: 844 },
  ] as const)("is usable by everybody and fits ($shape)", async ({ shape, colorScheme, width, height }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    for (const path of ["", "guides/claude-code.html", "quality.html"]) {
      await page.goto(`${url}/${path}`);
      await expectAccessible(page);
      await keepShot(page, `docs-${path.replaceAll(/\W/g, "-")}-${shape}`);
      expect([path, await page.evaluate("document.documentElement.scrollWidth > innerWidth")]).toEqual([
        path,
        false,
      ]);
    }
  });
});
