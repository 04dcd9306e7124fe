import {
  type AloneProblem,
  planWorkAlone as decideAlone,
  planTeamWork as decideTeam,
} from "../../core/person/works-alone.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import { changePeople, type PeopleBusy } from "./change-people.ts";

interface WorkAloneParts {
  readonly people: PersonStore;
  readonly now: () => string;
}

/** Says that somebody works alone with this store, so that their own approval is enough. */
export const workAlone =
  ({ people, now }: WorkAloneParts) =>
  async (name: string, by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => decideAlone(known, { name, by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };

/** Says that a team works with this store. */
export const workAsTeam =
  ({ people, now }: WorkAloneParts) =>
  async (by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => decideTeam(known, { by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };
