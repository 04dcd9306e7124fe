import { standingInstruction, type StandingInstruction } from "../../english/standing-instruction.ts";
import type { Act, ActKind } from "./act.ts";
import type { SpelledSentence } from "../../english/spelled-sentences.ts";

/** In a longer message, "always" and "never" are about what is to be built. */
const SHORT = 200;

/** The standing instruction that a message gives, if it is sure to be one and not a part of the task. */
export function findInstruction(text: string): StandingInstruction | undefined {
  const found = standingInstruction(text);
  if (found === undefined || SAYS_NOTHING.test(found.text)) return undefined;
  return found.isExplicit || text.trim().length <= SHORT ? found : undefined;
}

/** Turns of phrase with the form of an order. */
const SAYS_NOTHING = /^(?:never mind|keep (?:it|that|this|them) in mind|remember (?:it|that|this))\b/i;

const FAULTS: ReadonlySet<ActKind> = new Set<ActKind>(["rejection", "complaint", "tweak"]);
/** Words with which an instruction is a reproach as well. */
const REPROACHES =
  /^(?:no|nope|wrong|stop|quit)(?= )|(?<![^ ])(?:stop|quit|ever again|you (?:keep|always|still|again|did|have|just|were))(?![^ ])/;

/** Whether a prohibition or a duty is what the instruction says, and blames nobody. */
export function isInstructed(
  { kind, from, to }: Act,
  sentence: SpelledSentence,
  instruction: StandingInstruction,
): boolean {
  if (!FAULTS.has(kind) || REPROACHES.test(sentence.text)) return false;
  const { start, end } = sentence.spanOf(from, to);
  return start >= instruction.start && end <= instruction.end;
}
