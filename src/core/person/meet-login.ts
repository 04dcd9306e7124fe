import { personKey } from "../access/person-key.ts";
import { fail, ok, type Result } from "../result.ts";
import type { People } from "./people.ts";
import type { PeopleChange } from "./people-change.ts";
import { isHeld, lookAlikeName } from "./person.ts";

export interface MetProblem {
  readonly code: "oidc_name_taken";
  readonly reason: string;
}

/** What is to be noted when a provider's subject logs in under a name; nothing where that is known. */
export function meetLogin(
  people: People,
  {
    login,
    name,
    now,
    newId,
  }: { readonly login: string; readonly name: string; readonly now: string; readonly newId: string },
): Result<PeopleChange | undefined, MetProblem> {
  const held = people.known.logins.filter(isHeld);
  const own = held.filter((each) => each.login === login);
  if (own.some((each) => each.name === name)) return ok(undefined);
  if (own.length === 0) {
    const taken = lookAlikeName(name, people);
    if (taken !== undefined) {
      const reason = `${name} looks like ${taken}, who is known here; where they are one person, link them: emend people link ${JSON.stringify(taken)} ${JSON.stringify(login)}`;
      return fail({ code: "oidc_name_taken", reason });
    }
  }
  const named = held.find((each) => personKey(each.name) === personKey(name));
  const person = own[0]?.person ?? named?.person ?? newId;
  const linked = { person, login, name, how: "provider", linked_at: now, linked_by: name } as const;
  return ok({
    revision: people.known.revision,
    at: now,
    linked: [linked],
    unlinked: [],
    admitted: [],
    acts: [{ actor: name, action: "login.met", subject: person, detail: { login, name } }],
  });
}
