import type { People } from "../core/person/people.ts";
import type { PeopleChange } from "../core/person/known-people.ts";

/** Which logins are one person's. Every driver passes test/contract/person-store.ts. */
export interface PersonStore {
  /** As it is now; cheap while nothing changes. */
  read(): Promise<People>;
  /** Saves a change with its acts in the audit log, in one step; false, and nothing changed, where another came first. */
  save(change: PeopleChange): Promise<boolean>;
}
