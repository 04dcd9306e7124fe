import { canonicalJson } from "../json/canonical-json.ts";
import { escapeJson } from "./escape-json.ts";
import { REJECTION_VERSION } from "./rejection.ts";
import type { Signer } from "./signer.ts";

/** The text that is signed: the canonical JSON of every key but `sig`. Nothing where the value nests too deep. */
export function signedText(block: Readonly<Record<string, unknown>>): string | undefined {
  return canonicalJson(Object.fromEntries(Object.entries(block).filter(([key]) => key !== "sig")));
}

/** The half of a rejection that machines read: one HTML comment on one line. */
export function writeRejectionBlock(
  content: { issues: readonly string[]; unregistered: readonly string[]; source: string; ts: string },
  signer: Signer | undefined,
): string {
  const { issues, unregistered, source, ts } = content;
  const block = {
    v: REJECTION_VERSION,
    issues,
    ...(unregistered.length === 0 ? {} : { unregistered }),
    source,
    ts,
  };
  const text = signer === undefined ? undefined : signedText(block);
  const sig = text === undefined ? {} : { sig: signer?.sign(text) };
  return `<!-- REJECTION: ${escapeJson(JSON.stringify({ ...block, ...sig }))} -->`;
}
