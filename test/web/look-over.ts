import { type Desk, expectAccessible, keepShot, settled } from "./open-desk.ts";

const SHAPES = [
  { suffix: "light", scheme: "light", width: 1440, height: 900 },
  { suffix: "dark", scheme: "dark", width: 1440, height: 900 },
  { suffix: "360", scheme: "light", width: 360, height: 740 },
] as const;

/**
 * Keeps how a page looks in light, in dark and on a phone, and checks that everybody can use each; answers in which of them
 * it is wider than the window.
 */
export async function lookOver(desk: Desk, path: string, name: string): Promise<readonly string[]> {
  const { page, open, close } = await desk.as("admin", "mo");
  await open(path);
  const tooWide: string[] = [];
  for (const { suffix, scheme, width, height } of SHAPES) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    await settled(page);
    await keepShot(page, `${name}-${suffix}`);
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) tooWide.push(suffix);
    // All of it at once, since what is half behind a bar can be scrolled to.
    const tall = Number(await page.evaluate("document.documentElement.scrollHeight"));
    await page.setViewportSize({ width, height: tall });
    await expectAccessible(page);
  }
  await close();
  return tooWide;
}
