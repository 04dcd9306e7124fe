import { ERASED_PERSON } from "../feedback/erase-person.ts";
import type { RolloutTransition } from "./rollout.ts";
import type { RolloutRecord } from "./rollout-record.ts";

/**
 * The rollout without one person: their name and the reasons they gave. What was done stays. The same rollout, not a
 * copy, where it does not name them.
 */
export function eraseFromRollout(rollout: RolloutRecord, personId: string): RolloutRecord {
  if (personId === ERASED_PERSON) return rollout;
  const { startedBy, history } = rollout;
  if (startedBy !== personId && history.every(({ by }) => by !== personId)) return rollout;
  return {
    ...rollout,
    revision: rollout.revision + 1,
    startedBy: startedBy === personId ? ERASED_PERSON : startedBy,
    history: history.map((step) => (step.by === personId ? withoutWords(step) : step)),
  };
}

function withoutWords({ reason: _reason, ...step }: RolloutTransition): RolloutTransition {
  return { ...step, by: ERASED_PERSON };
}
