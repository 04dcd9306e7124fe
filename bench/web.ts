import type { CDPSession, Page } from "playwright-core";
import { handIn } from "../test/web/hand-in.ts";
import { type Desk, openDesk, settled } from "../test/web/open-desk.ts";
import { median, type Row } from "./measure.ts";

/** Chromium's terms: a slow mobile network and a processor that is four times slower. */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
const SLOWER = 4;

const MAX_FIRST_LOAD = 400 * 1024;
const MAX_PAINT_MS = 2_500;
const MAX_SHIFT = 0.1;
const ITEMS = 1_000;
const ARRIVALS = 400;
/** How much longer frames may take than those of a plain list of as many lines, scrolled in the same browser. */
const MAX_OF_PLAIN = 2;

const ROUNDS = 3;

const WATCH = `{
  globalThis.shift = 0;
  globalThis.paint = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.paint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}`;

/** Gaps between frames while the page is scrolled for a second, sorted. */
const SCROLL = `new Promise((resolve) => {
  const gaps = [];
  let last = performance.now();
  const end = last + 1_500;
  const step = (now) => {
    gaps.push(now - last);
    last = now;
    scrollBy(0, 90);
    if (now < end) requestAnimationFrame(step);
    else resolve(gaps.toSorted((a, b) => a - b));
  };
  requestAnimationFrame(step);
})`;

interface FirstLoad {
  readonly paint: number;
  readonly shift: number;
  readonly bytes: number;
}

/** What a first visit costs over a slow network on a slow machine, with nothing cached. */
async function firstLoad(desk: Desk, path: string): Promise<FirstLoad> {
  const { page, close } = await desk.as("admin", "mo");
  const session = await page.context().newCDPSession(page);
  await slowDown(session);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript({ content: WATCH });
  await page.goto(`${desk.url}${path}`);
  await settled(page);
  await page.waitForTimeout(500);
  const paint = await page.evaluate<number>("globalThis.paint");
  const shift = await page.evaluate<number>("globalThis.shift");
  await close();
  return { paint, shift, bytes };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

const work = (n: number) => ({
  agent: "rio",
  gate: "Before merge",
  title: `Change number ${n}`,
  output: `the lines of change ${n}\n`,
});

/** The slowest frame but one in twenty, while the list is scrolled. */
async function scrolled(page: Page): Promise<number> {
  const gaps = await page.evaluate<readonly number[]>(SCROLL);
  return gaps[Math.floor(gaps.length * 0.95)]!;
}

/** The same of a page that is nothing but lines. */
async function scrolledPlain(desk: Desk): Promise<number> {
  const page = await desk.browser.newPage();
  await page.setContent(Array.from({ length: ITEMS }, (_, n) => `<p>Change number ${n}</p>`).join(""));
  const gap = await scrolled(page);
  await page.close();
  return gap;
}

/** The web app against its budgets: first loads over a slow network, and a long inbox into which work arrives. */
export async function benchWeb(): Promise<readonly Row[]> {
  const desk = await openDesk();
  const rows: Row[] = [];
  try {
    for (const path of ["/", "/inbox", "/rules"]) {
      const loads: FirstLoad[] = [];
      for (let round = 0; round < ROUNDS; round += 1) loads.push(await firstLoad(desk, path));
      const of = (name: keyof FirstLoad): number => median(loads.map((load) => load[name]));
      rows.push(
        row(`${path} largest paint, slow network and processor`, of("paint"), MAX_PAINT_MS, "ms"),
        row(`${path} first load, everything`, of("bytes") / 1024, MAX_FIRST_LOAD / 1024, "KiB"),
        row(`${path} layout shift`, of("shift"), MAX_SHIFT, ""),
      );
    }
    const { submissions } = desk.http.context.store;
    for (let n = 0; n < ITEMS; n += 1) await handIn(submissions, work(n), 5);
    const { page, open, close } = await desk.as("reviewer", "rex");
    await page.addInitScript({ content: WATCH });
    await open("/inbox");
    const plain = await scrolledPlain(desk);
    const before = await scrolled(page);
    await page.evaluate("scrollTo(0, 0)");
    const arriving = (async () => {
      for (let n = 0; n < ARRIVALS; n += 1) await handIn(submissions, work(ITEMS + n));
    })();
    const during = await scrolled(page);
    await arriving;
    rows.push(
      frames(`inbox of ${ITEMS}, 95 % of frames while scrolled`, before, plain),
      frames(`the same while ${ARRIVALS} arrive`, during, plain),
      row("the same, layout shift", await page.evaluate<number>("globalThis.shift"), MAX_SHIFT, ""),
    );
    await close();
  } finally {
    await desk.close();
    await desk.browser.close();
  }
  return rows;
}

const frames = (what: string, value: number, plain: number): Row => ({
  what,
  peer: "plain lines",
  ours: `${Math.round(value)} ms`,
  theirs: `${Math.round(plain)} ms`,
  ratio: value / plain,
  limit: MAX_OF_PLAIN,
});

function row(what: string, value: number, limit: number, unit: string): Row {
  const shown = (figure: number): string =>
    `${figure >= 10 ? Math.round(figure) : Number(figure.toPrecision(2))} ${unit}`.trim();
  return { what, peer: "budget", ours: shown(value), theirs: shown(limit), ratio: value / limit, limit: 1 };
}
