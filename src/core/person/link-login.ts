import { isSameName, personKey } from "./person-key.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import {
  type LinkedLogin,
  type LinkMethod,
  type Login,
  type LoginProblem,
  parseLogin,
  type PeopleChange,
} from "./known-people.ts";
import type { People } from "./people.ts";
import { findPerson, isLinked, listPeople, lookAlikeName } from "./person.ts";

export interface PersonProblem {
  readonly code:
    | LoginProblem["code"]
    | "login_not_found"
    | "already_linked"
    | "login_not_linked"
    | "person_erased"
    | "not_erased";
  readonly message: string;
}

interface Linking {
  /** An id, a name or one of the person's logins. */
  readonly person: string;
  readonly login: string;
  readonly how: LinkMethod;
  readonly by: string;
  /** UTC to the millisecond. */
  readonly now: string;
  /** The id for a person who has none yet. */
  readonly newId: string;
}

/** Plans to link a login to a person, together with all logins of the person that it belonged to before. */
export function planLoginLink(people: People, request: Linking): Result<PeopleChange, PersonProblem> {
  const { how, by, now, newId } = request;
  const own = findOwnLogin(people, request.person);
  const other = findLogin(people, request.login);
  if (!own.ok) return own;
  if (!other.ok) return other;
  for (const { name } of [own.value, other.value]) {
    if (people.erasureOf(name) !== undefined && people.erasureOf(name)?.admitted_at === undefined) {
      const message = `${name} was erased; admit them again before you link a login to them`;
      return fail({ code: "person_erased", message });
    }
  }
  const id = personIdOf(people, own.value) ?? newId;
  const before = people.known.logins.find(
    (each) => isLinked(each) && each.login === other.value.login,
  )?.person;
  const isSame = isSameLogin(own.value, other.value);
  if (isSame || before === id) {
    const message = `${other.value.login} is already a login of ${own.value.name}`;
    return fail({ code: "already_linked", message });
  }
  const link = ({ login, name }: NamedLogin): LinkedLogin => ({
    person: id,
    login,
    name,
    how,
    linked_at: now,
    linked_by: by,
  });
  const previousLogins = people.known.logins.filter((login) => isLinked(login) && login.person === before);
  const added = previousLogins.length > 0 ? previousLogins : [other.value];
  return ok({
    revision: people.known.revision,
    at: now,
    linked: [...(id === newId ? [own.value] : []), ...added].map(link),
    unlinked: [...new Set(previousLogins.map(({ login }) => login))].map((login) => ({ login, at: now, by })),
    admitted: [],
    acts: added.map(({ login, name }) => linkedAct(by, id, { login, name, how, person: own.value.name })),
  });
}

/** Plans to unlink a login. Rule versions that were pending meanwhile still treat it as linked. */
export function planLoginUnlink(
  people: People,
  { login: request, by, now }: Pick<Linking, "login" | "by" | "now">,
): Result<PeopleChange, PersonProblem> {
  const read = parseLogin(request);
  if (!read.ok) return read;
  const held = people.known.logins.find((each) => isLinked(each) && matchesLogin(each, read.value));
  if (held === undefined) {
    const message = `${read.value.login} is not linked; \`emend people list\` shows linked logins`;
    return fail({ code: "login_not_linked", message });
  }
  const { login, name, person } = held;
  return ok({
    revision: people.known.revision,
    at: now,
    linked: [],
    unlinked: [{ login, at: now, by }],
    admitted: [],
    acts: [{ actor: by, action: "login.unlinked", subject: person, detail: { login, name } }],
  });
}

/** Plans to let an erased person decide again, by a name or login of theirs. */
export function planAdmission(
  people: People,
  { login: request, by, now }: Pick<Linking, "login" | "by" | "now">,
): Result<PeopleChange, PersonProblem> {
  const read = parseLogin(request);
  if (!read.ok) return read;
  const { kind, login, value } = read.value;
  const waiting = people
    .tombstonesOf(kind === "name" ? value : login)
    .filter(({ admitted_at }) => admitted_at === undefined);
  if (waiting.length === 0) {
    return fail({
      code: "not_erased",
      message: "nobody with this name was erased, or they were already admitted again",
    });
  }
  return ok({
    revision: people.known.revision,
    at: now,
    linked: [],
    unlinked: [],
    admitted: waiting.map(({ hash }) => hash),
    acts: [
      { actor: by, action: "person.admitted", subject: waiting[0]!.hash.slice(0, 16), detail: { login } },
    ],
  });
}

type NamedLogin = Pick<LinkedLogin, "login" | "name">;

/** The first login of a person, or their name if only tokens are known. */
function findOwnLogin(people: People, request: string): Result<NamedLogin, PersonProblem> {
  const found = findPerson(listPeople(people), request);
  if (found === undefined) return findLogin(people, request);
  const [first] = found.logins;
  return ok(found.id === null || first === undefined ? byName(found.name) : first);
}

const byName = (name: string): NamedLogin => ({ login: `name:${name}`, name });

/**
 * A login with the name that its actions are recorded under; a token must exist. Feedback names people on GitHub by
 * their login.
 */
function findLogin(people: People, request: string): Result<NamedLogin, PersonProblem> {
  const read = parseLogin(request);
  if (!read.ok) return read;
  const { login, kind, value } = read.value;
  const held = people.known.logins.find((each) => isLinked(each) && matchesLogin(each, read.value));
  if (held !== undefined) return ok(held);
  if (kind !== "token") return ok({ login, name: kind === "name" ? value : login });
  const token = people.known.tokens.find(({ id }) => id === value);
  if (token !== undefined) return ok({ login, name: token.name });
  return fail({ code: "login_not_found", message: `there is no person's token ${value}` });
}

const matchesLogin = (each: LinkedLogin, { login, kind, value }: Login): boolean =>
  each.login === login || (kind === "name" && personKey(each.name) === personKey(value));

const personIdOf = ({ known }: People, { login, name }: NamedLogin): string | undefined =>
  known.logins.find(
    (each) => isLinked(each) && (each.login === login || personKey(each.name) === personKey(name)),
  )?.person;

/** A bare name that equals the person's own is included: tokens of one name are one person's anyway. */
const isSameLogin = (own: NamedLogin, other: NamedLogin): boolean =>
  own.login === other.login || (other.login.startsWith("name:") && isSameName(own.name, other.name));

const linkedAct = (actor: string, subject: string, detail: Readonly<Record<string, unknown>>): AuditAct => ({
  actor,
  action: "login.linked",
  subject,
  detail,
});

export interface LoginRecordProblem {
  readonly code: "oidc_name_taken";
  readonly reason: string;
}

/** The change when a provider's subject logs in under a name; undefined if it is already known. */
export function planLoginRecord(
  people: People,
  {
    login,
    name,
    now,
    newId,
  }: { readonly login: string; readonly name: string; readonly now: string; readonly newId: string },
): Result<PeopleChange | undefined, LoginRecordProblem> {
  const held = people.known.logins.filter(isLinked);
  const own = held.filter((each) => each.login === login);
  if (own.some((each) => each.name === name)) return ok(undefined);
  if (own.length === 0) {
    const lookAlike = lookAlikeName(name, people);
    if (lookAlike !== undefined) {
      const reason = `${name} looks like ${lookAlike}, who already exists here; if they are one person, link them: emend people link ${JSON.stringify(lookAlike)} ${JSON.stringify(login)}`;
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
