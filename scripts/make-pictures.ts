// Takes docs/pictures: every page of the app on the demo's store, in light, in dark and on a phone. Needs Chromium and a
// built app (`npm run build`). `node scripts/make-pictures.ts inbox` takes those whose name contains a text.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../test/free-port.ts";
import { everyPage } from "../test/web/every-page.ts";
import { openChromium } from "../test/web/open-chromium.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const bin = join(here, "dist/bin.js");
const target = join(here, "docs/pictures/pages");
const [only = ""] = process.argv.slice(2);

const SHAPES = [
  { suffix: "light", colorScheme: "light", width: 1440, height: 900 },
  { suffix: "dark", colorScheme: "dark", width: 1440, height: 900 },
  { suffix: "phone", colorScheme: "light", width: 390, height: 844 },
] as const;

const folder = mkdtempSync(join(tmpdir(), "emend-pictures-"));
const store = join(folder, "emend.db");
const port = String(await freePort());
execFileSync(process.execPath, [bin, "demo", "--store", store], { stdio: "ignore" });
const server = spawn(process.execPath, [bin, "demo", "--serve", "--store", store, "--port", port]);
try {
  const link = await new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer): void => {
      const found = /http:\S+\/login\?link=\S+/.exec(String(data));
      if (found !== null) resolve(found[0]);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("exit", () => reject(new Error("the demo did not start")));
  });
  const browser = await openChromium();
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForSelector("main#main");
  const { origin } = new URL(link);
  const pages = await everyPage(async (path) =>
    (await context.request.get(`${origin}/api/v1/${path}`)).json(),
  );
  mkdirSync(target, { recursive: true });
  for (const { name, path } of pages.filter((each) => each.name.includes(only))) {
    for (const { suffix, colorScheme, width, height } of SHAPES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.goto(`${origin}${path}`);
      await page.waitForSelector("main#main");
      await page.locator("[aria-busy=true], .skeleton").first().waitFor({ state: "detached" });
      await page.screenshot({ path: join(target, `${name}-${suffix}.webp`), type: "webp", quality: 55 });
    }
    console.log(name);
  }
  await browser.close();
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
