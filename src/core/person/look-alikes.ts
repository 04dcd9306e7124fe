import { defined } from "../defined.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import type { Tombstone } from "./known-people.ts";

/**
 * Characters that look like an ASCII letter, digit or mark, by what they look like. A selection of Unicode's confusables
 * (UTS 39) for the alphabets that names are forged with: Cyrillic, Greek, Armenian, Cherokee, Lisu, small capitals. Full-width
 * and mathematical letters are not here, because NFKC already spells them out.
 */
const FORMS: Readonly<Record<string, string>> = {
  a: "аαɑ⍺ꭺ", b: "Ьᏼƅ", c: "сϲᴄⲥꮯ", d: "ԁꓒꮷ", e: "еҽꬲ", f: "ꞙẝքƒ", g: "ɡցᶃ", h: "һհᏂ",
  i: "іıɩιɪ⍳ꙇᎥ", j: "јϳ", k: "кκĸᴋⲕ", l: "ӏӀǀ∣|1IΙІƖןⵏꓲⲒ", m: "мᴍ", n: "ոռ", o: "оοσօᴏⲟ०੦૦௦0",
  p: "рρϱⲣᴩ", q: "ԛգզ", r: "гᴦⲅꭇ", s: "ѕꜱꮪ", t: "тτᴛⲧ", u: "υսʋᴜꭎ", v: "νѵᴠ∨ꮩ", w: "ѡԝաɯᴡꮃ",
  x: "хχ×ⲭ", y: "уγүყʏɣỿ", z: "ᴢꮓ",
  A: "АΑᎪᴀꓮ", B: "ВΒʙвᏴꓐ", C: "СϹᏟꓚ", D: "ᎠꓓᴅⅮ", E: "ЕΕᎬᴇꓰ", F: "Ϝꓝ", G: "ԌᏀꓖ", H: "НΗнʜᎻꓧ",
  J: "ЈͿᎫꓙ", K: "КΚᏦꓗ", L: "ᏞʟꓡⳐ", M: "МΜϺᎷꓟ", N: "Νɴꓠ", O: "ОΟՕꓳⲞ", P: "РΡᏢꓑ", Q: "ԚⵕⲢ",
  R: "ᎡᏒʀꓣ", S: "ЅՏᏚꓢ", T: "ТΤᎢꓔ", U: "Սꓴ∪", V: "ѴᏙꓦ", W: "ԜᎳꓪ", X: "ХΧꓫⲬ", Y: "ΥҮУᎩꓬ", Z: "ΖᏃꓜ",
  "2": "Ƨᒿ", "3": "ЗзƷȜꝪ", "4": "ЧᏎ", "5": "Ƽƽ", "6": "бᏮ", "8": "Ȣȣ", "9": "ꝮԳ",
  "-": "‐‑‒–—―−˗➖⁃", "'": "’‘ʼ`´ʹʻ′", ".": "․。·٠", "/": "∕⁄╱", "@": "﹫", ":": "ː∶։",
}; // oxfmt-ignore

const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMS).flatMap(([plain, forms]) => Array.from(forms, (form) => [form, plain] as const)),
);

const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const replaced = (text: string): string =>
  Array.from(text, (character) => LOOKS_LIKE.get(character) ?? character).join("");

/** In compatibility form, without what cannot be seen, with single spaces. */
const plain = (name: string): string =>
  name.normalize("NFKC").replaceAll(UNSEEN, "").normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

/**
 * What a name looks like, as one key or two. Names that share a key look alike to somebody who reads them, so they count
 * as one person. There are two keys because letters look like others in one case only: a capital I like a small l, while
 * "Ian" and "ian" are the same name. Unicode's pairs of letters, such as rn for m, are left out: Arno and Amo are two people.
 */
export function lookAlikeKeys(name: string): readonly string[] {
  const text = plain(name);
  return [...new Set([replaced(text.toLowerCase()), replaced(text).toLowerCase()])];
}

export function looksAlike(a: string, b: string): boolean {
  const keys = lookAlikeKeys(a);
  return lookAlikeKeys(b).some((key) => keys.includes(key));
}

export interface Erasure {
  readonly erased_at: string;
  /** When an administrator let this person decide again. */
  readonly admitted_at?: string;
}

/** The marks that a name or a login leaves when its person is erased: one for each form it is compared by. */
export const tombstoneHashes = (name: string, salt: string, hash: Digest): readonly string[] =>
  lookAlikeKeys(name).map((key) => hash(`erased ${salt} ${key}`));

/** The marks that one of these names or logins left. */
export function fittingTombstones(
  names: readonly string[],
  tombstones: readonly Tombstone[],
  hash: Digest,
): readonly Tombstone[] {
  const hashes = new Map<string, readonly string[]>();
  return tombstones.filter(({ salt, hash: kept }) => {
    const own = hashes.get(salt) ?? names.flatMap((name) => tombstoneHashes(name, salt, hash));
    hashes.set(salt, own);
    return own.includes(kept);
  });
}

/** What holds of several erasures: the last one, which an administrator's admission ends. */
export function lastErasure(tombstones: readonly Tombstone[]): Erasure | undefined {
  let last: Tombstone | undefined;
  for (const tombstone of tombstones) {
    if (last === undefined || tombstone.erased_at > last.erased_at) last = tombstone;
    // Several marks of one erasure are admitted together, or one by one where their logins come apart.
    else if (tombstone.erased_at === last.erased_at && tombstone.admitted_at === undefined) last = tombstone;
  }
  if (last === undefined) return undefined;
  const { erased_at, admitted_at } = last;
  return { erased_at, ...defined({ admitted_at }) };
}

const ERASED = new RegExp(`^${ERASED_PERSON}(?:-[0-9]{1,9})?$`);

/** Whether this stands in place of somebody's name who was erased. */
export const isErasedName = (name: string): boolean => ERASED.test(name);
