import type { Span } from "../actionable/actionable-feedback.ts";

export interface FoundSecret extends Span {
  /** A description for people. */
  readonly looks_like: string;
}

const HEX = /^[0-9a-f]{32,512}$/i;
/** Entropy in bits per character above which a string is hardly made of words. */
const RANDOM_BITS = 4;
/** The same for hexadecimal digits, which have at most four. Lower are zeros and counters. */
const RANDOM_HEX_BITS = 2.5;
/** Ids in paths and names that are no secrets: commits and UUIDs. */
const PUBLIC_IDS =
  /(?<![0-9A-Za-z])(?:[0-9a-f]{40}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})(?![0-9A-Za-z])/g;
const WORDS =
  /(?<![A-Za-z0-9])(?:[A-Z]?[a-z]{2,64}|[A-Z]{2,64})(?![A-Za-z0-9])|[A-Z][a-z]{3,64}|[a-z]{4,64}/g;

/** A hash, or a random mix of letters and digits. Paths and names are made of words. */
export function looksRandom(run: string): boolean {
  if (HEX.test(run)) return /\d/.test(run) && /[a-f]/i.test(run) && bitsPerCharacter(run) >= RANDOM_HEX_BITS;
  const rest = run.replace(PUBLIC_IDS, "");
  const unnamed = rest.replace(WORDS, "");
  const mixed = /\d/.test(unnamed) && /[a-z]/.test(unnamed) && /[A-Z]/.test(unnamed);
  return mixed && 2 * unnamed.length > rest.length && bitsPerCharacter(rest) >= RANDOM_BITS;
}

function bitsPerCharacter(text: string): number {
  const counts = new Uint16Array(128);
  for (let at = 0; at < text.length; at += 1) counts[text.charCodeAt(at) & 127]! += 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const GIT_WORDS =
  /(?:(?:commits?|sha|rev|revision|head|(?<![A-Za-z])(?:at|base|checkout|hash|merge|oid|onto|parent|pick|ref|reference|reset|resolved|revert|shasum|tree|git\s[a-z-]{2,16}(?:\s--?[a-z-]{1,20})?))\\?["']?[\s:=("'`#]{1,3}\\?["']?|[@~^]|\.\.)$/i;
const DIGEST_WORDS =
  /(?:\b(?:sha-?(?:1|224|256|384|512)|md5|blake[23][bs]?|checksum|digest|etag|fingerprint|h1|trace[_-]?id)\\?["']?[\s:=@/-]{1,3}\\?["']?(?:\d{1,2}c\d\/)?)$/i;
const DIGEST_LENGTHS: ReadonlySet<number> = new Set([32, 40, 43, 44, 56, 64, 86, 88, 96, 128]);
const INTEGRITY = /^sha(?:1|256|384|512)-/;
/** A picture or a font inside a page. */
const MEDIA = /(?:image|font|audio|video)\/[\w.+-]{1,20};base64,$/i;
/** A compiled function's name, and a wallet's address. */
const PUBLIC_NAME = /^(?:_{1,2}ZN\d[\w]*|0x[0-9a-f]{40})$/i;

/** Whether a random run is public: a commit, a file's hash or a file itself, by the words before it. */
export function isPublicHash(run: string, before: string): boolean {
  if (INTEGRITY.test(run) || PUBLIC_NAME.test(run) || MEDIA.test(before)) return true;
  if (DIGEST_LENGTHS.has(run.length) && DIGEST_WORDS.test(before)) return true;
  return /^[0-9a-f]{40}$/.test(run) && GIT_WORDS.test(before);
}

const LITERALS =
  /^(?:true|false|null|none|nil|undefined|string|number|boolean|object|required|optional|unknown|missing|invalid|expired|hidden|disabled|enabled|redacted|removed|masked|example|placeholder)$/i;
const PLACEHOLDER =
  /^(?:[$<{[]|%[(A-Za-z]|\*{3}|\.{3}|[xX]{4}|•|…|[Yy]our[-_ ]|https?:\/\/|file:|[A-Z]{2,30}(?:_[A-Z0-9]{1,30}){1,8}$)/;
const SETTING =
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|(?:env|vars|secrets|config|settings|self|this)[.[])/;
const PATH_START = /^(?:[~.]{0,2}[\\/]|[A-Za-z]:\\)/;

/** Whether a value only says where the secret comes from, or stands for one. */
export function isReference(value: string): boolean {
  if (LITERALS.test(value) || PLACEHOLDER.test(value) || SETTING.test(value)) return true;
  return PATH_START.test(value) && !looksRandom(value);
}

const TECHNICAL =
  /^(?:aes|argon|auth|base|bcrypt|char|ed|es|float|hs|https?|ipv|jwt|md|oauth|p|pbkdf|ps|rs|rsa|sha|u?int|utf|uuid|v|varchar|web)[-_]?\d|^[a-z]{2,20}(?:-[a-z]{1,20}){0,4}-\d{1,4}[.,;]?$/i;

const isWordless = (value: string): boolean =>
  value.length > 15 && 2 * value.replace(WORDS, "").length > value.length;

/** Whether somebody chose the value to be hard to guess. Words, types and names of algorithms are not. */
export function looksChosen(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || TECHNICAL.test(value)) return false;
  return /\d/.test(value) || /[!#$%^&*+~=@][^]/.test(value) || isWordless(value);
}
