import type { Comparison } from "./compare-rules.ts";
import type { Judgement } from "./judge-relation.ts";
import type { MeaningSigns } from "./relation-head.ts";
import { relationSigns, type WishSigns } from "./relation-signs.ts";
import { RELATION_WEIGHTS } from "./relation-weights.ts";
import { weighRelation } from "./weigh-relation.ts";

/** These are certain without weighing anything. */
const CERTAIN: ReadonlySet<Judgement["sign"]> = new Set(["other_scope", "same_words"]);

/** Weighs what the words say with wishes, names, numbers and meaning; the reason names what decided. */
export function judgeByMeaning(
  texts: readonly [string, string],
  comparison: Comparison,
  byWords: Judgement,
  meaning: MeaningSigns,
): Judgement {
  if (CERTAIN.has(byWords.sign)) return byWords;
  const { signs, wishes } = relationSigns(texts, comparison, byWords.relation, meaning);
  const { relation, probability } = weighRelation(RELATION_WEIGHTS, signs);
  const score = Math.round(probability * 100) / 100;
  if (relation === byWords.relation) return { ...byWords, score };
  if (relation === "conflict") return { relation, score, ...conflictSign(wishes) };
  if (relation === "duplicate") return { relation, score, sign: "model" };
  return {
    relation,
    score,
    sign: "little_in_common",
    reason: "they share words, but each asks for something else",
  };
}

function conflictSign({ reason, isOtherNumber }: WishSigns): Pick<Judgement, "sign" | "reason"> {
  if (reason !== undefined) return { sign: "opposite_wishes", reason };
  return { sign: isOtherNumber ? "other_numbers" : "other_meaning" };
}
