import { COMMON, FAINT, TOPICS } from "./remark-topics.ts";

/** A word or a mark of a remark. */
export interface RemarkWord {
  /** In lower case; for a mark `,` or `.` or `?`. */
  readonly text: string;
  readonly isMark: boolean;
  /** Quoted code names things and says nothing. */
  readonly isCode: boolean;
}

/** What a word is about: the name of the thing, and -1 where the word is its contrary. */
export interface Topic {
  readonly name: string;
  readonly sense: 1 | -1;
}

/** Words that change nothing in what is asked. */
const SPARE: ReadonlySet<string> = new Set(
  "really actually even currently probably definitely totally completely basically certainly also imo imho afaik iirc".split(
    " ",
  ),
);
const MAX_TEXT = 4_000;
const MAX_WORDS = 300;

/** The words and marks of a text, its code marked. */
export function remarkWords(text: string): readonly RemarkWord[] {
  const words: RemarkWord[] = [];
  let isCode = false;
  let isAside = false;
  const plain = text.slice(0, MAX_TEXT).toLowerCase().replaceAll("’", "'");
  for (const [part] of plain.matchAll(
    /`{1,3}|\p{L}[\p{L}\p{N}'/-]{0,40}|[.,;:!?](?![\p{L}\p{N}(=])|(?<=\s)\(|[)\n…—–→]/gu,
  )) {
    if (part.startsWith("`")) {
      isCode = !isCode;
      continue;
    }
    if (/^[.,;:!?()\n…—–→]/u.test(part)) {
      // A bracket that closes a call is no mark.
      const isMark = !isCode && (part !== ")" || isAside);
      if (part === "(" || part === ")") isAside = part === "(";
      if (isMark) pushMark(words, part);
      continue;
    }
    if (SPARE.has(part)) continue;
    for (const word of isCode ? [part] : partsOf(part)) words.push({ text: word, isMark: false, isCode });
    if (words.length >= MAX_WORDS) break;
  }
  return withWholeVerbs(words);
}

const PARTED = /^(?:take|leave|throw|rip|cut|pull|turn|switch)$/;
const PARTICLE = /^(?:out|away|off)$/;
const MOST_BETWEEN = 5;

/** "Take the date out" is one verb in two places: it is read as `remove` where it begins. */
function withWholeVerbs(words: readonly RemarkWord[]): readonly RemarkWord[] {
  const dropped = new Set<number>();
  const whole = words.map((word, at) => {
    if (word.isCode || !PARTED.test(word.text)) return word;
    for (let next = at + 1; next <= at + 1 + MOST_BETWEEN && next < words.length; next += 1) {
      const { text, isMark } = words[next]!;
      if (isMark) break;
      if (!PARTICLE.test(text)) continue;
      dropped.add(next);
      return { ...word, text: "remove" };
    }
    return word;
  });
  return dropped.size === 0 ? whole : whole.filter((_, at) => !dropped.has(at));
}

/** Of marks in a row one counts: the question mark, or else the last. */
function pushMark(words: RemarkWord[], part: string): void {
  const text = part === "?" ? "?" : part === "," || part === "(" || part === ")" ? "," : ".";
  const last = words.at(-1);
  if (last === undefined || !last.isMark) words.push({ text, isMark: true, isCode: false });
  else if (last.text !== "?") words[words.length - 1] = { text, isMark: true, isCode: false };
}

const partsOf = (word: string): readonly string[] => {
  const bare = word.replace(/[-/']{1,5}$/, "");
  return topics.has(bare) || !/[-/]/.test(bare) ? [bare] : bare.split(/[-/]/).filter((part) => part !== "");
};

const topics: ReadonlyMap<string, Topic> = new Map(
  Object.entries(TOPICS).flatMap(([name, words]) =>
    words
      .split(" ")
      .map((word): [string, Topic] =>
        word.startsWith("!") ? [word.slice(1), { name, sense: -1 }] : [word, { name, sense: 1 }],
      ),
  ),
);

const faint: ReadonlySet<string> = new Set(FAINT);

/** What the words at a place are about, and how many they are; nothing where a word only joins others. */
export function topicAt(
  words: readonly RemarkWord[],
  at: number,
): (Topic & { readonly length: number }) | undefined {
  const { text } = words[at]!;
  const next = words[at + 1];
  if (next !== undefined && !next.isMark) {
    const known = topics.get(`${text}-${next.text}`);
    if (known !== undefined) return { ...known, length: 2 };
  }
  const known = topics.get(text);
  if (known !== undefined) return { ...known, length: 1 };
  if (text.length < 3 || faint.has(text)) return undefined;
  const name = stem(text);
  return { ...(topics.get(name) ?? { name, sense: 1 }), length: 1 };
}

/** The stem of a word: enough to bring `evict`, `evicts`, `evicted` and `evicting` together. */
export function stem(word: string): string {
  if (word.length <= 4) return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  let bare = word;
  if (bare.endsWith("'s")) bare = bare.slice(0, -2);
  if (bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  if (bare.endsWith("ing") && bare.length > 5) bare = bare.slice(0, -3);
  else if (bare.endsWith("ed") && bare.length > 4) bare = bare.slice(0, -2);
  else if (bare.endsWith("s") && !bare.endsWith("ss")) bare = bare.slice(0, -1);
  if (bare.endsWith("e") && bare.length > 3) bare = bare.slice(0, -1);
  const last = bare.at(-1);
  if (last !== undefined && last === bare.at(-2) && !"slz".includes(last) && bare.length > 3)
    bare = bare.slice(0, -1);
  return bare;
}

const common: ReadonlySet<string> = new Set(COMMON.flatMap((word) => [word, stem(word)]));

/** Whether many remarks name a thing in passing. */
export const isCommon = (name: string): boolean => common.has(name);
