import { HttpProblem } from "./http-problem.ts";

/** Refuses one request too many, and says which limit it is over and when to try again. */
export const tooMany = (seconds: number, limit?: string): HttpProblem =>
  new HttpProblem(
    "too_many_requests",
    `${limit === undefined ? "" : `${limit}; `}try again in ${seconds} s`,
    {
      headers: { "retry-after": String(seconds) },
    },
  );
