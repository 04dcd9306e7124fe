import { isCommon } from "../english/leaning.ts";
import { stem } from "../english/stem.ts";
import { tokensOf } from "../english/tokens.ts";
import { topicsIn } from "../english/topics.ts";
import emptyWords from "./empty-words.json" with { type: "json" };

/** Words that only say that something is not right. */
const EMPTY: ReadonlySet<string> = new Set(emptyWords.flatMap((word) => [word, stem(word)]));

/** What a text is about, by the names of things: synonyms have one name, and words of discontent have none. */
export const topicsOf = (text: string): ReadonlySet<string> =>
  new Set(topicsIn(text).filter((topic) => !EMPTY.has(topic)));

/** Whether a text names anything besides that something is not right. */
export const saysSomething = (text: string): boolean =>
  tokensOf(text).some(({ kind, word }) => kind !== "mark" && word.length > 1 && !EMPTY.has(word));

/** The words of a path: `src/api/user-list.test.ts` names api, user, list and test. */
export const pathWords = (path: string): string =>
  path
    .slice(0, 400)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");

const MIN_SHARED = 2;

/** How much of a remark a piece of work is about; 0 where they share too little to be of one kind. */
export function sharedTopics(remark: ReadonlySet<string>, work: ReadonlySet<string>): number {
  const shared = [...remark].filter((topic) => work.has(topic) && !isCommon(topic)).length;
  return shared >= Math.min(MIN_SHARED, remark.size) ? shared : 0;
}
