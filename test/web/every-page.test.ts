import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyPage, type AppPage } from "./every-page.ts";
import { type Desk, expectAccessible, openDesk, settled } from "./open-desk.ts";
import { SAID, sayAndEvaluate } from "./seed-feedback.ts";

/** How far content may move while a page loads, as browsers score it. */
const MOST_SHIFT = 0.1;

const SHIFT = `{
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}`;

/** What is wider than the window. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map((each) => each.outerHTML.slice(0, 160))`;

interface Violation {
  readonly at: readonly string[];
}

/** What the bar at the foot of a phone covers half can be scrolled out from under it, which axe does not know. */
const COVERED = "because it is partially obscured";

let desk: Desk;
let pages: readonly AppPage[];
beforeAll(async () => {
  desk = await openDesk();
  await sayAndEvaluate(desk.http.context, SAID);
  pages = await everyPage(async (path) => (await desk.http.as("admin", { name: "root" }).get(path)).body);
}, 240_000);
afterAll(() => desk?.close());

describe("every page of the route table", () => {
  it.each([
    { shape: "in light", scheme: "light", width: 1440, height: 900 },
    { shape: "in dark", scheme: "dark", width: 1440, height: 900 },
    { shape: "on a small screen", scheme: "light", width: 1024, height: 768 },
    { shape: "on a phone", scheme: "light", width: 390, height: 844 },
  ] as const)(
    "is usable by everybody, fits and holds still $shape",
    async ({ scheme, width, height }) => {
      const { page, open, close } = await desk.as("admin", "mo", { scheme, width, height });
      await page.addInitScript({ content: SHIFT });
      const faults: unknown[] = [];
      for (const { name, path } of pages) {
        await open(path);
        await settled(page);
        const shift = await page.evaluate<number>("globalThis.shift");
        if (shift >= MOST_SHIFT)
          faults.push([name, "moves while it loads", Math.round(shift * 1_000) / 1_000]);
        await expectAccessible(page).catch((error: unknown) => {
          const found = (error as { readonly actual?: readonly Violation[] }).actual;
          if (found === undefined) throw error;
          const real = found.filter(({ at }) => at.some((each) => !each.includes(COVERED)));
          if (real.length > 0) faults.push([name, real]);
        });
        const wide = await page.evaluate<readonly string[]>(TOO_WIDE);
        if (wide.length > 0) faults.push([name, "is too wide", wide]);
      }
      expect(faults).toEqual([]);
      expect(pages.length).toBeGreaterThan(25);
      await close();
    },
    600_000,
  );
});
