import type { Trust } from "../feedback/feedback.ts";
import type { People } from "./people.ts";

/** How often somebody said something. */
export interface SaidBy {
  readonly id: string;
  readonly trust: Trust;
  readonly count: number;
}

/** Counts by person in place of by login, under the name that the person is shown by; those who said most come first. */
export function byPerson(
  said: readonly SaidBy[],
  people: Pick<People, "among" | "nameOf">,
): readonly SaidBy[] {
  const persons = said.filter(({ trust }) => trust === "person").map(({ id }) => id);
  const who = people.among(persons);
  const found = new Map<string, SaidBy>();
  for (const { id, trust, count } of said) {
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

/** Records under the names that their people are shown by, so that whoever counts names counts people. */
export const asPeople = <Said extends { readonly author: { readonly id: string; readonly trust: Trust } }>(
  said: readonly Said[],
  { nameOf }: Pick<People, "nameOf">,
): readonly Said[] => said.map((each) => asPerson(each, { nameOf }));

export function asPerson<Said extends { readonly author: { readonly id: string; readonly trust: Trust } }>(
  said: Said,
  { nameOf }: Pick<People, "nameOf">,
): Said {
  const { author } = said;
  const name = author.trust === "person" ? nameOf(author.id) : author.id;
  return name === author.id ? said : { ...said, author: { ...author, id: name } };
}
