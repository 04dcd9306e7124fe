import { MAX_ID } from "../text/limits.ts";
import { z } from "zod";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import { hiddenKind } from "../text/hidden-characters.ts";
import { ROLES } from "./permission.ts";
import { defined } from "../defined.ts";
import { issuePath } from "../json/json.ts";
import { hoursAfter } from "../time/time.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import { type RandomText, ID_MARK, SECRET_BYTES, tokenText, type Token } from "./token.ts";

const MAX_TOKEN_NAME = 120;
/** Two years. */
const MAX_TOKEN_HOURS = 17_520;
/** 90 days. */
const TOKEN_HOURS = 2_160;

/** Names that Emend uses itself, or that stand for nobody. */
const RESERVED: ReadonlySet<string> = new Set(["emend", ERASED_PERSON]);

/** Invisible characters could make two names look the same, and cannot be stored exactly. */
function isVisible(text: string): boolean {
  for (const character of text) if (hiddenKind(character.codePointAt(0)!) !== undefined) return false;
  return text.isWellFormed();
}

const visibleName = (most: number) =>
  z
    .string()
    .max(4 * most, { error: `expected at most ${most} characters`, abort: true })
    .normalize("NFC")
    .trim()
    .min(1, "expected a name")
    .max(most, `expected at most ${most} characters`)
    .refine(isVisible, "expected visible characters");

export const holderName = visibleName(MAX_TOKEN_NAME)
  .refine(
    (name) => !RESERVED.has(name.toLowerCase()),
    "expected another name: this one is reserved for Emend",
  )
  .describe("The holder; their actions are recorded under this name.");

/** A request for a token. */
export const newTokenSchema = z
  .strictObject({
    name: holderName,
    role: z.enum(ROLES),
    agent: visibleName(MAX_ID)
      .optional()
      .describe("The agent; required for the role agent, and only allowed there."),
    expires_in_hours: z
      .int()
      .min(1)
      .max(MAX_TOKEN_HOURS)
      .optional()
      .describe("How long it is valid, from an hour to two years (default: 90 days)."),
  })
  .refine(({ role, agent }) => (role === "agent") === (agent !== undefined), {
    path: ["agent"],
    message: "only allowed, and required, for the role agent",
  });

const MAX_PROBLEMS = 5;

export interface IssueContext {
  /** UTC to the millisecond. */
  readonly now: string;
  readonly by: string;
  /** How the issuer was logged in: `token:tk_…`, `provider` or `command`. */
  readonly issuedWith?: string;
  readonly random: RandomText;
  /**
   * SHA-256 in hex. A slow hash would protect passwords that people choose, but 256 random bits cannot be guessed,
   * and every request computes the hash.
   */
  readonly hash: Digest;
}

export interface IssuedToken {
  readonly token: Token;
  /** The token itself, only for its holder. */
  readonly text: string;
  /** What is stored of it. */
  readonly hash: string;
}

export interface TokenProblem<
  Code extends string = "invalid_token_request" | "name_looks_like_another" | "name_erased",
> {
  readonly code: Code;
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

/** Says which fields of a request are wrong; `whole` names the request itself. */
export function invalidRequest<Code extends string>(
  code: Code,
  { issues }: z.ZodError,
  whole: string,
): TokenProblem<Code> {
  const fields = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    field: issuePath(path) || whole,
    message,
  }));
  return { code, message: fields.map((each) => `${each.field}: ${each.message}`).join("; "), fields };
}

export function createToken(
  input: unknown,
  { now, by, issuedWith, random, hash }: IssueContext,
): Result<IssuedToken, TokenProblem> {
  const read = newTokenSchema.safeParse(input);
  if (!read.success) return fail(invalidRequest("invalid_token_request", read.error, "token"));
  const { name, role, agent, expires_in_hours = TOKEN_HOURS } = read.data;
  const id = ID_MARK + hash(random(SECRET_BYTES)).slice(0, 16);
  const text = tokenText(id, random(SECRET_BYTES));
  const token: Token = {
    id,
    name,
    role,
    ...defined({ agent }),
    created_at: now,
    created_by: by,
    expires_at: hoursAfter(now, expires_in_hours),
    ...defined({ issued_with: issuedWith }),
  };
  return ok({ token, text, hash: hash(text) });
}
