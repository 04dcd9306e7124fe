import { type FoundSecret, isReference, looksChosen } from "./secret-values.ts";

type NameKind = "password" | "key" | "session" | "signature";

const PASSWORD_NAME =
  /(?:[Pp]assw(?:or)?[dt]|PASSW(?:OR)?[DT]|[Pp]assphrase|PASSPHRASE|(?<![A-Za-z])(?:[Pp]ass|PASS|[Pp]wd|PWD|[Pp]w|PW)|[a-z]P(?:ass|wd))$/;
const KEY_NAME =
  /(?:secret|token|(?:access|account|api|app|auth|client|encryption|license|master|private|secret|service|shared|signing|storage|subscription|webhook)[ _-]?key(?:[_-]?(?:base|id))?)$/i;
const SESSION_NAME = /(?:^|[^A-Za-z])(?:sess|session|(?:sess|session)[_-]?id|[jJ]?sessionid|phpsessid|sid)$/i;
const SIGNATURE_NAME = /[?&;]sig$/;
const STAGE = /[_-]?(?:\d{1,2}|dev|live|new|old|prod|production|staging|test|value)$/i;
/** A name that ends in one of these words, and what may be between it and its value. */
const NAME_AND_SIGN =
  /(?:pass(?:w(?:or)?[dt]|phrase)?|p(?:wd|w)|se(?:cret|ss(?:ion(?:[_-]?id)?)?)|token|key(?:[_-]?(?:base|id))?|si[dg])(?:[_-]?(?:\d{1,2}|dev|live|new|old|prod|production|staging|test|value))?(?:\\?["'`]\]?)?\??[ \t]{0,2}[=:>]/gi;

const MAX_NAME = 64;
/** Enough of a value to judge it. The rest of a longer one is masked with it. */
const MAX_VALUE = 400;

function nameKind(name: string): NameKind | undefined {
  if (PASSWORD_NAME.test(name)) return "password";
  if (KEY_NAME.test(name)) return "key";
  if (SESSION_NAME.test(name)) return "session";
  return SIGNATURE_NAME.test(name) ? "signature" : undefined;
}

interface Value {
  readonly text: string;
  readonly start: number;
  readonly quoted: boolean;
}

const UNQUOTED = /[^\s"'`<>]{1,400}/y;

function readValue(text: string, at: number): Value | undefined {
  let start = at;
  while (start < at + 4 && (text[start] === " " || text[start] === "\t")) start += 1;
  if (text[start] === "\\") start += 1;
  const quote = text[start];
  const quoted = quote === '"' || quote === "'" || quote === "`";
  if (quoted) {
    start += 1;
    const inside = text.slice(start, start + MAX_VALUE);
    const end = inside.indexOf(quote);
    if (end !== -1) return { text: inside.slice(0, end).replace(/\\$/, ""), start, quoted };
  }
  UNQUOTED.lastIndex = start;
  const match = UNQUOTED.exec(text);
  return match === null ? undefined : { text: match[0], start, quoted };
}

const LINE_START = /(?:^|\n|\\n)[ \t]{0,20}(?:[-+>#*] ?)?(?:(?:export|set|setx|ENV|ARG) )?$/;
const CALL = /^[\w.$:>?-]{1,200}[([]/;
const DOTTED = /^[A-Za-z_$]{1,60}(?:\.|::|->|\?\.)[A-Za-z_$]/;
const LETTERS = /^[A-Za-z_.-]{1,200}$/;
const KEY_WORD = /pass|pwd|secret|token|key|auth/i;
const TYPE = /^(?:[A-Z][a-z]{1,30}){1,6}[!?]?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Secrets that are written next to a name such as DB_PASSWORD, together with the name. */
export function findAssignments(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  NAME_AND_SIGN.lastIndex = 0;
  while (NAME_AND_SIGN.test(text)) {
    const secret = assignmentAt(text, NAME_AND_SIGN.lastIndex - 1);
    if (secret === undefined) continue;
    found.push(secret);
    NAME_AND_SIGN.lastIndex = secret.end;
  }
  return found;
}

/** At the given place is `=`, `:`, or the `>` of `<password>`. */
function assignmentAt(text: string, at: number): FoundSecret | undefined {
  const sign = text[at];
  const nameEnd = endOfName(text, at);
  const before = text.slice(Math.max(0, nameEnd - MAX_NAME), nameEnd);
  const kind = nameKind(before) ?? nameKind(before.replace(STAGE, ""));
  if (kind === undefined) return undefined;
  let start = nameEnd;
  while (start > nameEnd - MAX_NAME && /[\w.-]/.test(text[start - 1] ?? "")) start -= 1;
  if (text[start - 1] === "\\" && /[nrt]/.test(text[start] ?? "")) start += 1;
  if (sign === ">" && text[start - 1] !== "<") return undefined;
  let valueAt = at + 1;
  while (valueAt < at + 4 && (text[valueAt] === "=" || text[valueAt] === ">")) valueAt += 1;
  const value = readValue(text, valueAt);
  if (value === undefined) return undefined;
  const name = text.slice(start, nameEnd);
  const lineStart = LINE_START.test(text.slice(Math.max(0, start - 32), start));
  const tight = sign !== ":" && value.start - (value.quoted ? 1 : 0) === at + 1 && nameEnd === at;
  const constant = /^[A-Z][A-Z0-9_]{1,63}$/.test(name);
  const secret =
    value.quoted || sign === ">" || (tight && (lineStart || constant))
      ? value.text
      : value.text.replace(/(?!^)[,;&|)}\]][^]*$/, "");
  const end = value.start + secret.length;
  const wholeLine = lineStart && /^[ \t]{0,8}(?:\r?\n|\\n|$)/.test(text.slice(end, end + 10));
  const compared = sign === "=" && text[at + 1] === "=";
  let literal: Setting["literal"] = wholeLine ? "line" : "loose";
  if (tight) literal = "tight";
  if (value.quoted || sign === ">") literal = "quoted";
  if (compared) literal = "loose";
  if (!isSecret(secret, { kind, name, literal, constant })) return undefined;
  const looks_like = kind === "password" ? "a written-out password" : "a written-out key";
  return { start, end, looks_like };
}

/** Steps back over what is between a name and its separator: spaces, a question mark, a bracket, a quote. */
function endOfName(text: string, at: number): number {
  let end = at;
  while (/[\s?\]"'`\\]/.test(text[end - 1] ?? "")) end -= 1;
  return end;
}

interface Setting {
  readonly kind: NameKind;
  readonly name: string;
  /** How the value is written. A loose one may be a word of a sentence or a variable of a program. */
  readonly literal: "quoted" | "tight" | "line" | "loose";
  /** Whether the name is written as variables of an environment are. */
  readonly constant: boolean;
}

function isSecret(value: string, { kind, name, literal, constant }: Setting): boolean {
  if (value.length < 6 || value === name || isReference(value)) return false;
  // Test runners write "PASS: name of the test".
  if (/^p(?:ass|w)$/i.test(name) && (literal === "line" || literal === "loose")) return false;
  if (kind === "session") {
    return literal === "tight" && value.length > 15 && /\d/.test(value) && !UUID.test(value);
  }
  if (kind === "signature") return literal === "tight" && value.length > 19;
  if (/^\d{1,400}$/.test(value)) return kind === "password" && literal !== "loose";
  if (/\s/.test(value)) return literal === "quoted" && /phrase$/i.test(name);
  const config = constant && literal !== "loose";
  if (literal !== "quoted" && CALL.test(value) && !(config && looksChosen(value))) return false;
  if (literal !== "quoted" && !config && DOTTED.test(value)) return false;
  if (LETTERS.test(value) && !looksChosen(value)) {
    if (literal === "loose" || (KEY_WORD.test(value) && !config)) return false;
    if (literal === "line") return constant || !TYPE.test(value);
    if (config) return true;
    return value.length > (/(?:token|key)$/i.test(name) ? 15 : literal === "quoted" ? 5 : 7);
  }
  return literal === "loose" ? looksChosen(value) : /[A-Za-z0-9]/.test(value);
}

const OPTION =
  /--(?=[A-Za-z])([\w-]{2,40})\s{1,3}("[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s"'`<>-][^\s"'`<>]{3,200})/g;

/** Secrets after an option such as `--password`. */
export function findOptions(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { index, 0: option, 1: name, 2: given } of text.matchAll(OPTION)) {
    const kind = nameKind(name!);
    const value = given!.replace(/^["']|["']$/g, "");
    if ((kind !== "password" && kind !== "key") || isReference(value)) continue;
    if (value === given && !looksChosen(value)) continue;
    const end = index + option.length;
    found.push({ start: end - given!.length, end, looks_like: "a password on a command line" });
  }
  return found;
}

const ADDRESS_START = /:\/\/(?<=([a-z][a-z0-9+.-]{1,20}):\/\/)/gi;
const USER_AND_PASSWORD = /[^\s:/@"'`<>]{0,100}:(?![$<{[*%]|(?:password|passwd|pass)@)[^\s/"'`<>]{1,200}@/y;
const KEY_AS_USER = /(?=[^\s/@\d]{0,60}\d)[\w~-]{16,300}@/y;

/** Passwords and keys in addresses, with all of the address before them. */
export function findAddresses(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { index, 1: scheme } of text.matchAll(ADDRESS_START)) {
    const start = index - scheme!.length;
    USER_AND_PASSWORD.lastIndex = index + 3;
    KEY_AS_USER.lastIndex = index + 3;
    if (USER_AND_PASSWORD.test(text)) {
      found.push({ start, end: USER_AND_PASSWORD.lastIndex, looks_like: "a password in an address" });
    } else if (KEY_AS_USER.test(text)) {
      found.push({ start, end: KEY_AS_USER.lastIndex, looks_like: "a key in an address" });
    }
  }
  return found;
}
