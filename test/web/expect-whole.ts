import type { Page } from "playwright-core";
import { expectAccessible } from "./open-desk.ts";

/** As `expectAccessible`, with the whole page in view: a link half under the bar at the foot is no fault of the page. */
export async function expectWhole(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
  await expectAccessible(page);
  await page.setViewportSize(size);
}
