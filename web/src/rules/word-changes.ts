export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A rule is short; a text of more words is told as a whole. */
const MOST_WORDS = 300;

/** Which words one text has and the other has not, neighbours of a kind together. */
export function wordChanges(before: string, after: string): readonly WordChange[] {
  const [a, b] = [words(before), words(after)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) {
    return before === after
      ? [{ kind: "same", text: after }]
      : [
          { kind: "removed", text: before },
          { kind: "added", text: after },
        ];
  }
  const common = a.map(() => [] as number[]);
  const commonAt = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i]![j] =
        a[i] === b[j] ? commonAt(i + 1, j + 1) + 1 : Math.max(commonAt(i + 1, j), commonAt(i, j + 1));
    }
  }
  const found: { kind: WordChange["kind"]; words: string[] }[] = [];
  const add = (kind: WordChange["kind"], word: string): void => {
    const last = found.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else found.push({ kind, words: [word] });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i]!);
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || commonAt(i + 1, j) >= commonAt(i, j + 1))) {
      add("removed", a[i]!);
      i += 1;
    } else {
      add("added", b[j]!);
      j += 1;
    }
  }
  return found.map(({ kind, words: those }) => ({ kind, text: those.join(" ") }));
}

const words = (text: string): readonly string[] => text.split(/\s/).filter((word) => word !== "");
