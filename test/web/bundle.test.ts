import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, openDesk } from "./open-desk.ts";

const ASSETS = "dist/web/assets";
/** Of script, in the form that travels. */
const MAX_GZIP = 200_000;
/** Each is a request of its own before the page is there. */
const MAX_FILES = 6;
/** The promise is one second on a machine that does nothing else; tests share theirs. */
const MAX_INTERACTIVE_MS = 4_000;

/** A part and everything that it cannot start without; what is loaded later is not among it. */
function startOf(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const text = readFileSync(join(ASSETS, name), "utf8");
    for (const [, part] of text.matchAll(/(?:from|import)\s{0,4}["']\.\/([\w.-]+\.js)["']/g))
      open.push(part!);
  }
  return found;
}

const gzipped = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(ASSETS, name))).length, 0);

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

describe("what the inbox costs to open", () => {
  it("is at most 200 KB of compressed script; editors and other pages are apart", () => {
    const page = readFileSync("dist/web/index.html", "utf8");
    const entries = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!);
    const inbox = readdirSync(ASSETS).filter((name) => /^inbox-page-.+\.js$/.test(name));
    expect(entries).not.toEqual([]);
    expect(inbox).toHaveLength(1);
    const bytes = gzipped(startOf([...entries, ...inbox]));
    process.stderr.write(`the inbox starts with ${bytes} bytes of compressed script\n`);
    expect(bytes).toBeLessThan(MAX_GZIP);
  });

  it("fetches nothing more than that before it can be used", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    const fetched = new Set<string>();
    page.on("request", (request) => {
      const [, name] = /\/assets\/([\w.-]+\.js)$/.exec(request.url()) ?? [];
      if (name !== undefined) fetched.add(name);
    });
    await open("/inbox");
    await page.locator("[data-row]").first().waitFor();
    expect(gzipped(fetched)).toBeLessThan(MAX_GZIP);
    expect(fetched.size).toBeLessThanOrEqual(MAX_FILES);
    expect([...fetched].filter((name) => /codemirror|editor|merge|markdown/i.test(name))).toEqual([]);
    await close();
  });

  it("asks for what waits without waiting for who is logged in", async () => {
    const { page, close } = await desk.as("reviewer", "ana");
    const listed = page.waitForRequest(/\/submissions\?limit=/);
    await page.route("**/api/v1/session", async (route) => {
      await listed;
      await route.continue();
    });
    await page.goto(`${desk.url}/inbox`);
    await page.locator("[data-row]").first().waitFor();
    expect((await (await listed).response())?.status()).toBe(200);
    await close();
  });

  it("can be used soon after it is asked for", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/rules");
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await page.goto(`${desk.url}/inbox`, { waitUntil: "commit" });
      await page.locator("[data-row]").first().waitFor();
      await page.keyboard.press("j");
      await page.locator("[data-row]:focus").waitFor();
      taken.push(await page.evaluate<number>("performance.now()"));
    }
    const best = Math.round(Math.min(...taken));
    process.stderr.write(
      `the inbox answers a key ${best} ms after it was asked for (of ${taken.map((ms) => Math.round(ms)).join(", ")})\n`,
    );
    expect(best).toBeLessThan(MAX_INTERACTIVE_MS);
    await close();
  });
});
