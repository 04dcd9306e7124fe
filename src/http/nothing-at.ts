import type { Context, Hono } from "hono";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Why nobody answered: nothing is at the address, or what is there takes other methods. */
export function nothingAt({ router }: Hono<HttpVariables>, { req: { method, path } }: Context): HttpProblem {
  // What stands around every request, or under every address, says nothing of this one.
  const taken = METHODS.filter((each) =>
    router.match(each, path)[0].some(([[, route]]) => route.method === each && route.path !== "/*"),
  );
  if (taken.length === 0) return new HttpProblem("not_found", "there is nothing at this address; see /docs");
  const allowed = taken.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ");
  return new HttpProblem("method_not_allowed", `expected one of ${allowed}, got ${method}`, {
    headers: { allow: allowed },
  });
}
