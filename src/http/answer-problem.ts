import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { RevisionChanged } from "../app/retry-on-conflict.ts";
import { ExternalError } from "../ports/errors.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem, problemBody, toldOf } from "./http-problem.ts";
import { PROBLEMS } from "./problem-codes.ts";

/** What the world refuses because of what was asked; its own words may name files and machines of ours. */
const REFUSED: Readonly<Record<string, HttpProblem | undefined>> = {
  invalid_cursor: new HttpProblem(
    "invalid_cursor",
    "expected `after` to be the `next` of the previous page of this list",
  ),
  record_refused: new HttpProblem(
    "record_refused",
    "the store cannot save this value; remove it and try again",
  ),
};

const UNAVAILABLE = new HttpProblem(
  "unavailable",
  "a service that the server needs is not responding; try again, and check the server's log for this request's id",
);

/** What went wrong, as whoever asked may know it; what is ours to mend goes to the log with its whole story. */
export function answerProblem(thrown: unknown, c: Context, { log }: HttpContext): Response {
  const id = c.get("requestId") as string;
  const error = thrown instanceof RevisionChanged ? new HttpProblem(thrown.code, thrown.message) : thrown;
  if (error instanceof HttpProblem) {
    for (const [name, value] of Object.entries(error.more.headers ?? {})) c.header(name, value);
    return tell(c, problemBody(toldOf(error), id));
  }
  if (error instanceof ExternalError) {
    const refused = REFUSED[error.code];
    if (refused !== undefined) return tell(c, problemBody(toldOf(refused), id));
    log.error({ request_id: id, code: error.code, reason: error.message }, "an external service failed");
    c.header("retry-after", "5");
    return tell(c, problemBody(toldOf(UNAVAILABLE), id));
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error({ request_id: id, code: "internal_error", reason: detail }, "this is a bug in emend");
  const told =
    "this is a bug in Emend, not your mistake; the server's log has details under this request's id";
  return tell(c, problemBody({ ...PROBLEMS.internal_error, code: "internal_error", detail: told }, id));
}

function tell(c: Context, body: ReturnType<typeof problemBody>): Response {
  c.header("cache-control", "no-store");
  c.header("content-type", "application/problem+json");
  return c.body(JSON.stringify(body), body.status as ContentfulStatusCode);
}
