import { z } from "zod";
import { HttpProblem, type ProblemPart } from "./http-problem.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** More complaints than these do not help whoever mends the request. */
const MOST_TOLD = 20;

/** Checks a part of a request, and says all that does not fit. */
export function readInput<T extends z.ZodType>(
  schema: T,
  input: unknown,
  code: Extract<ProblemCode, "invalid_path" | "invalid_query" | "invalid_body">,
): z.output<T> {
  if (code !== "invalid_body") refuseNul(input as Readonly<Record<string, unknown>>, code);
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const errors = read.error.issues.slice(0, MOST_TOLD).map(toPart);
  const [first] = errors;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  throw new HttpProblem(code, `${where}${first?.message ?? "is invalid"}`, { errors });
}

/** No name has it, and not every database can look for it. */
function refuseNul(given: Readonly<Record<string, unknown>>, code: ProblemCode): void {
  for (const [name, value] of Object.entries(given)) {
    const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    if (![name, ...texts].some((text) => typeof text === "string" && text.includes("\0"))) continue;
    const part = { path: name.slice(0, 200), message: "contains an invalid character" };
    throw new HttpProblem(code, `${part.path}: ${part.message}`, { errors: [part] });
  }
}

const toPart = ({ path, message }: z.core.$ZodIssue): ProblemPart => ({
  path: path.map(String).join(".").slice(0, 200),
  message: message.slice(0, 500),
});

/** A query as its schema's types: texts become numbers and switches, and a name given once may be a list. */
export function queryValues(schema: z.ZodObject, search: URLSearchParams): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(search.keys())) {
    const given = search.getAll(name);
    const field = Object.hasOwn(schema.shape, name) ? bare(schema.shape[name] as z.ZodType) : undefined;
    if (field instanceof z.ZodArray) values[name] = given;
    else values[name] = given.length === 1 ? typed(field, given[0]!) : given;
  }
  return values;
}

function typed(field: z.ZodType | undefined, text: string): unknown {
  if (field instanceof z.ZodNumber) return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (field instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Without what may be left out. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return bare(schema.unwrap() as z.ZodType);
  }
  return schema;
}
