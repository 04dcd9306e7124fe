import { weightOf } from "./lexicon.ts";
import { stemOf, type RuleWord } from "./rule-words.ts";

export const NO_TARGETS: ReadonlySet<string> = new Set();

/** Words behind `for` that set nothing apart, since the setting is always for them. */
const USUAL_TARGETS: ReadonlySet<string> = new Set(
  "string literal indentation indent formatting format styling style test testing package dependency install everything object shape type prop props error code consistency all new local variable function class model query javascript typescript python project this the our"
    .split(" ")
    .map(stemOf),
);

/** What the words right behind a mention say it is for, such as `for callbacks`. */
export function targetsOf(words: readonly RuleWord[], next: number): ReadonlySet<string> {
  if (words[next]?.text !== "for") return NO_TARGETS;
  const targets = new Set<string>();
  for (let at = next + 1; at < words.length && at < next + 6 && words[at]!.mark === undefined; at += 1) {
    const { stem } = words[at]!;
    if (!USUAL_TARGETS.has(stem) && weightOf(stem) > 0) targets.add(stem);
  }
  return targets;
}
