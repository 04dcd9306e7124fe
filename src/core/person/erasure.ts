import { defined } from "../defined.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { ERASED_PERSON } from "../feedback/erase-person.ts";
import type { Tombstone } from "./known-people.ts";
import { lookAlikeKeys } from "./look-alikes.ts";

export interface Erasure {
  readonly erased_at: string;
  /** When an administrator let this person decide again. */
  readonly admitted_at?: string;
}

/** The marks that a name or a login leaves when its person is erased: one for each form it is compared by. */
export const tombstoneHashes = (name: string, salt: string, hash: Digest): readonly string[] =>
  lookAlikeKeys(name).map((key) => hash(`erased ${salt} ${key}`));

/** The marks that one of these names or logins left. */
export function fittingTombstones(
  names: readonly string[],
  tombstones: readonly Tombstone[],
  hash: Digest,
): readonly Tombstone[] {
  const hashes = new Map<string, readonly string[]>();
  return tombstones.filter(({ salt, hash: kept }) => {
    const own = hashes.get(salt) ?? names.flatMap((name) => tombstoneHashes(name, salt, hash));
    hashes.set(salt, own);
    return own.includes(kept);
  });
}

/** What holds of several erasures: the last one, which an administrator's admission ends. */
export function lastErasure(tombstones: readonly Tombstone[]): Erasure | undefined {
  let last: Tombstone | undefined;
  for (const tombstone of tombstones) {
    if (last === undefined || tombstone.erased_at > last.erased_at) last = tombstone;
    // Several marks of one erasure are admitted together, or one by one where their logins come apart.
    else if (tombstone.erased_at === last.erased_at && tombstone.admitted_at === undefined) last = tombstone;
  }
  if (last === undefined) return undefined;
  const { erased_at, admitted_at } = last;
  return { erased_at, ...defined({ admitted_at }) };
}

const ERASED = new RegExp(`^${ERASED_PERSON}(?:-[0-9]{1,9})?$`);

/** Whether this stands in place of somebody's name who was erased. */
export const isErasedName = (name: string): boolean => ERASED.test(name);
