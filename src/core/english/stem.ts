import { verbForm } from "./tagged-words.ts";
import irregular from "./irregular-stems.json" with { type: "json" };

/** Irregular plurals, and abbreviations and spellings with one stem in common. */
const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(Object.entries(irregular));

/** The stem that all forms of a word share: "validation", "validated" and "validates" become "validat". */
export function stem(word: string): string {
  const plain = IRREGULAR_STEMS.get(word) ?? word;
  if (plain.length < 4 || plain.includes(" ")) return plain;
  return withoutFinalE(verbBase(plain) ?? singular(plain));
}

function verbBase(word: string): string | undefined {
  const found = verbForm(word);
  // "migrations" looks like a verb form, but its stem must be that of "migration".
  if (found?.form === "s" && found.base.endsWith("ion")) return verbBase(found.base) ?? found.base;
  if (found !== undefined && found.form !== "base") return IRREGULAR_STEMS.get(found.base) ?? found.base;
  if (!word.endsWith("ion") && !word.endsWith("ions")) return undefined;
  // "annotation" derives from "annotate".
  const cut = word.endsWith("s") ? word.slice(0, -4) : word.slice(0, -3);
  if (verbForm(`${cut}e`)?.form === "base") return `${cut}e`;
  if (verbForm(cut)?.form === "base") return cut;
  return cut.endsWith("at") && verbForm(cut.slice(0, -2))?.form === "base" ? cut.slice(0, -2) : undefined;
}

export function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !/(?:ss|us|is)$/u.test(word) ? word.slice(0, -1) : word;
}

/** Drops a final "e", and spells -ise as -ize. */
const withoutFinalE = (word: string): string => {
  const cut = word.replace(/ise$/u, "ize");
  return cut.length > 4 && cut.endsWith("e") ? cut.slice(0, -1) : cut;
};
