import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mac, verifySignature } from "./verify-signature.ts";

const macOf =
  (secret: string): Mac =>
  (bytes) =>
    createHmac("sha256", secret).update(bytes).digest();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const signed = (body: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

const body = bytes('{"action":"submitted"}');
const right = signed(body, "new secret");

describe("verifySignature", () => {
  it("takes GitHub's own example", () => {
    const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const said = verifySignature(bytes("Hello, World!"), header, [macOf("It's a Secret to Everybody")]);
    expect(said).toEqual({ ok: true, value: header });
  });

  it.each([
    ["the only secret", [macOf("new secret")]],
    ["the new one of two", [macOf("old secret"), macOf("new secret")]],
    ["the old one of two, while it is replaced", [macOf("new secret"), macOf("newer secret")]],
  ])("takes what was signed with %s", (_why, macs) => {
    expect(verifySignature(body, right, macs)).toEqual({ ok: true, value: right });
  });

  it.each<[why: string, header: unknown, code: string]>([
    ["no header", undefined, "signature_missing"],
    ["an empty one", "", "signature_missing"],
    ["another text", "please", "signature_malformed"],
    ["the older kind", `sha1=${"0".repeat(40)}`, "signature_malformed"],
    ["a digit too few", right.slice(0, -1), "signature_malformed"],
    ["a digit too many", `${right}0`, "signature_malformed"],
    ["a line end", `${right}\n`, "signature_malformed"],
    ["capitals", right.toUpperCase(), "signature_malformed"],
    ["no hex digits", `sha256=${"g".repeat(64)}`, "signature_malformed"],
    ["several headers", [right], "signature_malformed"],
    ["zeros", `sha256=${"0".repeat(64)}`, "signature_wrong"],
    ["another secret", signed(body, "old secret"), "signature_wrong"],
    ["another body", signed(bytes("{}"), "new secret"), "signature_wrong"],
  ])("refuses %s", (_why, header, code) => {
    expect(verifySignature(body, header, [macOf("new secret")])).toMatchObject({
      ok: false,
      error: { code },
    });
  });

  it("refuses everything without a secret", () => {
    expect(verifySignature(body, right, [])).toMatchObject({ ok: false, error: { code: "secret_missing" } });
  });

  it("takes no code of another length for a signature", () => {
    expect(verifySignature(body, `sha256=${"0".repeat(64)}`, [() => new Uint8Array()]).ok).toBe(false);
    expect(verifySignature(body, `sha256=${"0".repeat(64)}`, [() => new Uint8Array(33)]).ok).toBe(false);
  });

  it("tries every secret, so that the time does not tell which one fits", () => {
    const asked: string[] = [];
    const telling = (secret: string): Mac => {
      const mac = macOf(secret);
      return (given) => {
        asked.push(secret);
        return mac(given);
      };
    };
    verifySignature(body, right, ["new secret", "b", "c"].map(telling));
    expect(asked).toEqual(["new secret", "b", "c"]);
  });

  it("refuses a body in which one bit is another", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        (sent, at, bit) => {
          const changed = sent.slice();
          changed[at % sent.length]! ^= 1 << bit;
          const header = signed(sent, "s");
          expect(verifySignature(sent, header, [macOf("s")]).ok).toBe(true);
          expect(verifySignature(changed, header, [macOf("s")]).ok).toBe(false);
        },
      ),
    );
  });
});
