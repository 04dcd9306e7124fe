import { lonePerson, planTeamWork } from "../../core/person/works-alone.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import { changePeople } from "./change-people.ts";

/** Notes who decided about a rule: a second person makes a team of one who worked alone, for good. */
export const recordDecider =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (name: string): Promise<void> => {
    const known = await people.read();
    if (known.known.alone === undefined || lonePerson(known)?.(name) === true) return;
    await changePeople({ people })((latest) => planTeamWork(latest, { by: name, now: now() }));
  };
