import type { Hono } from "hono";
import { allows } from "../core/access/permission.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";
import { identify } from "./identify.ts";
import type { RateLimit } from "./rate-limit.ts";
import { tooMany } from "./too-many.ts";

const LIMIT_MS = 1_000;

/** By address, the ids of what machines ask for while they watch the server. */
export const WATCH_ROUTES: ReadonlyMap<string, string> = new Map([
  ["/healthz", "healthz"],
  ["/readyz", "readyz"],
  ["/metrics", "metrics"],
]);

/** Asked for every few seconds, and no news whatever they answer. */
export const QUIET_ROUTES: ReadonlySet<string> = new Set(["healthz", "readyz"]);

/** `/healthz` and `/readyz` for anybody, `/metrics` for those who may read. */
export function addWatchRoutes(app: Hono<HttpVariables>, context: HttpContext, limit: RateLimit): void {
  const readiness = createReadiness(context);
  app.get("/healthz", (c) => {
    c.header("cache-control", "no-store");
    return c.json({ status: "alive" });
  });
  app.get("/readyz", async (c) => {
    const { ready, checks } = await readiness();
    c.header("cache-control", "no-store");
    return c.json({ status: ready ? "ready" : "not_ready", checks }, ready ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    const { id, kind, role, token_id } = await identify(c, context, limit);
    c.set("principal", token_id ?? kind);
    const wait = limit.take(id);
    if (wait > 0) throw tooMany(wait);
    if (!allows(role, "read")) {
      throw new HttpProblem("forbidden", `the role ${role} does not have the permission read`);
    }
    const { media, text } = await context.metrics.expose();
    c.header("cache-control", "no-store");
    c.header("content-type", media);
    return c.body(text);
  });
}

type Check = "ok" | "failed" | "slow" | "stopping";

interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<"server" | "store" | "events", Check>>;
}

/** Asks the store and the event log for next to nothing; however many probe, each is asked once at a time. */
function createReadiness(
  { store, events, stopping }: Pick<HttpContext, "store" | "events" | "stopping">,
  limitMs = LIMIT_MS,
): () => Promise<Readiness> {
  const checkStore = onceAtATime(() => store.rules.find("readyz"));
  const checkEvents = onceAtATime(() => events.newest());
  return async () => {
    const [storeAnswer, eventsAnswer] = await Promise.all([
      within(limitMs, checkStore()),
      within(limitMs, checkEvents()),
    ]);
    const server = stopping?.() === true ? "stopping" : "ok";
    const checks = { server, store: storeAnswer, events: eventsAnswer } as const;
    return { ready: Object.values(checks).every((check) => check === "ok"), checks };
  };
}

function onceAtATime(ask: () => Promise<unknown>): () => Promise<Check> {
  let running: Promise<Check> | undefined;
  const answered = async (): Promise<Check> => {
    try {
      await ask();
      return "ok";
    } catch {
      return "failed";
    } finally {
      running = undefined;
    }
  };
  return () => (running ??= answered());
}

async function within(ms: number, check: Promise<Check>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Check>((resolve) => (timer = setTimeout(() => resolve("slow"), ms)));
  const answer = await Promise.race([check, limit]);
  clearTimeout(timer);
  return answer;
}
