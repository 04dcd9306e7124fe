import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { openChromium } from "./open-chromium.ts";

describe("18.12 npm run dev", () => {
  // A copy, because these tests edit sources that others read at the same time.
  const root = mkdtempSync(join(tmpdir(), "emend-dev-"));
  let dev: ChildProcess;
  let url = "";
  let output = "";
  let browser: Browser;

  const edit = (path: string, from: string, to: string): void => {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(root, path), text.replace(from, to));
  };
  const printed = async (pattern: RegExp): Promise<string> => {
    await expect.poll(() => output, { timeout: 120_000, interval: 200 }).toMatch(pattern);
    return pattern.exec(output)![1]!;
  };

  beforeAll(async () => {
    for (const name of [
      "src",
      "web",
      "scripts",
      "model",
      "catalogue",
      "package.json",
      "tsconfig.json",
      "test/free-port.ts",
    ])
      cpSync(name, join(root, name), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
    symlinkSync(resolve("node_modules"), join(root, "node_modules"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    dev = spawn(process.execPath, ["scripts/dev.ts", "--port", String(port), "--days", "7"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [dev.stdout!, dev.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    browser = await openChromium();
  });

  afterAll(async () => {
    await browser.close();
    dev.kill("SIGTERM");
    if (dev.exitCode === null) await once(dev, "exit");
    rmSync(root, { recursive: true, force: true });
  });

  it("18.12 serves the demo on one address, restarts the server and hot-reloads the page", async () => {
    const link = await printed(/(http:\S+\/login\?link=\S+)/);
    expect(link).toContain(`${url}/`);
    const page = await browser.newPage();
    // Unbundled, the app is some hundred requests, which take a while on a busy machine.
    page.setDefaultTimeout(120_000);
    await page.goto(link);
    await page.getByRole("button", { name: /log in/i }).click();
    await expect.poll(() => page.title(), { timeout: 120_000 }).toBe("Home · Emend");

    // A change of the server: the same address answers with it.
    edit("src/http/openapi.ts", 'title: "Emend"', 'title: "Changed"');
    const title = async (): Promise<unknown> => {
      const answer = await fetch(`${url}/openapi.json`);
      return answer.ok ? ((await answer.json()) as { info: { title: string } }).info.title : answer.status;
    };
    await expect.poll(title, { timeout: 60_000, interval: 300 }).toBe("Changed");

    // A change of the web app: the open page shows it without being loaded again.
    await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));
    const style = (): Promise<string> => page.evaluate("getComputedStyle(document.body).outlineStyle");
    writeFileSync(
      join(root, "web/src/app.css"),
      `${readFileSync("web/src/app.css", "utf8")}\nbody { outline-style: dotted; }\n`,
    );
    await expect.poll(style, { timeout: 60_000 }).toBe("dotted");
    expect(await page.evaluate("globalThis.loadedOnce")).toBe(true);
  }, 400_000);
});
