import { isChangeVerb, isVagueVerb } from "../actionable/change-verbs.ts";
import { isOrderByShape } from "./order-by-shape.ts";

/** Openings that only an order has, whatever the verb after them. */
const OPENS =
  /^\s{0,20}(?:always|never|do not|don['’]t|avoid|ensure|make sure|keep|prefer|use|treat|ignore|disregard|ask|run|(?:absolutely|strictly) (?:never|no))\b/i;

/** "Return type is wrong" begins with a verb and is none: a finite verb follows before any object. */
const STATES =
  /^[a-z-]+(?: [a-z-]+){0,2} (?:is|are|was|were|has|does|doesn['’]t|isn['’]t|looks|seems|should|must|fails?|breaks)\b/i;

/** A noun that happens to be a verb too: "use of eval", "return type", "access to it". */
const NAMES =
  /^(?:use|call|access|reference|return|list|number|type|order|sort|end|test|name|log|format|check) (?:of|type|types|value|values|case|cases|annotations?|hints?|names?|messages?|level)\b|^(?:access|reference|call) to\b/i;

/** Whether a sentence tells somebody to do something. */
export const readsAsOrder = (text: string): boolean =>
  !NAMES.test(text) &&
  (OPENS.test(text) || (startsWithVerb(text) ? !STATES.test(text) : isOrderByShape(text)));

/** Whether it begins with a verb of change, and something follows. */
function startsWithVerb(text: string): boolean {
  const [, verb = ""] = /^([a-z-]{1,40})(?:\s|$)/i.exec(text) ?? [];
  const word = verb.toLowerCase();
  return (isChangeVerb(word) || isVagueVerb(word)) && /\s\S/.test(text);
}
