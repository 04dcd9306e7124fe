import { compareWishes } from "../../english/compare-wishes.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";
import { formProblem } from "./check-form.ts";
import { isAboutOneThing, isPlain } from "./disagreement.ts";
import { ownNames } from "./instance-names.ts";
import type { ReadRemark, ReadRemarks } from "./read-remarks.ts";
import { isOrdinary } from "./shared-names.ts";
import { textTerms } from "./support.ts";

/** How alike a remark and the draft are in meaning, from -1 to 1, seen from the middle of all rules. */
export type LikenessTo = (remark: number) => number;

/** How a draft stands to the remarks it is meant to cover. All shares are from 0 to 1. */
export interface Trial {
  /** Why it may not be shown, in plain words; nothing if it passed. */
  readonly problem?: string;
  /** Whether what is wrong is that a remark wants the contrary. */
  readonly contradicts: boolean;
  readonly measures: TrialMeasures;
}

export interface TrialMeasures {
  /** The share of remarks that agree by their words or their meaning. */
  readonly coverage: number;
  /** The share of what the remarks have in common that the draft speaks of. */
  readonly recall: number;
  /** The share of the terms that most remarks have and the draft does not speak of. */
  readonly missed: number;
  /** The share of the draft's terms that any remark has. */
  readonly grounded: number;
  /** The share of remarks whose wish is the draft's own. */
  readonly same: number;
  /** The share of remarks whose wish goes together with the draft's. */
  readonly compatible: number;
  /** The mean and the least likeness in meaning. */
  readonly likeness: number;
  readonly least: number;
  readonly terms: number;
  /** How many of its terms at least two remarks have. */
  readonly shared: number;
  /** The share of the names that at least two remarks mention; nothing if there are none. */
  readonly names?: number;
}

const LEAST_LIKENESS = 0.3;
/** The share of remarks that are most of them. */
const MOST = 0.6;
/** What counts if the remarks have no term in common. */
const UNKNOWN_RECALL = 0.4;

/** "Every page opens with a popup" may say what is wanted or what is wrong. */
const DESCRIBES = /\bMake sure that /;

/** Another remark wants it, too, or it is about a name, which other remarks must have for it to be in a draft. */
const isBackedUp = (text: string, stance: readonly Stance[]): boolean =>
  tokensOf(text).some(({ kind }) => kind === "code" || kind === "name") ||
  stance.filter(({ relation }) => relation === "same").length > 1;

/** Tries a draft on the remarks: each must agree with it by what it wants and by what it is about. */
export function tryDraft(text: string, read: ReadRemarks, likenessTo?: LikenessTo): Trial {
  const stance = stances(text, read.all);
  const measures = measure(text, read, stance, likenessTo);
  const refuse = (problem: string, contradicts = false): Trial => ({ measures, contradicts, problem });
  const form = formProblem(text);
  if (form !== undefined) return refuse(`its form is unfit (${form})`);
  const against = stance.findIndex(({ isAgainst }) => isAgainst);
  if (against >= 0) return refuse(`remark ${against + 1} wants the contrary`, true);
  const doubts = stance.filter(({ relation }) => relation === "opposite").length;
  if (doubts > 0 && doubts >= stance.filter(({ relation }) => AGREES.has(relation)).length) {
    return refuse("as many remarks seem to want the contrary as agree", true);
  }
  if (read.all.length > 1 && DESCRIBES.test(text) && !isBackedUp(text, stance))
    return refuse("only one remark states it, and that may be a complaint");
  const name = ownName(text, read);
  return name === undefined ? { measures, contradicts: false } : refuse(`only one remark speaks of ${name}`);
}

function measure(
  text: string,
  { all, support }: ReadRemarks,
  stance: readonly Stance[],
  likenessTo: LikenessTo | undefined,
): TrialMeasures {
  const terms = textTerms(text);
  const own = new Set(terms);
  const likeness = all.map((remark, at) => likenessTo?.(at) ?? likenessByWords(terms, remark));
  const isCovered = ({ terms: said }: ReadRemark, at: number): boolean =>
    (likenessTo !== undefined && likeness[at]! >= LEAST_LIKENESS) || terms.some((term) => said.has(term));
  const weight = (term: string): number => support.of(term) - 1;
  const shared = sum(support.shared.map(weight));
  const names = support.shared.filter((term) => !isOrdinary(term));
  return {
    coverage: share(all, isCovered),
    recall:
      shared === 0
        ? UNKNOWN_RECALL
        : sum(support.shared.filter((term) => own.has(term)).map(weight)) / shared,
    missed: share(
      support.shared.filter((term) => support.of(term) >= Math.max(2, MOST * all.length)),
      (term) => !own.has(term),
    ),
    grounded: share(terms, (term) => support.of(term) > 0),
    same: share(stance, ({ relation }) => relation === "same"),
    compatible: share(stance, ({ relation }) => AGREES.has(relation)),
    likeness: sum(likeness) / Math.max(1, likeness.length),
    least: Math.min(1, ...likeness),
    terms: terms.length,
    shared: terms.filter((term) => support.of(term) > 1).length,
    ...(names.length === 0
      ? {}
      : { names: sum(names.filter((term) => own.has(term)).map(weight)) / sum(names.map(weight)) }),
  };
}

/** Where texts cannot be compared by meaning: from the likeness of texts without a common word to that of equal ones. */
const likenessByWords = (terms: readonly string[], { terms: said }: ReadRemark): number =>
  0.2 + 0.7 * share(terms, (term) => said.has(term));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = <Item>(items: readonly Item[], is: (item: Item, at: number) => boolean): number =>
  items.length === 0 ? 0 : items.filter(is).length / items.length;

interface Stance {
  readonly relation: ReturnType<typeof compareWishes>;
  /** The remark says plainly that it wants the contrary. */
  readonly isAgainst: boolean;
}

const AGREES: ReadonlySet<string> = new Set(["same", "compatible"]);

/** How each remark stands to a draft by what it wants. One wish that agrees outweighs another that does not. */
function stances(text: string, all: readonly ReadRemark[]): readonly Stance[] {
  const drafted = readWishes(text).wishes;
  return all.map(({ reading, remark }): Stance => {
    const relations = reading.wishes.flatMap((wish) =>
      drafted.map((own) => ({
        relation: compareWishes(own, wish),
        isPlain: isPlain(wish, remark.text) && isAboutOneThing(own, wish),
      })),
    );
    const has = (wanted: string): boolean => relations.some(({ relation }) => relation === wanted);
    if (has("same")) return { relation: "same", isAgainst: false };
    if (has("opposite")) {
      const isAgainst = relations.some((each) => each.relation === "opposite" && each.isPlain);
      return { relation: "opposite", isAgainst };
    }
    return { relation: has("compatible") ? "compatible" : "unrelated", isAgainst: false };
  });
}

/** A name or number that only one remark has. What no remark has is no instance's. */
function ownName(text: string, { support }: ReadRemarks): string | undefined {
  const known = { ...support, of: (term: string) => (support.of(term) === 1 ? 1 : 2) };
  const words = tagWords(tokensOf(text));
  const own = words[ownNames(words, text, known).indexOf(true)];
  return own === undefined ? undefined : text.slice(own.start, own.end);
}
