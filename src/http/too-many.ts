import { HttpProblem } from "./http-problem.ts";

export const tooMany = (seconds: number): HttpProblem =>
  new HttpProblem("too_many_requests", `try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });
