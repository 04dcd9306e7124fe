import type { Edit } from "./edit.ts";

/** Past forms that are not the base with -ed. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    "was is;were are;had have;did do;made make;wrote write;sent send;got get;gave give;took take;found find;showed show;knew know;built build;held hold;kept keep;" +
    "left leave;lost lose;paid pay;ran run;said say;saw see;sold sell;told tell;threw throw;chose choose;drew draw;drove drive;broke break;began begin;brought bring;bought buy;" +
    "caught catch;felt feel;hid hide;led lead;meant mean;met meet;spent spend;understood understand;won win;went go;came come;became become;grew grow;fell fall;rose rise;stood stand;" +
    "cut cut;put put;set set;hit hit;let let;shut shut;quit quit;cost cost;spread spread;burst burst;read read;beat beat;" +
    "thought think;spoke speak;swept sweep;dealt deal;taught teach;slept sleep;sat sit;shook shake;sank sink;split split;rebuilt rebuild;rewrote rewrite;withdrew withdraw"
  )
    .split(";")
    .map((pair) => pair.split(" ") as [string, string]),
);
const THIRD: ReadonlyMap<string, string> = new Map([
  ["is", "is"],
  ["has", "have"],
  ["does", "do"],
  ["are", "are"],
]);

export type VerbForm = "past" | "third" | "ing" | "base";

/** The verb forms that a word can be, with their base. */
function readings(word: string): readonly (readonly [VerbForm, string])[] {
  const all: (readonly [VerbForm, string])[] = [];
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) all.push(["past", irregular]);
  const third = THIRD.get(word);
  if (third !== undefined) all.push(["third", third]);
  if (word.endsWith("ied") && word.length > 4) all.push(["past", `${word.slice(0, -3)}y`]);
  if (word.endsWith("ed") && word.length > 3)
    for (const base of stems(word.slice(0, -2))) all.push(["past", base]);
  if (word.endsWith("ing") && word.length > 4)
    for (const base of stems(word.slice(0, -3))) all.push(["ing", base]);
  if (word.endsWith("ies") && word.length > 4) all.push(["third", `${word.slice(0, -3)}y`]);
  if (word.endsWith("es") && word.length > 3) all.push(["third", word.slice(0, -2)]);
  if (word.endsWith("s") && word.length > 2) all.push(["third", word.slice(0, -1)]);
  all.push(["base", word]);
  return all;
}

/** "stopp" may come from "stopp", "stoppe" or "stop". */
const stems = (stem: string): readonly string[] => [
  stem,
  `${stem}e`,
  ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : []),
];

/** The forms of one verb that two words are, such as past and base for "added" and "add". */
export function verbForms(before: string, after: string): readonly [VerbForm, VerbForm] | undefined {
  if (before === after) return undefined;
  for (const [form, base] of readings(before)) {
    for (const [other, otherBase] of readings(after)) {
      if (form !== other && base === otherBase) return [form, other];
    }
  }
  return undefined;
}

const MAX_PAIRED = 12;

/** Pairs of removed and added words in the hunks of an edit, in lower case. */
export function wordPairs({
  hunks,
  beforeTokens,
  afterTokens,
}: Edit): readonly (readonly [string, string])[] {
  return hunks.flatMap(({ from, to, start, end }) => {
    const removed = beforeTokens
      .slice(from, Math.min(to, from + MAX_PAIRED))
      .map(({ text }) => text.toLowerCase());
    const added = afterTokens
      .slice(start, Math.min(end, start + MAX_PAIRED))
      .map(({ text }) => text.toLowerCase());
    return removed.flatMap((word) => added.map((other) => [word, other] as const));
  });
}

/** The first word, after a bullet or a prefix such as "fix(api): ". */
export const firstWord = (text: string): string =>
  /\p{L}+/u.exec(text.replace(/^[\w-]{1,20}(?:\([\w./-]{1,40}\))?!?: /, ""))?.[0].toLowerCase() ?? "";
