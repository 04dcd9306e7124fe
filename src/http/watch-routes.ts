import type { Hono } from "hono";
import { allows } from "../core/access/permission.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";
import { identify } from "./identify.ts";
import type { RateLimit } from "./rate-limit.ts";
import { createReadiness } from "./readiness.ts";
import { tooMany } from "./too-many.ts";

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
