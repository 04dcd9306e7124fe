import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { AuditHead, AuditVerdict } from "../../../core/audit/audit-entry.ts";
import { createChainCheck } from "../../../core/audit/check-chain.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { readEntries } from "./read-entries.ts";
import type { Tables } from "../tables.ts";

/** Verifies the whole chain on one connection. */
export async function checkAudit(db: Kysely<Tables>, noted?: AuditHead): Promise<AuditVerdict> {
  const check = createChainCheck(sha256, noted);
  for await (const page of readEntries(db)) {
    if (!page.every((entry) => check.add(entry))) break;
    // Yields between pages, so that a long log does not block the event loop.
    await setImmediate();
  }
  return check.verdict();
}
