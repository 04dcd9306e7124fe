import type { Principal } from "../core/access/token.ts";
import { given } from "./fields.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { RouteAnswer } from "./route.ts";

interface AskedOnce {
  readonly principal: Principal;
  readonly key: string;
  /** All that makes it this request and no other. */
  readonly request: string;
}

/**
 * Acts once for a key: the same request again gets the same answer, also from another server. What is refused or
 * fails is forgotten, so that it can be mended and sent again under its key.
 */
export async function answerOnce(
  { principal, key, request }: AskedOnce,
  act: () => Promise<RouteAnswer>,
  { store: { idempotency }, hash, now }: HttpContext,
): Promise<RouteAnswer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new HttpProblem("invalid_header", "Idempotency-Key: expected 1 to 255 visible characters");
  }
  const begun = await idempotency.begin({ principal: principal.id, key }, hash(request), now());
  switch (begun.state) {
    case "done":
      return { status: begun.status, body: JSON.parse(begun.body) as unknown, ...begun.headers };
    case "running":
      throw new HttpProblem("idempotency_running", "try again when it has finished", {
        headers: { "retry-after": "1" },
      });
    case "other_request":
      throw new HttpProblem(
        "idempotency_key_reused",
        "this key was already used for a different request; use a new key for each request",
      );
    case "new":
      break;
  }
  try {
    const { status, body, etag, location } = await act();
    const headers = given({ etag, location });
    await idempotency.finish(begun.claim, { status, body: JSON.stringify(body), headers });
    return { status, body, ...headers };
  } catch (error) {
    await idempotency.abandon(begun.claim).catch(() => undefined);
    throw error;
  }
}
