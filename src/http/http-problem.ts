import { defined } from "../core/defined.ts";
import { z } from "zod";
import type { Result } from "../core/result.ts";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";

export interface ProblemPart {
  readonly path: string;
  readonly message: string;
}

interface ProblemOptions {
  readonly errors?: readonly ProblemPart[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a request with an RFC 9457 problem. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.code = code;
    this.options = options;
  }
}

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().describe("Stable; programs should check this field."),
    instance: z.string().describe("The id of the request in the server's log."),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

export type ProblemBody = z.infer<typeof problemSchema>;

/** The response body. Its type is a URN, because a URL would have to be hosted somewhere. */
export const problemBody = (
  { code, message, options: { errors } }: HttpProblem,
  requestId: string,
): ProblemBody => ({
  type: `urn:emend:problem:${code}`,
  title: PROBLEMS[code].title,
  status: PROBLEMS[code].status,
  detail: message,
  code,
  instance: requestId,
  ...defined({ errors: errors && [...errors] }),
});

/** The value of a result; its error is thrown as the problem with the same code. */
export function valueOrProblem<T>(
  result: Result<T, { readonly code: ProblemCode; readonly message: string }>,
): T {
  if (result.ok) return result.value;
  throw new HttpProblem(result.error.code, result.error.message);
}
