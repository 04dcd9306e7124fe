import { type PersonProblem, planLoginUnlink as decide } from "../../core/person/link-login.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import { changePeople, type PeopleBusy } from "./change-people.ts";

/** Takes a login away from its person. */
export const unlinkLogin =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (login: string, by: string): Promise<Result<null, PersonProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => decide(known, { login, by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };
