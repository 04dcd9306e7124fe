import { fail, ok, type Result } from "../result.ts";

/** HMAC-SHA-256 with one secret; a parameter, because the core has no secrets. */
export type Mac = (bytes: Uint8Array) => Uint8Array;

export interface SignatureProblem {
  readonly code: "secret_missing" | "signature_missing" | "signature_malformed" | "signature_wrong";
  readonly message: string;
}

const PREFIX = "sha256=";
const FORM = /^sha256=[0-9a-f]{64}$/;

/** Checks the header alone, before the body is read. */
export function checkSignatureForm(header: unknown): SignatureProblem | undefined {
  if (header === undefined || header === null || header === "") {
    const message = "expected the header X-Hub-Signature-256; set a secret for the webhook on GitHub";
    return { code: "signature_missing", message };
  }
  if (typeof header === "string" && FORM.test(header)) return undefined;
  const message = "expected X-Hub-Signature-256 to be sha256= and 64 lower-case hex digits";
  return { code: "signature_malformed", message };
}

/**
 * Verifies `X-Hub-Signature-256` over the exact bytes with any of the secrets, and returns the signature. There are
 * several secrets during a rotation; without any, everything is rejected. All secrets are tried and all bytes
 * compared, so that timing reveals nothing.
 */
export function verifySignature(
  body: Uint8Array,
  header: unknown,
  macs: readonly Mac[],
): Result<string, SignatureProblem> {
  if (macs.length === 0) {
    const message =
      "no webhook secret is set, so deliveries cannot be verified; set the same secret as on GitHub";
    return fail({ code: "secret_missing", message });
  }
  const problem = checkSignatureForm(header);
  if (problem !== undefined) return fail(problem);
  const digits = (header as string).slice(PREFIX.length);
  const signature = Uint8Array.from({ length: 32 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
  const matches = macs.map((mac) => isSame(signature, mac(body)));
  if (matches.includes(true)) return ok(`sha256=${digits}`);
  const message =
    "the signature does not match the body; the secret here and the one on GitHub must be the same";
  return fail({ code: "signature_wrong", message });
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

/** Parses the payload: JSON, or a form with the JSON in its field `payload`. */
export function readGithubBody(body: Uint8Array, contentType: string | undefined): Result<unknown, string> {
  const isForm = contentType?.trim().toLowerCase().startsWith("application/x-www-form-urlencoded") === true;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const json = isForm ? new URLSearchParams(text).get("payload") : text;
    if (json === null) return fail("expected JSON in the form field payload");
    return ok(JSON.parse(json));
  } catch {
    return fail("expected a JSON body in UTF-8");
  }
}
