import type { IdempotencyKey, IdempotentAnswer } from "../../../ports/access-store.ts";
import { sha256 } from "../../crypto/sha256.ts";

/** As short for any key, and different for different ones. */
export const idempotencyId = ({ principal, key }: IdempotencyKey): string =>
  sha256(JSON.stringify([principal, key]));

/** JSON, so that every text is kept to the letter. */
export const toAnswerText = ({ status, headers, body }: IdempotentAnswer): string =>
  JSON.stringify([status, headers, body]);

/** Only what `toAnswerText` wrote is in the table. */
export function fromAnswerText(text: string): IdempotentAnswer {
  const [status, headers, body] = JSON.parse(text) as [number, Record<string, string>, string];
  return { status, headers, body };
}

/** How an answer spells a person that its body, being JSON itself, has as a value of its own. */
export const spelledInAnswer = (personId: string): string =>
  JSON.stringify(JSON.stringify(personId)).slice(1, -1);
