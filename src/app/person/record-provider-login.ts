import type { RandomText } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { planLoginRecord, type LoginRecordProblem } from "../../core/person/link-login.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { newPersonId } from "./new-person-id.ts";

const BUSY = { code: "people_busy", reason: "others keep changing who is who; log in again" } as const;

/**
 * Notes under which name a provider's subject logs in, once for each name, so that a person who is renamed there stays one
 * person here. Refused where the name looks like somebody else's.
 */
export const recordProviderLogin =
  ({
    people,
    random,
    hash,
    now,
  }: {
    readonly people: PersonStore;
    readonly random: RandomText;
    readonly hash: Digest;
    readonly now: () => string;
  }) =>
  (login: string, name: string): Promise<Result<null, LoginRecordProblem | typeof BUSY>> =>
    retryOnConflict(BUSY, async () => {
      const known = await people.read();
      const met = planLoginRecord(known, { login, name, now: now(), newId: newPersonId({ random, hash }) });
      if (!met.ok) return met;
      return met.value === undefined || (await people.save(met.value)) ? ok(null) : undefined;
    });
