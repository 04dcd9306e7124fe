import { defined } from "../core/defined.ts";
import { z } from "zod";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";

/** One thing that does not fit, and where. */
export interface ProblemPart {
  readonly path: string;
  readonly message: string;
}

interface ProblemMore {
  readonly errors?: readonly ProblemPart[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is refused, as RFC 9457 tells it. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly code: ProblemCode;
  readonly more: ProblemMore;

  constructor(code: ProblemCode, detail: string, more: ProblemMore = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }
}

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: "Stable; programs should check this field." }),
    instance: z.string().meta({ description: "The id of the request in the server's log." }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

export type ProblemBody = z.infer<typeof problemSchema>;

interface ToldProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly ProblemPart[];
}

/** The body of a refusal; the type is a name and no address, so that nobody has to own one. */
export const problemBody = (told: ToldProblem, requestId: string): ProblemBody => ({
  type: `urn:emend:problem:${told.code}`,
  title: told.title,
  status: told.status,
  detail: told.detail,
  code: told.code,
  instance: requestId,
  ...(told.errors === undefined ? {} : { errors: [...told.errors] }),
});

export const toldOf = ({ code, message, more }: HttpProblem): ToldProblem => ({
  code,
  ...PROBLEMS[code],
  detail: message,
  ...defined({ errors: more.errors }),
});
