import { SETTINGS } from "./lexicon.ts";
import type { Mention, Stand } from "./mention.ts";

/** How two mentions of one topic stand to each other; what is said for different things stands apart. */
export function standOf(a: Mention, b: Mention): Stand {
  const isApart =
    a.targets.size > 0 && b.targets.size > 0 && ![...a.targets].some((target) => b.targets.has(target));
  return isApart ? "apart" : standOfValues(a, b);
}

function standOfValues(a: Mention, b: Mention): Stand {
  if (a.value === b.value) return a.sign === b.sign || (a.hedged && b.hedged) ? "same" : "opposed";
  const setting = SETTINGS.get(a.topic);
  const general = a.value.startsWith(`${b.value}.`) ? b : b.value.startsWith(`${a.value}.`) ? a : undefined;
  if (general !== undefined) {
    if (a.sign === b.sign) return "same";
    return general.sign === -1 ? "opposed" : "apart";
  }
  if (a.sign === 1 && b.sign === 1) return setting?.together === true ? "apart" : "opposed";
  if (setting?.either !== true) return "apart";
  if (a.sign === b.sign) return "opposed";
  return top(a.value) === top(b.value) ? "apart" : "same";
}

const top = (value: string): string => value.split(".")[0]!;
