import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signer } from "../../core/gate/rejection.ts";

/**
 * Signs with HMAC-SHA-256 in the form `sha256=` and 64 hex digits. Throws a TypeError if the key is empty, because
 * then anyone could sign.
 */
export function createHmacSigner(key: string | Uint8Array): Signer {
  if (key.length === 0) throw new TypeError("the signing key is empty; give 32 random bytes or more");
  const sign = (text: string): string =>
    `sha256=${createHmac("sha256", key).update(text, "utf8").digest("hex")}`;
  return {
    sign,
    verify: (text, signature) => {
      const expected = Buffer.from(sign(text));
      const received = Buffer.from(signature);
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
