import type { Sentence } from "./clauses.ts";
import phrases from "./sarcasm.json" with { type: "json" };

const PHRASES = phrases.map((phrase) => ` ${phrase} `);

/** Whether a sentence praises what it finds fault with: "lovely, 4,000 lines in one file". */
export function soundsSarcastic({ clauses }: Sentence): boolean {
  const said = clauses.flatMap(({ words }) =>
    words.filter(({ kind }) => kind === "word").map(({ word }) => word),
  );
  const text = ` ${said.join(" ")} `;
  return PHRASES.some((phrase) => text.includes(phrase));
}
