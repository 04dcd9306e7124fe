import { createHmac } from "node:crypto";
import type { Mac } from "../../core/github/verify-signature.ts";

/** HMAC-SHA-256 under a secret. Throws a TypeError if it is empty, because then anyone could sign. */
export function createHmacSha256(secret: string | Uint8Array): Mac {
  if (secret.length === 0) throw new TypeError("the secret is empty; give 32 random bytes or more");
  return (bytes) => createHmac("sha256", secret).update(bytes).digest();
}
