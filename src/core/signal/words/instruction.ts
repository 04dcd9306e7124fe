import { standingInstruction, type StandingInstruction } from "../../english/standing-instruction.ts";
import type { Act, ActKind } from "./act.ts";
import type { SpelledSentence } from "../../english/spelled-sentences.ts";

/** In a longer message, "always" and "never" describe the task. */
const SHORT = 200;

/** The message's standing instruction, unless it may be part of the task. */
export function findInstruction(text: string): StandingInstruction | undefined {
  const found = standingInstruction(text);
  if (found === undefined || SAYS_NOTHING.test(found.text)) return undefined;
  return found.isExplicit || text.trim().length <= SHORT ? found : undefined;
}

/** Idioms that look like orders. */
const SAYS_NOTHING = /^(?:never mind|keep (?:it|that|this|them) in mind|remember (?:it|that|this))\b/i;

const FAULTS: ReadonlySet<ActKind> = new Set<ActKind>(["rejection", "complaint", "tweak"]);
/** Words that make an instruction a reproach as well. */
const REPROACHES =
  /^(?:no|nope|wrong|stop|quit)(?= )|(?<![^ ])(?:stop|quit|ever again|you (?:keep|always|still|again|did|have|just|were))(?![^ ])/;

/** Whether an act is part of the instruction and no reproach. */
export function isInstructed(
  { kind, from, to }: Act,
  sentence: SpelledSentence,
  instruction: StandingInstruction,
): boolean {
  if (!FAULTS.has(kind) || REPROACHES.test(sentence.text)) return false;
  const { start, end } = sentence.spanOf(from, to);
  return start >= instruction.start && end <= instruction.end;
}
