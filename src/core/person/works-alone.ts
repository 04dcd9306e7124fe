import { fail, ok, type Result } from "../result.ts";
import { BY_COMMAND, type KnownPeople, type PeopleChange } from "./known-people.ts";
import { createPeople, type Identities, isSamePerson, type People } from "./people.ts";

/** What Emend itself acts as when it issues the first administrator's token. */
const EMEND = "emend";

export interface AloneProblem {
  readonly code: "second_person_known" | "already_alone" | "not_alone";
  readonly message: string;
}

/**
 * Tells whether a name is that of the one person who works with this store. Nothing if nobody said that they work alone,
 * or if a second person has a token or has logged in. Logins that were linked later do not count as theirs: linking a second
 * person to the first must not make a team one person again. The first administrator's token comes from Emend itself and
 * goes to whoever runs the server, so it is no second person.
 */
export function lonePerson(people: People): ((name: string) => boolean) | undefined {
  const { alone, logins } = people.known;
  if (alone === undefined) return undefined;
  const before = logins.filter(({ linked_at }) => linked_at <= alone.since);
  const then =
    before.length === logins.length
      ? people
      : createPeople({ ...people.known, logins: before }, (text) => text);
  if (othersThan(alone.name, people.known, then).length > 0) return undefined;
  const own = [alone.name, ...firstAdmins(people.known)];
  return (name) => own.some((each) => isSamePerson(each, name, then));
}

/** Everybody with a token or a provider's login, also one that has ended, who is somebody else. */
function othersThan(name: string, { logins, tokens }: KnownPeople, people: Identities): readonly string[] {
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

interface Saying {
  readonly by: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

const NO_LOGINS = { linked: [], unlinked: [], admitted: [] } as const;

/** Says that somebody works alone with this store; refused where a second person is known. */
export function planWorkAlone(
  people: People,
  { name, by, now }: Saying & { readonly name: string },
): Result<PeopleChange, AloneProblem> {
  const others = othersThan(name, people.known, people);
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

/** Says that several people work with this store, or that a second one has decided about a rule. */
export function planTeamWork(people: People, { by, now }: Saying): Result<PeopleChange, AloneProblem> {
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
