import lists from "./other-languages.json" with { type: "json" };
import type { Word } from "./tagged-words.ts";

const COMMON = Object.entries(lists).map(([language, list]) => ({
  language,
  words: new Set(list.split(" ")),
}));
const LATIN = /^[\p{Script=Latin}'-]+$/u;

/** Whether a remark is English, as far as its commonest words tell. Few words are taken as English unless they say otherwise. */
export function languageOf(words: readonly Word[]): "english" | "other" {
  const said = words.filter(({ kind }) => kind === "word").slice(0, 200);
  if (said.length === 0) return "english";
  if (said.filter(({ word }) => !LATIN.test(word)).length > said.length / 2) return "other";
  let english = 0;
  let other = 0;
  for (const { language, words: common } of COMMON) {
    const found = said.filter(({ word }) => common.has(word)).length;
    if (language === "english") english = found;
    else other = Math.max(other, found);
  }
  return other > english &&
    (other > 1 || said.length < 5 || said.some(({ word }) => /[äöüßéèêçñãõąęłżź]/u.test(word)))
    ? "other"
    : "english";
}
