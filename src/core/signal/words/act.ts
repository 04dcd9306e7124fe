import type { Weight } from "../observation.ts";

/**
 * What a person does with a stretch of words.
 * - `rejection`: says of the work, or of how it was done, that it is wrong or unwanted; asks to undo or redo it.
 * - `complaint`: describes something that misbehaves; softer, so praise before it makes a gap of it.
 * - `praise`: says of the result that it is good; `progress`: that it is better; `almost`: that it is nearly so.
 * - `approval`: yes, thanks, go ahead; says nothing about the result.
 * - `gap`: joins what is left to what was accepted; `but`: the plainest of them, which even a mere yes can carry.
 */
export type ActKind =
  | "rejection"
  | "complaint"
  | "praise"
  | "progress"
  | "almost"
  | "approval"
  | "gap"
  | "but"
  | "tweak"
  | "error"
  | "failed_check"
  | "request"
  | "question";

export interface Act {
  readonly kind: ActKind;
  readonly weight: Weight;
  /** Which sentence, and which columns of its text. */
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
}

export interface ActRule {
  readonly act: ActKind;
  readonly weight: Weight;
  /** `clause`: from the first word of a clause, fillers left out; `sentence`: anywhere in one. */
  readonly within: "clause" | "sentence";
  readonly pattern: RegExp;
  /** Holds inside requests and conditions as well: it can be about nothing but the work done. */
  readonly unscoped?: true;
}

/** Fragments that phrases share; each is bounded, so that no phrase can cost more than its length. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  "<be>": "(?:is|are|was|were)",
  "<do>": "(?:do|does|did)",
  "<aux>": "(?:do|does|did|is|are|was|were|will|would|can|could|has|have|had)",
  "<adv>":
    "(?: (?:still|just|really|also|even|now|not|only|all|already|always|never|actually|clearly|completely|totally|again|then|simply|so|very|quite|pretty|too|much|way|a bit|a little|kind of|somewhat|obviously|currently|suddenly|both|keep|keeps|mostly|specifically|explicitly|literally|clearly|immediately|often|sometimes)){0,4}?",
  "<1>": "(?: [^ ,]+){0,1}?",
  "<2>": "(?: [^ ,]+){0,2}?",
  "<3>": "(?: [^ ,]+){0,3}?",
  "<5>": "(?: [^ ,]+){0,5}?",
};

/** An expression over spelled-out words; `<be>` and the like stand for shared fragments. */
function phrase(source: string): RegExp {
  return new RegExp(source.replaceAll(/<\w+>/g, (name) => FRAGMENTS[name] ?? name));
}

/** One rule for each phrase, all of one kind. */
export function rules(
  act: ActKind,
  weight: Weight,
  within: ActRule["within"],
  sources: readonly string[],
  unscoped = false,
): readonly ActRule[] {
  return sources.map((source) => ({
    act,
    weight,
    within,
    pattern: phrase(
      within === "clause" ? `^(?:${source})(?:(?<= )|(?![^ ]))` : `(?<![^ ])(?:${source})(?:(?<= )|(?![^ ]))`,
    ),
    ...(unscoped ? { unscoped: true as const } : {}),
  }));
}
