import { describe, expect, it } from "vitest";
import { createHmacSha256 } from "./hmac-sha256.ts";
import { createHmacSigner } from "./hmac-signer.ts";

describe("createHmacSha256", () => {
  it("is the code that signers write", () => {
    const code = createHmacSha256("Jefe")(Buffer.from("what do ya want for nothing?"));
    expect(`sha256=${Buffer.from(code).toString("hex")}`).toBe(
      createHmacSigner("Jefe").sign("what do ya want for nothing?"),
    );
  });

  it("refuses an empty secret, with which anybody could sign", () => {
    expect(() => createHmacSha256("")).toThrow(TypeError);
    expect(() => createHmacSha256(new Uint8Array())).toThrow(TypeError);
  });
});
