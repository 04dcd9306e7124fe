import { ERASED_PERSON } from "../feedback/feedback.ts";
import { erasedPlaceholder } from "../person/erased-placeholder.ts";
import { isErasedName } from "../person/look-alikes.ts";
import { isSameName } from "../person/person-key.ts";
import type { CheckHit } from "./check-hit.ts";
import type { CheckVersion, RuleCheck } from "./rule-check.ts";

/**
 * Removes one person from a check: all their names in every spelling, the reasons and notes they gave, their logins, and
 * the examples that repeat one of the corrections given. The checks themselves stay, because they are the team's. Returns
 * the same object if there is nothing to remove.
 */
export function eraseFromCheck(
  check: RuleCheck,
  names: readonly string[],
  corrections: ReadonlySet<string> = new Set(),
): RuleCheck {
  const isTheirs = (id: string): boolean =>
    !isErasedName(id) && names.some((name) => isSameName(id, name) && !isErasedName(name));
  const repeats = ({ correction }: { readonly correction?: string }): boolean =>
    correction !== undefined && corrections.has(correction);
  const people = [
    ...check.versions.flatMap(({ proposed_by, approvals }) => [
      proposed_by.id,
      ...approvals.map(({ by }) => by),
    ]),
    check.last_move.by,
  ];
  if (!people.some(isTheirs) && !check.versions.some(({ examples }) => examples.some(repeats))) return check;
  const erased = erasedPlaceholder(people);
  const version = (each: CheckVersion): CheckVersion => ({
    ...each,
    examples: each.examples.filter((example) => !repeats(example)),
    ...(isTheirs(each.proposed_by.id)
      ? { proposed_by: { id: erased, trust: each.proposed_by.trust }, note: null }
      : {}),
    approvals: each.approvals.map((approval) =>
      isTheirs(approval.by)
        ? { by: erased, at: approval.at, ...(approval.alone === true ? { alone: true as const } : {}) }
        : approval,
    ),
  });
  return {
    ...check,
    revision: check.revision + 1,
    versions: check.versions.map(version),
    last_move: isTheirs(check.last_move.by)
      ? { ...check.last_move, by: erased, reason: "" }
      : check.last_move,
  };
}

/** Removes the person who judged a hit, and what they said about it. The verdict stays. */
export function eraseFromHit({ reason: _reason, ...hit }: CheckHit): CheckHit {
  return { ...hit, judged_by: ERASED_PERSON };
}
