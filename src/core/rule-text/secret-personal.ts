/** Starts at the @, which is rare, and looks back from there. */
const EMAIL = /@(?<=([\p{L}\p{N}_.%+'-]{1,64})@)(?!\d{1,6}\.\d)(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}/gu;

/** Card numbers in one piece or in the groups that are printed on cards. */
const CARD =
  /(?<![\w-]|\d\.)(?:[2-6]\d{12,18}|[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

const HOME =
  /(?<![\w.~@\\-])(?:(?:\/mnt)?\/[a-z](?=\/Users\/)|\/var(?=\/home\/))?(?:\/home|\/Users)\/[\p{L}\p{N}_][\p{L}\p{N}_.@-]{0,63}/gu;
const WINDOWS_HOME =
  /(?<![A-Za-z])[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/)(?:[^\\/:*?"<>|\r\n]{1,64}(?=[\\/])|[^\s\\/:*?"'`<>|,;)\]]{1,64})/gi;
/** The folders of Claude Code are named after paths, with dashes for slashes. */
const DASHED_HOME = /(?<=[\\/])-(?:home|Users)-[A-Za-z0-9_]{1,64}/g;

/** Replaces e-mail addresses, card numbers, IBANs, and home folders. */
export function maskPersonal(text: string): string {
  let masked = maskEmails(text).replace(CARD, (number) =>
    isCard(number.replace(/\D/g, "")) ? "[number]" : number,
  );
  masked = masked.replace(IBAN, maskIban);
  if (/home|users/i.test(masked)) {
    masked = masked.replace(WINDOWS_HOME, "~").replace(HOME, "~").replace(DASHED_HOME, "~");
  }
  return masked;
}

function maskEmails(text: string): string {
  let masked = "";
  let last = 0;
  for (const { index, 0: host, 1: user } of text.matchAll(EMAIL)) {
    // Everybody pushes to git@github.com.
    if (user === "git") continue;
    masked += `${text.slice(last, Math.max(last, index - user!.length))}[email]`;
    last = index + host.length;
  }
  return masked + text.slice(last);
}

/** The Luhn check, for the lengths that each issuer uses. */
function isCard(digits: string): boolean {
  if (digits.length === 13 && digits[0] !== "4") return false;
  if (digits.length < 16 && digits.length > 13 && digits[0] !== "3") return false;
  if (digits.length > 16 && digits[0] !== "4" && digits[0] !== "6") return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighed = at % 2 === 0 ? digit : 2 * digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits);
}

const MIN_IBAN = 15;

/** A word in capitals may follow the number, so its end is at one of the spaces. */
function maskIban(found: string): string {
  for (let end = found.length; end > 0; end = found.lastIndexOf(" ", end - 1)) {
    const number = found.slice(0, end).replaceAll(" ", "");
    if (number.length < MIN_IBAN) return found;
    if (isIban(number)) return `[number]${found.slice(end)}`;
  }
  return found;
}

/** ISO 13616: the rearranged number, with letters as two digits, leaves 1 when divided by 97. */
function isIban(number: string): boolean {
  let rest = 0;
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
