import { describe, expect, it } from "vitest";
import { createHmacSigner } from "./hmac-signer.ts";

describe("createHmacSigner", () => {
  const signer = createHmacSigner("Jefe");

  it("is HMAC-SHA-256 (RFC 4231, case 2)", () => {
    expect(signer.sign("what do ya want for nothing?")).toBe(
      "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("takes a key of bytes too", () => {
    expect(createHmacSigner(Buffer.from("Jefe")).sign("a")).toBe(signer.sign("a"));
  });

  it.each([
    { signature: signer.sign("a"), fits: true, why: "its own" },
    { signature: signer.sign("b"), fits: false, why: "of another text" },
    { signature: createHmacSigner("other").sign("a"), fits: false, why: "with another key" },
    { signature: signer.sign("a").toUpperCase(), fits: false, why: "in another spelling" },
    { signature: "", fits: false, why: "empty" },
    { signature: "\ud800".repeat(71), fits: false, why: "of the right length in characters only" },
  ])("answers $fits for a signature $why", ({ signature, fits }) => {
    expect(signer.verify("a", signature)).toBe(fits);
  });

  it("refuses an empty key, with which anybody could sign", () => {
    expect(() => createHmacSigner("")).toThrow(TypeError);
    expect(() => createHmacSigner(new Uint8Array())).toThrow(TypeError);
  });
});
