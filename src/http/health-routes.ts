import type { Hono } from "hono";
import { allows } from "../core/access/permission.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { identify } from "./identify.ts";
import { chargeRequest, type RateLimit } from "./rate-limit.ts";

const CHECK_TIMEOUT_MS = 1_000;

/** Paths that monitoring requests, and their route ids. */
export const MONITORING_ROUTES: ReadonlyMap<string, string> = new Map([
  ["/healthz", "healthz"],
  ["/readyz", "readyz"],
  ["/metrics", "metrics"],
]);

/** Requested every few seconds, so they are only logged at the level debug. */
export const QUIET_ROUTES: ReadonlySet<string> = new Set(["healthz", "readyz"]);

/** `/healthz` and `/readyz` are public; `/metrics` needs the permission to read. */
export function addHealthRoutes(app: Hono<HttpVariables>, context: HttpContext, limit: RateLimit): void {
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
    chargeRequest(limit, id);
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

/** Sends a minimal query to the store and the event log. Concurrent probes share one query. */
function createReadiness({
  store,
  events,
  stopping,
}: Pick<HttpContext, "store" | "events" | "stopping">): () => Promise<Readiness> {
  const checkStore = shareRunning(() => store.rules.find("readyz"));
  const checkEvents = shareRunning(() => events.newest());
  return async () => {
    const [storeCheck, eventsCheck] = await Promise.all([
      withTimeout(checkStore()),
      withTimeout(checkEvents()),
    ]);
    const server = stopping?.() === true ? "stopping" : "ok";
    const checks = { server, store: storeCheck, events: eventsCheck } as const;
    return { ready: Object.values(checks).every((check) => check === "ok"), checks };
  };
}

function shareRunning(query: () => Promise<unknown>): () => Promise<Check> {
  let running: Promise<Check> | undefined;
  const run = async (): Promise<Check> => {
    try {
      await query();
      return "ok";
    } catch {
      return "failed";
    } finally {
      running = undefined;
    }
  };
  return () => (running ??= run());
}

async function withTimeout(check: Promise<Check>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Check>((resolve) => {
    timer = setTimeout(() => resolve("slow"), CHECK_TIMEOUT_MS);
  });
  const result = await Promise.race([check, timeout]);
  clearTimeout(timer);
  return result;
}
