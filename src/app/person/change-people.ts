import type { People } from "../../core/person/people.ts";
import type { PeopleChange } from "../../core/person/known-people.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

export interface PeopleBusy {
  readonly code: "people_busy";
  readonly message: string;
}

const PEOPLE_BUSY: PeopleBusy = {
  code: "people_busy",
  message: "others keep changing who is who; look at the people again, then try",
};

/** Changes who is who; of two at once the later is decided anew on what the first left. Answers with both views. */
export const changePeople =
  ({ people }: { readonly people: PersonStore }) =>
  <Problem>(
    decide: (people: People) => Result<PeopleChange, Problem>,
  ): Promise<Result<{ readonly before: People; readonly after: People }, Problem | PeopleBusy>> =>
    retryOnConflict(PEOPLE_BUSY, async () => {
      const before = await people.read();
      const change = decide(before);
      if (!change.ok) return change;
      return (await people.save(change.value)) ? ok({ before, after: await people.read() }) : undefined;
    });
