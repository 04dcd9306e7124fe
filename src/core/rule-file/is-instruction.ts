import { findCommands } from "../actionable/find-command.ts";
import { findObligations } from "../actionable/find-obligation.ts";
import { readText } from "../actionable/read-text.ts";
import { readsAsOrder } from "../rule-text/reads-as-order.ts";

const MAX_READ = 1_000;
const DUTY =
  /\b(?:must|shall|always|never|do not|don['’]t|should|only use|required|forbidden|not allowed|prohibited|mandatory)\b/i;
/** "**Naming**: use camelCase", "Naming - use camelCase". */
const LABEL = /^(?:[^:`]{1,60}:|[^-`]{1,40} [-–—])\s+(?=\S)/u;

/** Whether a line tells an agent what to do. */
export function isInstruction(text: string): boolean {
  const read = text.slice(0, MAX_READ).replace(/^[^\p{L}\p{N}`"']{1,8}/u, "");
  return [read, read.replace(LABEL, "")].some(
    (each) =>
      each.split(" ", 3).length >= 2 &&
      (DUTY.test(each) || hasChange(each) || (/^no\s/i.test(each) && readsAsOrder(each))),
  );
}

function hasChange(text: string): boolean {
  const { words, sentences } = readText(text);
  return sentences.some(
    (sentence) => findCommands(words, sentence).length > 0 || findObligations(words, sentence).length > 0,
  );
}
