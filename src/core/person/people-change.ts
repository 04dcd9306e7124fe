import type { AuditAct } from "../audit/audit-entry.ts";
import type { LinkedLogin, LonePerson } from "./known-people.ts";

/** What is to change about who is who, with its acts; saved only over the revision that it was decided on. */
export interface PeopleChange {
  readonly revision: number;
  readonly at: string;
  readonly linked: readonly LinkedLogin[];
  readonly unlinked: readonly { readonly login: string; readonly at: string; readonly by: string }[];
  /** Hashes of tombstones whose person may decide again. */
  readonly admitted: readonly string[];
  /** Who works alone from now on; null for a team. Left out, that stays as it is. */
  readonly alone?: LonePerson | null;
  readonly acts: readonly AuditAct[];
}
