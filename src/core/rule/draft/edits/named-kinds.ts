import type { Edit } from "./edit.ts";
import type { EditKind } from "./edit-kind.ts";
import { type Finding, neededOf } from "./finding.ts";
import { EDIT_KINDS } from "./kinds/edit-kinds.ts";
import { splitRule } from "./split-rule.ts";

const BASE = 30;
const PER_RANK = 10;
const WHOLE = 15;
const NAMED = 20;
/** Two edits can be of a kind of this rank by chance. */
const WEAK = 2;

/** The named kinds that explain the edits, unless one of the edits is of the contrary kind. */
export function namedKinds(edits: readonly Edit[]): readonly Finding[] {
  const needed = neededOf(edits.length);
  const explained = new Map<string, number>();
  const counted = (kind: EditKind): number => {
    const count = explained.get(kind.id) ?? edits.filter((edit) => kind.explains(edit)).length;
    explained.set(kind.id, count);
    return count;
  };
  const byId = new Map(EDIT_KINDS.map((kind) => [kind.id, kind]));
  return EDIT_KINDS.flatMap((kind) => {
    if (kind.text === undefined) return [];
    const covers = counted(kind);
    const contrary = kind.contrary === undefined ? undefined : byId.get(kind.contrary);
    if (covers < needed || (contrary !== undefined && counted(contrary) > 0)) return [];
    const isWhole = edits.every((edit) => isAllOf(edit, kind));
    const isNamed = kind.named !== undefined && edits.some(({ said }) => kind.named!.test(said));
    const isWeak = kind.rank <= WEAK && edits.length < 3 && !isWhole;
    const score =
      BASE + PER_RANK * kind.rank + (isWhole ? WHOLE : 0) + (isNamed ? NAMED : 0) - (isWeak ? PER_RANK : 0);
    return [{ ...splitRule(kind.text), covers, score, isWhole, kind: kind.id }];
  });
}

const isAllOf = ({ before, after }: Edit, { canonical }: EditKind): boolean =>
  canonical !== undefined && canonical(before).trim() === canonical(after).trim();
