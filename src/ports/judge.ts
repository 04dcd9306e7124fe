import type { Judgement, JudgedText } from "../core/judge/judgement.ts";

/** Says whether texts are about the same mistake; a model made for it can take the built-in one's place. */
export interface Judge {
  /** One text against several, answered in their order. */
  judge(text: JudgedText, others: readonly JudgedText[]): Promise<readonly Judgement[]>;
}
