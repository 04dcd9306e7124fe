import type { IdempotencyKey, IdempotentAnswer } from "../../../ports/access-store.ts";
import { sha256 } from "../../crypto/sha256.ts";

/** A fixed-length id that is unique per principal and key. */
export const idempotencyId = ({ principal, key }: IdempotencyKey): string =>
  sha256(JSON.stringify([principal, key]));

/** JSON preserves every character, including those a text column cannot hold. */
export const toAnswerText = ({ status, headers, body }: IdempotentAnswer): string =>
  JSON.stringify([status, headers, body]);

/** The table only contains what `toAnswerText` wrote. */
export function fromAnswerText(text: string): IdempotentAnswer {
  const [status, headers, body] = JSON.parse(text) as [number, Record<string, string>, string];
  return { status, headers, body };
}

/** A person's id as it appears inside an answer whose body is itself a JSON text. */
export const escapeForAnswer = (personId: string): string =>
  JSON.stringify(JSON.stringify(personId)).slice(1, -1);
