import { defined } from "../defined.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import type { Tombstone } from "./known-people.ts";

/**
 * Characters that look like an ASCII letter, digit or mark. A selection of Unicode's confusables (UTS 39) for the
 * alphabets that names are forged with: Cyrillic, Greek, Armenian, Cherokee, Lisu, small capitals. Full-width and
 * mathematical letters are missing, because NFKC already normalises them.
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
  Object.entries(FORMS).flatMap(([normalise, forms]) =>
    Array.from(forms, (form) => [form, normalise] as const),
  ),
);

const INVISIBLE = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const replaceLookAlikes = (text: string): string =>
  Array.from(text, (character) => LOOKS_LIKE.get(character) ?? character).join("");

/** NFKC, without invisible characters, with single spaces. */
const normalise = (name: string): string =>
  name.normalize("NFKC").replaceAll(INVISIBLE, "").normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

/**
 * One or two keys for the appearance of a name. Names that share a key look alike to a reader, so they count as one
 * person. There are two because letters may look like others in one case only: a capital I looks like a small l,
 * while "Ian" and "ian" are the same name. Unicode's letter pairs, such as rn for m, are left out: Arno and Amo are
 * two people.
 */
export function lookAlikeKeys(name: string): readonly string[] {
  const text = normalise(name);
  return [...new Set([replaceLookAlikes(text.toLowerCase()), replaceLookAlikes(text).toLowerCase()])];
}

export function looksAlike(a: string, b: string): boolean {
  const keys = lookAlikeKeys(a);
  return lookAlikeKeys(b).some((key) => keys.includes(key));
}

export interface Erasure {
  readonly erased_at: string;
  /** When an administrator allowed this person to decide again. */
  readonly admitted_at?: string;
}

/** The hashes that remain of an erased name or login, one per look-alike key. */
export const tombstoneHashes = (name: string, salt: string, hash: Digest): readonly string[] =>
  lookAlikeKeys(name).map((key) => hash(`erased ${salt} ${key}`));

/** The tombstones of any of these names or logins. */
export function matchingTombstones(
  names: readonly string[],
  tombstones: readonly Tombstone[],
  hash: Digest,
): readonly Tombstone[] {
  const hashes = new Map<string, readonly string[]>();
  return tombstones.filter(({ salt, hash: stored }) => {
    const own = hashes.get(salt) ?? names.flatMap((name) => tombstoneHashes(name, salt, hash));
    hashes.set(salt, own);
    return own.includes(stored);
  });
}

/** The last of several erasures, with its admission, if any. */
export function lastErasure(tombstones: readonly Tombstone[]): Erasure | undefined {
  let last: Tombstone | undefined;
  for (const tombstone of tombstones) {
    if (last === undefined || tombstone.erased_at > last.erased_at) last = tombstone;
    // Tombstones of one erasure are admitted together, or one by one if their logins were separated.
    else if (tombstone.erased_at === last.erased_at && tombstone.admitted_at === undefined) last = tombstone;
  }
  if (last === undefined) return undefined;
  const { erased_at, admitted_at } = last;
  return { erased_at, ...defined({ admitted_at }) };
}

const ERASED_NAME = new RegExp(`^${ERASED_PERSON}(?:-[0-9]{1,9})?$`);

/** Whether a name replaces that of an erased person. */
export const isErasedName = (name: string): boolean => ERASED_NAME.test(name);
