import { sentencesOf } from "../../english/clauses.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { tagWords } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";
import type { RemarkReading } from "../../english/wish.ts";
import { remember } from "./remember.ts";

/** What a rule wants, and the numbers that it mentions. */
export interface WantedByRule {
  readonly reading: RemarkReading;
  readonly numbers: ReadonlySet<string>;
}

const MOST_READINGS = 2_000;
/** Longer rules are cut: the beginning says what they are about. */
const LONGEST_TEXT = 4_000;
const LIST_ITEM = /^(?:[-*+]\s)?(?:\[[ x]\]\s)?/u;

const known = remember<WantedByRule>(MOST_READINGS);

export function readWanted(text: string): WantedByRule {
  const read = text.slice(0, LONGEST_TEXT);
  return known(read, () => ({ reading: readStatements(read), numbers: readNumbers(read) }));
}

/** Sentences that state how things are ("Field names are camelCase.") are read as wishes that they be so. */
function readStatements(text: string): RemarkReading {
  const reading = readWishes(text);
  const stated = sentencesOf(tagWords(tokensOf(text))).flatMap(({ clauses }) => {
    const words = clauses.flatMap((clause) => clause.words);
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const isRead = reading.wishes.some((wish) => wish.start < end && wish.end > start);
    if (isRead || words.length < 2) return [];
    return readWishes(`Ensure ${text.slice(start, end).replace(LIST_ITEM, "")}`).wishes;
  });
  return { ...reading, wishes: [...reading.wishes, ...stated] };
}

/** Digits without separators of thousands. */
const readNumbers = (text: string): ReadonlySet<string> =>
  new Set(text.replaceAll(/(?<=\d),(?=\d{3})/gu, "").match(/\d+(?:\.\d+)?/gu));
