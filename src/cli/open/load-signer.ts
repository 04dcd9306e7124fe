import type { Signer } from "../../core/gate/rejection.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { readTextFile } from "../terminal/input.ts";
import { driversOf } from "./drivers-of.ts";

const VARIABLE = "EMEND_REJECTION_KEY";

/** The signer for the user's key; undefined if none is configured. */
export async function loadSigner(keyFile: string | undefined, io: CliIo): Promise<Signer | undefined> {
  const fromFile = keyFile === undefined ? undefined : await readTextFile(io, keyFile, "the signing key");
  const key = (fromFile ?? (await configOf(io)).rejections.key)?.replace(/[\r\n]+$/, "");
  if (key === undefined) return undefined;
  if (key.trim() === "") {
    // A secret that is empty in CI must not turn the check off.
    throw usageError(
      "key_empty",
      `the signing key in ${keyFile ?? `${VARIABLE} or rejections.key`} is empty`,
      `set a key of at least 32 random bytes, or unset ${VARIABLE} to work without signatures`,
    );
  }
  return (await driversOf(io)).createSigner(key);
}
