import { contraryChoice } from "./chosen-sides.ts";
import { isCommon } from "./remark-words.ts";
import type { Remark } from "./read-remark.ts";
import type { TextSigns } from "./text-signs.ts";

const BOTH_AGAINST = 0.3;
/** One asks and the other does not: then a thing that is named everywhere tells as well. */
const DIFFERENT_MOODS = -0.1;

/** Why two remarks about one thing want the contrary, in plain words; nothing where they do not. */
export function contraryReason(a: TextSigns, b: TextSigns): string | undefined {
  const [one, other] = [a.remark(), b.remark()];
  const { balance, contrary } = compareThings(one, other);
  // Two that both find something needless differ about less than one thing in two that they seem to.
  const areBothAgainst = Math.min(one.mood, other.mood) > BOTH_AGAINST;
  const least = areBothAgainst ? -2 : one.mood * other.mood < DIFFERENT_MOODS ? -COMMON_WORTH : -1;
  if (contrary !== undefined && balance <= least) {
    return `one wants more, the other less of “${contrary}”`;
  }
  if (balance > 0) return undefined;
  const choice = contraryChoice(a.sides(), b.sides());
  return choice === undefined ? undefined : `they take different sides: ${choice}`;
}

/** What two remarks say about the things that both name. */
interface Compared {
  /** Above 0 where they agree about more things than they differ about. */
  readonly balance: number;
  /** A thing that they differ about. */
  readonly contrary: string | undefined;
}

function compareThings({ things: ofA }: Remark, { things: ofB }: Remark): Compared {
  let balance = 0;
  let contrary: string | undefined;
  for (const [name, wanted] of ofA) {
    const other = ofB.get(name);
    if (other === undefined) continue;
    const common = isCommon(name);
    const stand = Math.sign(wanted) * Math.sign(other);
    balance += stand * (common ? COMMON_WORTH : 1);
    if (stand < 0 && (contrary === undefined || isCommon(contrary))) contrary = name;
  }
  return { balance, contrary };
}

const COMMON_WORTH = 0.5;
