import { personKey } from "./person-key.ts";
import {
  type KnownPeople,
  type LinkedLogin,
  type LinkMethod,
  parseLogin,
  tokenLogin,
} from "./known-people.ts";
import type { People } from "./people.ts";

/** A person with their logins. */
export interface Person {
  /** `pn_…`; null if only tokens of one name are known. */
  readonly id: string | null;
  /** Their display name. */
  readonly name: string;
  readonly logins: readonly PersonLogin[];
}

interface PersonLogin {
  readonly login: string;
  readonly name: string;
  /** `same_name` for a token that is not linked but has the person's name. */
  readonly how: LinkMethod | "same_name";
  readonly linked_at: string | null;
  readonly linked_by: string | null;
}

/** Everybody with a login or token, by name. */
export function listPeople(people: People): readonly Person[] {
  const { logins, tokens } = people.known;
  const held = logins.filter(isLinked);
  const who = people.among([...held, ...tokens].map(({ name }) => name));
  const found = new Map<string, { id: string | null; name: string; logins: Map<string, PersonLogin> }>();
  const personOf = (name: string, id: string | null) => {
    const key = who(name);
    const person = found.get(key) ?? { id, name, logins: new Map() };
    person.id ??= id;
    found.set(key, person);
    return person;
  };
  for (const { person, login, name, how, linked_at, linked_by } of held) {
    personOf(name, person).logins.set(`${login} ${name}`, { login, name, how, linked_at, linked_by });
  }
  for (const { id, name } of tokens) {
    const login = tokenLogin(id);
    const { logins: theirs } = personOf(name, null);
    const key = `${login} ${name}`;
    if (!theirs.has(key))
      theirs.set(key, { login, name, how: "same_name", linked_at: null, linked_by: null });
  }
  return Array.from(found.values(), ({ id, name, logins: theirs }) => ({
    id,
    name,
    logins: [...theirs.values()],
  })).toSorted((a, b) => (personKey(a.name) < personKey(b.name) ? -1 : 1));
}

/** Finds a person by id, login or name; names are compared by spelling, not by appearance. */
export function findPerson(people: readonly Person[], query: string): Person | undefined {
  const byId = people.find(({ id }) => id !== null && id === query.trim());
  if (byId !== undefined) return byId;
  const read = parseLogin(query);
  if (!read.ok) return undefined;
  const { login, kind, value } = read.value;
  return people.find(({ logins }) =>
    logins.some(
      (each) => each.login === login || (kind === "name" && personKey(each.name) === personKey(value)),
    ),
  );
}

export const isLinked = ({ unlinked_at }: LinkedLogin): boolean => unlinked_at === undefined;

/** Somebody else's name that looks like this one but is spelled differently, if there is one. */
export function lookAlikeName(name: string, people: People): string | undefined {
  const own = personKey(name);
  const names = knownNames(people.known);
  if (names.some((known) => personKey(known) === own)) return undefined;
  const who = people.among([name, ...names]);
  return names.find((known) => who(known) === who(name));
}

const knownNames = ({ logins, tokens }: KnownPeople): readonly string[] => [
  ...logins.filter(isLinked).map(({ name }) => name),
  ...tokens.map(({ name }) => name),
];
