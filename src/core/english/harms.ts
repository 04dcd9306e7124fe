import table from "./implied-wishes.json" with { type: "json" };
import type { Word } from "./tagged-words.ts";

const HARMS: ReadonlySet<string> = new Set(table.harms.split(" "));

/** Whether a word names what goes wrong, and so is nothing that anybody wants: "crash", "leak". */
export const isHarm = (word: Word | undefined): boolean => word !== undefined && HARMS.has(word.word);
