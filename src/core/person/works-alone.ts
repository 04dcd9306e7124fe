import { fail, ok, type Result } from "../result.ts";
import { BY_COMMAND, type KnownPeople, type PeopleChange } from "./known-people.ts";
import { createPeople, type Identities, isSamePerson, type People } from "./people.ts";

/** Emend's own name as the issuer of the first administrator's token. */
const EMEND = "emend";

export interface AloneProblem {
  readonly code: "second_person_known" | "already_alone" | "not_alone";
  readonly message: string;
}

/**
 * A check for the one person who works with this store. Undefined if nobody declared to work alone, or if a second
 * person has a token or has logged in. Logins that were linked later are not theirs: linking a second person to the
 * first must not turn a team into one person. The first administrator's token comes from Emend and belongs to
 * whoever runs the server, so it is not a second person.
 */
export function lonePerson(people: People): ((name: string) => boolean) | undefined {
  const { alone, logins } = people.known;
  if (alone === undefined) return undefined;
  const before = logins.filter(({ linked_at }) => linked_at <= alone.since);
  const then =
    before.length === logins.length
      ? people
      : createPeople({ ...people.known, logins: before }, (text) => text);
  if (findOthers(alone.name, people.known, then).length > 0) return undefined;
  const own = [alone.name, ...firstAdmins(people.known)];
  return (name) => own.some((each) => isSamePerson(each, name, then));
}

/** Everybody else with a token or provider login, even one that is no longer valid. */
function findOthers(name: string, { logins, tokens }: KnownPeople, people: Identities): readonly string[] {
  const first = new Set(firstAdmins({ tokens }));
  const entered = logins.filter(({ login }) => login.startsWith("oidc:"));
  return [...new Set([...entered, ...tokens].map((each) => each.name))].filter(
    (each) => !first.has(each) && !isSamePerson(each, name, people),
  );
}

const firstAdmins = ({ tokens }: Pick<KnownPeople, "tokens">): readonly string[] =>
  tokens
    .filter(({ created_by, issued_with }) => created_by === EMEND && issued_with === BY_COMMAND)
    .map(({ name }) => name);

interface DeclarationContext {
  readonly by: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

const NO_LOGINS = { linked: [], unlinked: [], admitted: [] } as const;

export interface Lone {
  /** Who declared to work alone, unless a second person is known by now. */
  readonly name: string | null;
  /** Whether somebody may declare it now. */
  readonly may_declare: boolean;
}

/** Whether one person works alone here, as that person or somebody else sees it. */
export function loneFor(people: People, name: string): Lone {
  const isAlone = lonePerson(people) !== undefined;
  return {
    name: isAlone ? (people.known.alone?.name ?? null) : null,
    may_declare: planWorkAlone(people, { name, by: name, now: "" }).ok,
  };
}

/** Plans to declare that somebody works alone; fails if a second person is known. */
export function planWorkAlone(
  people: People,
  { name, by, now }: DeclarationContext & { readonly name: string },
): Result<PeopleChange, AloneProblem> {
  const others = findOthers(name, people.known, people);
  if (others.length > 0) {
    const named = others.slice(0, 5).join(", ");
    const message = `${named} ${others.length === 1 ? "has" : "have"} a login here, so this is a team; if that is you, link the logins with \`emend people link\``;
    return fail({ code: "second_person_known", message });
  }
  const before = people.known.alone;
  if (before !== undefined && isSamePerson(before.name, name, people)) {
    return fail({ code: "already_alone", message: `${name} already works alone here` });
  }
  if (before !== undefined) {
    const message = `${before.name} works here, so ${name} is a second person; if you are the same person, run \`emend people team\` first`;
    return fail({ code: "second_person_known", message });
  }
  const alone = { name, since: now };
  return ok({
    revision: people.known.revision,
    at: now,
    ...NO_LOGINS,
    alone,
    acts: [{ actor: by, action: "people.alone", subject: name, detail: {} }],
  });
}

/** Plans to declare a team, which also happens when a second person decides on a rule. */
export function planTeamWork(
  people: People,
  { by, now }: DeclarationContext,
): Result<PeopleChange, AloneProblem> {
  const { alone } = people.known;
  if (alone === undefined) return fail({ code: "not_alone", message: "this is already a team" });
  return ok({
    revision: people.known.revision,
    at: now,
    ...NO_LOGINS,
    alone: null,
    acts: [{ actor: by, action: "people.team", subject: alone.name, detail: {} }],
  });
}
