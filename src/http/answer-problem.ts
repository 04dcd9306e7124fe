import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { WorldError } from "../ports/world-error.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem, problemBody, toldOf } from "./http-problem.ts";
import { PROBLEMS } from "./problem-codes.ts";

/** What went wrong, as whoever asked may know it; what is ours to mend goes to the log with its whole story. */
export function answerProblem(error: unknown, c: Context, { log }: HttpContext): Response {
  const id = c.get("requestId") as string;
  if (error instanceof HttpProblem) {
    for (const [name, value] of Object.entries(error.more.headers ?? {})) c.header(name, value);
    return tell(c, problemBody(toldOf(error), id));
  }
  if (error instanceof WorldError) {
    const { code, message } = error;
    const bad = code === "invalid_cursor" || code === "record_refused";
    if (!bad) log.error({ request_id: id, code, reason: message }, "the world failed");
    if (!bad) c.header("retry-after", "5");
    const known = code === "invalid_cursor" ? PROBLEMS.invalid_cursor : PROBLEMS.invalid_body;
    return tell(c, problemBody({ ...(bad ? known : PROBLEMS.unavailable), code, detail: message }, id));
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error({ request_id: id, code: "internal_error", reason: detail }, "this is a bug in emend");
  const told = "this is not your mistake; the server's log has more under this request's id";
  return tell(c, problemBody({ ...PROBLEMS.internal_error, code: "internal_error", detail: told }, id));
}

function tell(c: Context, body: ReturnType<typeof problemBody>): Response {
  c.header("cache-control", "no-store");
  c.header("content-type", "application/problem+json");
  return c.body(JSON.stringify(body), body.status as ContentfulStatusCode);
}
