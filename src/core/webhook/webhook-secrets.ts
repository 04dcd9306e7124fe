import { fail, ok, type Result } from "../result.ts";
import type { WebhookProblem } from "./webhook-type.ts";

const PREFIX = "whsec_";
/** In bytes, as Standard Webhooks asks for. */
const LEAST = 24;
const MOST = 64;
/** While one replaces another there are two. */
const MAX_SECRETS = 8;
const BASE64 = /^[A-Za-z0-9+/]{1,128}={0,2}$/;

/** Reads `whsec_` and base64, or several of them with blanks between; every message is signed with each. */
export function parseWebhookSecrets(
  text: string | undefined,
): Result<readonly Uint8Array<ArrayBuffer>[], WebhookProblem> {
  const words = (text ?? "").split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) {
    const message =
      "webhooks.urls names endpoints and webhooks.secret is not set, so none of them could tell who writes; `emend webhooks secret` makes one";
    return fail({ code: "webhook_secret_missing", message });
  }
  if (words.length > MAX_SECRETS) {
    return invalid(`expected at most ${MAX_SECRETS} secrets, got ${words.length}; take out the old ones`);
  }
  const secrets: Uint8Array<ArrayBuffer>[] = [];
  for (const [at, word] of words.entries()) {
    const bytes = word.startsWith(PREFIX) ? decoded(word.slice(PREFIX.length)) : undefined;
    if (bytes === undefined || bytes.length < LEAST || bytes.length > MOST) {
      return invalid(
        `secret ${at + 1} of webhooks.secret: expected ${PREFIX} and ${LEAST} to ${MOST} bytes in base64; \`emend webhooks secret\` makes one`,
      );
    }
    secrets.push(bytes);
  }
  return ok(secrets);
}

/** The text of a secret; `bytes` are random. */
export const webhookSecret = (bytes: Uint8Array): string => PREFIX + encodeBase64(bytes);

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const invalid = (message: string): Result<never, WebhookProblem> =>
  fail({ code: "invalid_webhook_secret", message });
