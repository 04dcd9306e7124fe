import type { Span } from "../actionable/violation.ts";
import { hiddenKind } from "../text/hidden-characters.ts";

/** A text as it reads, whatever it is written with; every place of it is known in the original. */
export interface FoldedText {
  /** Lower case, compatibility forms spelled out, look-alikes replaced, hidden characters gone, blanks single. */
  readonly text: string;
  readonly spanOf: (start: number, end: number) => Span;
}

/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a", е: "e", о: "o", р: "p", с: "c", у: "y", х: "x", і: "i", ј: "j", ѕ: "s", ԁ: "d", ո: "n", һ: "h", ӏ: "l",
    ο: "o", α: "a", ν: "v", ι: "i", ρ: "p", ε: "e", κ: "k", τ: "t", υ: "u", ɡ: "g", ı: "i",
  }),
); // oxfmt-ignore

export function foldText(original: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let at = 0;
  for (const character of original) {
    const start = at;
    at += character.length;
    const kind = hiddenKind(character.codePointAt(0)!);
    if (kind !== undefined && kind !== "control") continue;
    const folded = kind === "control" ? " " : character.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    for (const unit of folded.split("")) {
      const blank = /\s/.test(unit);
      if (blank && text.endsWith(" ")) continue;
      text += blank ? " " : (LOOK_ALIKES.get(unit) ?? unit);
      starts.push(start);
      ends.push(at);
    }
  }
  return {
    text,
    spanOf: (from, to) => ({
      start: starts[from] ?? 0,
      end: ends[Math.max(from, to - 1)] ?? original.length,
    }),
  };
}
