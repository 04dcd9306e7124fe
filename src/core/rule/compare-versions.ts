import type { RuleText } from "./rule.ts";

/** Words that both versions have, or only one of them. */
export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** The differences between two versions; unchanged fields are left out. */
export interface VersionChanges {
  /** The version compared with. */
  readonly from: number;
  readonly text?: readonly WordChange[];
  readonly type?: Change<string>;
  readonly reason?: Change<string>;
  readonly insertion_point?: Change<string>;
  readonly agents?: Change<readonly string[]>;
  readonly paths?: Change<readonly string[]>;
}

interface Change<T> {
  readonly before: T;
  readonly after: T;
}

type Worded = RuleText & { readonly version: number };

/** Compares two versions, their texts word by word. */
export function compareVersions(before: Worded, after: Worded): VersionChanges {
  const changed = <T>(one: T, other: T): Change<T> | undefined =>
    JSON.stringify(one) === JSON.stringify(other) ? undefined : { before: one, after: other };
  const fields = {
    type: changed(before.type, after.type),
    reason: changed(before.reason, after.reason),
    insertion_point: changed(before.insertion_point, after.insertion_point),
    agents: changed(before.scope.agents, after.scope.agents),
    paths: changed(before.scope.paths, after.scope.paths),
  };
  const changes = Object.fromEntries(Object.entries(fields).filter(([, change]) => change !== undefined));
  return {
    from: before.version,
    ...(before.text === after.text ? {} : { text: compareWords(before.text, after.text) }),
    ...(changes as Omit<VersionChanges, "from" | "text">),
  };
}

/** Rules are short. In a longer text the rest counts as one word. */
const MAX_WORDS = 200;

/** The smallest set of removed and added words, with neighbours of a kind joined. */
export function compareWords(before: string, after: string): readonly WordChange[] {
  const [a, b] = [splitWords(before), splitWords(after)];
  const common = commonLengths(a, b);
  const changes: { kind: WordChange["kind"]; words: string[] }[] = [];
  const add = (kind: WordChange["kind"], word: string): void => {
    const last = changes.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else changes.push({ kind, words: [word] });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i]!);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      add("removed", a[i]!);
      i += 1;
    } else {
      add("added", b[j]!);
      j += 1;
    }
  }
  return changes.map(({ kind, words }) => ({ kind, text: words.join(" ") }));
}

function splitWords(text: string): readonly string[] {
  const words = text.split(/\s/).filter((word) => word !== "");
  return words.length <= MAX_WORDS ? words : [...words.slice(0, MAX_WORDS), words.slice(MAX_WORDS).join(" ")];
}

/** The lengths of the longest common subsequences of all pairs of suffixes. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}
