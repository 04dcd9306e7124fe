import lexicon from "../../english/lexicon.json" with { type: "json" };
import { stem } from "../../english/stem.ts";
import words from "../../english/words.json" with { type: "json" };
import countNouns from "./count-nouns.json" with { type: "json" };
import type { ReadRemarks } from "./read-remarks.ts";
import { textTerms } from "./support.ts";

/** Stems of ordinary English words. Whatever else all remarks mention is the name of something. */
const ORDINARY: ReadonlySet<string> = new Set(
  [...Object.values(lexicon), ...Object.values(words), ...countNouns]
    .filter((list) => typeof list === "string")
    .flatMap((list) => list.split(" "))
    .map((word) => stem(word)),
);

/** Whether a term is a word of everyday English, and no name. */
export const isOrdinary = (term: string): boolean => ORDINARY.has(term);

/** A name that every remark mentions and a text does not: a rule about something else, however near it is in meaning. */
export function missedName(text: string, { all, support }: ReadRemarks): string | undefined {
  if (all.length < 2) return undefined;
  const own = new Set(textTerms(text));
  return support.shared.find((term) => support.of(term) >= all.length && !isOrdinary(term) && !own.has(term));
}
