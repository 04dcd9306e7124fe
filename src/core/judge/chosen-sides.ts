import { CHOICES } from "./choices.ts";

interface Phrase {
  readonly text: string;
  readonly choice: string;
  readonly side: 0 | 1;
}

/** Phrases with a blank before and behind them, by their first word. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  Object.entries(CHOICES).flatMap(([choice, sides]) =>
    sides.flatMap((list, side) =>
      list.split(", ").map((text): Phrase => ({ text: ` ${text} `, choice, side: side as 0 | 1 })),
    ),
  ),
  ({ text }) => text.slice(1, text.indexOf(" ", 1)),
);

/** Which side a remark takes of each choice; both or neither leaves the choice out. */
export function chosenSides(text: string): ReadonlyMap<string, 0 | 1> {
  const plain = ` ${text
    .slice(0, 4_000)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^\p{L}\p{N}'.-]+|\.(?=\s|$)|\s-\s/gu, " ")} `;
  const taken = new Map<string, { readonly side: 0 | 1; readonly length: number } | null>();
  for (let at = 0; at < plain.length - 1;) {
    const end = plain.indexOf(" ", at + 1);
    for (const { text: phrase, choice, side } of PHRASES.get(plain.slice(at + 1, end)) ?? []) {
      if (!plain.startsWith(phrase, at)) continue;
      const known = taken.get(choice);
      // The longer phrase says it more precisely: "mock so much" is no demand for mocks.
      if (known === undefined || (known !== null && phrase.length > known.length)) {
        taken.set(choice, { side, length: phrase.length });
      } else if (known !== null && known.side !== side && known.length === phrase.length)
        taken.set(choice, null);
    }
    at = end;
  }
  return new Map([...taken].flatMap(([choice, kept]) => (kept === null ? [] : [[choice, kept.side]])));
}

/** A choice on which two remarks take different sides, unless they take the same side of another. */
export function contraryChoice(
  a: ReadonlyMap<string, 0 | 1>,
  b: ReadonlyMap<string, 0 | 1>,
): string | undefined {
  let contrary: string | undefined;
  for (const [choice, side] of a) {
    const other = b.get(choice);
    if (other === undefined) continue;
    if (other === side) return undefined;
    contrary ??= choice;
  }
  return contrary;
}
