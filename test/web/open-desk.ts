import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import type { Role } from "../../src/core/access/permission.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { relayOutbox } from "../../src/app/event/relay-outbox.ts";
import type { HttpContext } from "../../src/http/http-context.ts";
import { listen, type Listening } from "../../src/http/listen.ts";
import { openWebFiles } from "../../src/http/web-files.ts";
import type { PastRepository } from "../../src/ports/commit-history.ts";
import type { Store } from "../../src/ports/store.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { sharedChromium } from "./open-chromium.ts";
import { seedDesk, type SeededDesk } from "./seed-desk.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Screenshots are taken if EMEND_SCREENSHOTS is set. They take time, and only people look at them. */
const SHOTS = process.env["EMEND_SCREENSHOTS"] ? "node_modules/.cache/emend/screenshots" : undefined;

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

interface DeskPage {
  readonly page: Page;
  /** Goes to a place of the app and waits until nothing is loading. */
  readonly open: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Desk {
  readonly url: string;
  readonly http: HttpSession;
  readonly seeded: SeededDesk;
  readonly browser: Browser;
  /** A browser of its own for somebody who is logged in. */
  readonly as: (role: Role, name: string, look?: Look) => Promise<DeskPage>;
  /** Takes the server away, and brings it back on the same port. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A real server with the built app over a real store with weeks of work in it, and a real browser. */
export async function openDesk({
  empty = false,
  port: wanted = 0,
  parts = () => ({}),
  openBrowser = sharedChromium,
  repository,
}: {
  readonly empty?: boolean;
  /** Chromium when left out. */
  readonly openBrowser?: () => Promise<Browser>;
  /** A free one when left out. */
  readonly port?: number;
  /** What else the server has, such as webhooks. */
  readonly parts?: (store: Store) => Partial<HttpContext>;
  /** The repository that the server runs in. */
  readonly repository?: PastRepository;
} = {}): Promise<Desk> {
  const web = openWebFiles();
  if (web === undefined) throw new Error("the app is not built; run `npm run build`");
  const folder = mkdtempSync(join(tmpdir(), "emend-desk-"));
  const clock = { now: new Date() };
  let isSeeding = true;
  const store = await openSqliteStore({
    file: join(folder, "emend.db"),
    now: () => (isSeeding ? clock.now : new Date()),
  });
  const http = await openHttp(
    { store, web, validateResponses: true, ...parts(store) },
    { repository: async () => repository },
  );
  const seeded = empty
    ? { submissions: [], rules: { active: "", proposed: [] } }
    : await seedDesk(store, await http.context.emend.learning(), clock);
  isSeeding = false;
  const stopping = new AbortController();
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const relaying = relayOutbox({
    outbox: store.outbox,
    events: store.events,
    wait: (ms) => wait(Math.min(ms, 50)),
    random: Math.random,
  })(stopping.signal);
  let port = wanted;
  let listening: Listening | undefined;
  const mend = async (): Promise<void> => {
    listening = await listen((request, env) => http.app.fetch(request, env), {
      host: "127.0.0.1",
      port,
    });
    port = listening.port;
  };
  await mend();
  const url = `http://127.0.0.1:${port}`;
  const browser = await openBrowser();
  const contexts = new Set<BrowserContext>();
  return {
    url,
    http,
    seeded,
    browser,
    as: async (role, name, { width = 1440, height = 900, scheme = "light" } = {}) => {
      const made = await http.context.access.issueToken(
        { name, role, ...(role === "agent" ? { agent: name } : {}) },
        "test",
      );
      if (!made.ok) throw new Error(made.error.message);
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: "reduce",
        locale: "en-GB",
        timezoneId: "UTC",
      });
      contexts.add(context);
      const page = await context.newPage();
      // Nothing may go wrong unseen: a refused style, a script that failed.
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && /Content Security Policy|Refused to/.test(message.text())) {
          faults.push(message.text());
        }
      });
      const opened = await http.context.access.openSession({ token: made.value.text });
      if (!opened.ok) throw new Error(opened.error.message);
      await context.addCookies([
        { name: "emend_session", value: opened.value.secret, url, httpOnly: true, sameSite: "Lax" },
      ]);
      return {
        page,
        open: async (path) => {
          await page.goto(`${url}${path}`);
          await settled(page);
        },
        close: async () => {
          expect(faults).toEqual([]);
          contexts.delete(context);
          await context.close();
        },
      };
    },
    cut: async () => {
      await Promise.all([listening?.stop(), dropConnections(contexts)]);
    },
    mend,
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
      stopping.abort();
      await relaying;
      http.context.tail.close();
      await listening?.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Streams stay open by design; a cut ends them. */
async function dropConnections(contexts: ReadonlySet<BrowserContext>): Promise<void> {
  await Promise.all([...contexts].map((context) => context.setOffline(true)));
  await Promise.all([...contexts].map((context) => context.setOffline(false)));
}

/** Waits until what was asked for is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector("main#main");
  // A function as text would be evaluated, which the content security policy refuses.
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** Fails where axe finds that somebody cannot use the page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        readonly axe: { run: (options: object) => Promise<{ violations: readonly AxeViolation[] }> };
      }
    ).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Details of what is right are not needed, and no rule here reads style sheets or media.
      resultTypes: ["violations"],
      preload: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ""}`),
    }));
  });
  expect(found).toEqual([]);
}

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Keeps how a page looks, for people to look at. */
export async function keepShot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
