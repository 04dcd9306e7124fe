import { personKey } from "./person-key.ts";
import { defined } from "../defined.ts";
import {
  BY_COMMAND,
  BY_PROVIDER,
  type KnownToken,
  type KnownPeople,
  type LinkedLogin,
  type Tombstone,
  tokenLogin,
} from "./known-people.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { type Erasure, matchingTombstones, lastErasure, lookAlikeKeys } from "./look-alikes.ts";
import type { Trust } from "../feedback/feedback.ts";

/** Somebody who issued a token, directly or through another token. */
interface Issuer {
  readonly name: string;
  /** The name of the token's direct issuer, if that is somebody else. */
  readonly through?: string;
}

/** The longest chain of tokens that is followed. */
const MAX_STEPS = 1_000;

/** Finds everybody who could hold a token because they issued it, or issued the token that it was issued with. */
function createIssuers(tokens: readonly KnownToken[]): (act: Actor) => readonly Issuer[] {
  const byId = new Map(tokens.map((token) => [token.id, token]));
  const byName = new Map<string, KnownToken[]>();
  for (const token of tokens) {
    const key = personKey(token.name);
    const named = byName.get(key);
    if (named === undefined) byName.set(key, [token]);
    else named.push(token);
  }
  /** If the login was not recorded, it may have been any token of that name. */
  const tokensOf = (name: string, login: string | undefined, until?: string): readonly KnownToken[] => {
    if (login === BY_PROVIDER || login === BY_COMMAND) return [];
    if (login !== undefined) return [byId.get(login.slice("token:".length))].flatMap((token) => token ?? []);
    const named = byName.get(personKey(name)) ?? [];
    return until === undefined ? named : named.filter(({ created_at }) => created_at <= until);
  };
  return ({ name, login }) => {
    const issuers: Issuer[] = [];
    const seen = new Set<string>();
    let steps: readonly Step[] = tokensOf(name, login).map((token) => ({ token }));
    while (steps.length > 0 && seen.size < MAX_STEPS) {
      const next: Step[] = [];
      for (const { token, through } of steps) {
        if (seen.has(token.id)) continue;
        seen.add(token.id);
        issuers.push({ name: token.created_by, ...defined({ through }) });
        const issuer = tokensOf(token.created_by, token.issued_with, token.created_at);
        for (const theirs of issuer) next.push({ token: theirs, through: through ?? token.created_by });
      }
      steps = next;
    }
    return issuers;
  };
}

interface Step {
  readonly token: KnownToken;
  readonly through?: string;
}

/** Which names belong to one person, at one point in time. */
export interface Identities {
  /**
   * Maps each of these names to a key for its person; names that look alike share it. Names are compared as a set,
   * because "Ian" looks like both "ian" and "lan", which do not look like each other.
   */
  readonly among: (names: Iterable<string>) => (name: string) => string;
}

/** All known people. */
export interface People extends Identities {
  readonly known: KnownPeople;
  /**
   * Includes every link that was valid at any time since then: logins that were unlinked while a rule version was
   * pending still count as one person for that version, so that unlinking cannot create a second approval.
   */
  readonly since: (time: string) => Identities;
  /** The display name of a person: that of their first login, or the name itself if nothing is linked. */
  readonly nameOf: (name: string) => string;
  /** The issuers of the token that somebody used, and their issuers, nearest first. */
  readonly issuersOf: (act: Actor) => readonly Issuer[];
  /** The erasure of somebody with this name, if any. */
  readonly erasureOf: (name: string) => Erasure | undefined;
  /** The tombstones that match this name or login. */
  readonly tombstonesOf: (name: string) => readonly Tombstone[];
}

/** The name and login of an action. */
interface Actor {
  readonly name: string;
  /** `token:tk_…`, `provider` or `command`; absent in older records. */
  readonly login?: string;
}

export function createPeople(known: KnownPeople, hash: Digest): People {
  const ended = known.logins.flatMap(({ unlinked_at }) => unlinked_at ?? []);
  const views = new Map<number, View>();
  const since = (time: string): View => {
    // All times between two changes share one view.
    const counted = ended.filter((at) => at > time).length;
    const view =
      views.get(counted) ??
      viewOf(known, ({ unlinked_at }) => unlinked_at === undefined || unlinked_at > time);
    views.set(counted, view);
    return view;
  };
  const now = since(LAST);
  const names = new Map<string, string>();
  for (const { name, unlinked_at } of known.logins) {
    const person = now.groupOf(name);
    if (unlinked_at === undefined && !names.has(person)) names.set(person, name);
  }
  const tombstonesOf = (name: string): readonly Tombstone[] => {
    if (known.tombstones.length === 0) return [];
    const group = now.groupOf(name);
    const logins = known.logins.filter((login) => now.groupOf(login.name) === group);
    return matchingTombstones([name, ...logins.map(({ login }) => login)], known.tombstones, hash);
  };
  return {
    known,
    among: now.among,
    since,
    nameOf: (name) => names.get(now.groupOf(name)) ?? name,
    issuersOf: createIssuers(known.tokens),
    erasureOf: (name) => lastErasure(tombstonesOf(name)),
    tombstonesOf,
  };
}

/** Later than any recorded time. */
const LAST = "9999-12-31T23:59:59.999Z";

const NOBODY: KnownPeople = { revision: 0, logins: [], tokens: [], tombstones: [] };

/** Without linked logins: people are told apart by name only. */
export const UNLINKED_PEOPLE: People = createPeople(NOBODY, (text) => text);

export function countPeople(names: readonly string[], people: Identities): number {
  const who = people.among(names);
  return new Set(names.map(who)).size;
}

export function isSamePerson(a: string, b: string, people: Identities = UNLINKED_PEOPLE): boolean {
  const who = people.among([a, b]);
  return who(a) === who(b);
}

interface View extends Identities {
  readonly groupOf: (name: string) => string;
}

function viewOf({ logins, tokens }: KnownPeople, isLinkedThen: (login: LinkedLogin) => boolean): View {
  const groups = createGrouping();
  for (const { id, name } of tokens) {
    for (const key of nameKeys(name)) groups.join(tokenLogin(id), key);
  }
  for (const linked of logins) {
    for (const key of nameKeys(linked.name)) groups.join(linked.login, key);
    if (isLinkedThen(linked)) groups.join(linked.person, linked.login);
  }
  const groupOf = (name: string): string => groups.of(nameKeys(name)[0]!);
  const among = (names: Iterable<string>): ((name: string) => string) => {
    const grouping = createGrouping();
    for (const name of names) {
      const [first, ...others] = nameKeys(name).map((key) => groups.of(key));
      for (const other of others) grouping.join(first!, other);
    }
    return (name) => grouping.of(groupOf(name));
  };
  return { groupOf, among };
}

const nameKeys = (name: string): readonly string[] => lookAlikeKeys(name).map((key) => `name ${key}`);

/** Union-find over keys. */
interface Grouping {
  join(a: string, b: string): void;
  of(key: string): string;
}

function createGrouping(): Grouping {
  const parents = new Map<string, string>();
  const of = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = key; at !== root;) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  return {
    of,
    join: (a, b) => {
      const [one, other] = [of(a), of(b)];
      if (one !== other) parents.set(other, one);
    },
  };
}

/** The amount of feedback by one author. */
export interface AuthorCount {
  readonly id: string;
  readonly trust: Trust;
  readonly count: number;
}

/** Sums counts by person instead of by login, under display names, highest first. */
export function byPerson(
  records: readonly AuthorCount[],
  people: Pick<People, "among" | "nameOf">,
): readonly AuthorCount[] {
  const persons = records.filter(({ trust }) => trust === "person").map(({ id }) => id);
  const who = people.among(persons);
  const found = new Map<string, AuthorCount>();
  for (const { id, trust, count } of records) {
    const key = trust === "person" ? who(id) : `${trust} ${id}`;
    const earlier = found.get(key);
    const name = trust === "person" ? people.nameOf(id) : id;
    found.set(
      key,
      earlier === undefined ? { id: name, trust, count } : { ...earlier, count: earlier.count + count },
    );
  }
  return [...found.values()].toSorted(
    (a, b) => b.count - a.count || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** Replaces authors by the display names of their people, so that counting names counts people. */
export const asPeople = <
  Authored extends { readonly author: { readonly id: string; readonly trust: Trust } },
>(
  records: readonly Authored[],
  { nameOf }: Pick<People, "nameOf">,
): readonly Authored[] => records.map((each) => asPerson(each, { nameOf }));

export function asPerson<
  Authored extends { readonly author: { readonly id: string; readonly trust: Trust } },
>(records: Authored, { nameOf }: Pick<People, "nameOf">): Authored {
  const { author } = records;
  const name = author.trust === "person" ? nameOf(author.id) : author.id;
  return name === author.id ? records : { ...records, author: { ...author, id: name } };
}
