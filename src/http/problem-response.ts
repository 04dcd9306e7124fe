import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { RevisionChanged } from "../app/retry-on-conflict.ts";
import { ExternalError } from "../ports/errors.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem, problemBody } from "./http-problem.ts";

/** External errors caused by the request. They get a message of our own, because theirs may name our files and hosts. */
const CLIENT_ERRORS: Readonly<Record<string, HttpProblem | undefined>> = {
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

const INTERNAL_ERROR = new HttpProblem(
  "internal_error",
  "this is a bug in Emend, not your mistake; the server's log has details under this request's id",
);

/** The response to an error. Details of our own faults go to the log only. */
export function problemResponse(thrown: unknown, c: Context, { log }: HttpContext): Response {
  const id = c.get("requestId") as string;
  const error = thrown instanceof RevisionChanged ? new HttpProblem(thrown.code, thrown.message) : thrown;
  if (error instanceof HttpProblem) {
    for (const [name, value] of Object.entries(error.options.headers ?? {})) c.header(name, value);
    return sendProblem(c, error, id);
  }
  if (error instanceof ExternalError) {
    const refused = CLIENT_ERRORS[error.code];
    if (refused !== undefined) return sendProblem(c, refused, id);
    log.error({ request_id: id, code: error.code, reason: error.message }, "an external service failed");
    c.header("retry-after", "5");
    return sendProblem(c, UNAVAILABLE, id);
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error({ request_id: id, code: "internal_error", reason: detail }, "this is a bug in emend");
  return sendProblem(c, INTERNAL_ERROR, id);
}

function sendProblem(c: Context, problem: HttpProblem, requestId: string): Response {
  const body = problemBody(problem, requestId);
  c.header("cache-control", "no-store");
  c.header("content-type", "application/problem+json");
  return c.body(JSON.stringify(body), body.status as ContentfulStatusCode);
}
