import { findOwnWords } from "../../english/own-words.ts";

const LOOK = 600;
const PERSON =
  /(?<![\w'])(?:i|i'm|i've|i'd|im|you|your|you're|we|my|please|pls|let's|lets|why|can you|could you|thanks|thank|still|nope|yes|yep|ok|okay|lgtm|doesn't|doesnt|didn't|didnt|don't|dont|isn't|isnt|that's|thats|it's|but|instead|should|too)(?![\w'])/i;
/** Next to pasted output, only words that address somebody show that a person wrote them. */
const ADDRESSES =
  /(?<![\w'])(?:i|i'm|i've|i'd|im|you|you're|we|my|please|pls|let's|why|can you|could you|thanks|doesnt|didnt|dont|isnt|thats)(?![\w'])/i;
const SHORT_WORDS =
  /^(?:no|nope|yes|yep|ok|okay|still|same|again|wrong|that|this|works|great|good|nice|better|almost|here|got|getting|fix)(?![\w'])/i;
/** How people begin a remark about work that is nearly right, as in "one thing: …"; tools don't write like this. */
const REMARK =
  /^(?:just )?(?:(?:one|another|a) )?(?:(?:(?:more|other|last|final|very|really) )?(?:small|minor|tiny|little|slight|quick|last|more) )?(?:thing|change|issue|tweak|detail|nit|nitpick|correction)s? ?[:,–—-]/i;
/** Without a word such as "one" before it, this may be a tool's output, as in "issue: 14". */
const BARE_NOUN = /^(?:thing|change|issue|tweak|detail|correction)/i;
const WORD = /[\p{L}']{1,30}/gu;
const MACHINE =
  /^(?:\s{0,8}(?:Successfully|Collecting|Downloading|Installing (?:collected|build)|Compiling [\w-]+ v|Running \d|Using cached|Requirement already|Usage:|Copyright|added \d|removed \d|up to date|total \d|On branch|Your branch|To https|Everything up-to-date|Already up)|.{0,200}(?:\d{2}:\d{2}:\d{2}|\.\.\.\s*(?:done|ok|OK)$))/;
const FUNCTION_WORD =
  /(?<![\w'])(?:the|a|an|to|of|and|in|is|are|this|these|those|it|not|for|with|on|at|so|as|what|where|how|which|who|when|all|some|was|be)(?![\w'])/gi;

/** Whether the text, or what leads into or follows its pasted output, is a person's prose. */
export function looksLikeMessage(text: string): boolean {
  const own = findOwnWords(text);
  const [first] = own;
  if (first === undefined) return false;
  const leads = text.slice(0, first.start).trim() === "";
  const isAllOwn = own.reduce((total, part) => total + part.end - part.start, 0) >= text.trim().length * 0.9;
  const candidates = [leads ? first : undefined, own.at(-1)].filter((part) => part !== undefined);
  return candidates.some(({ start, end }) =>
    isProse(text.slice(start, Math.min(end, start + LOOK)), isAllOwn),
  );
}

function isProse(part: string, isAllOwn: boolean): boolean {
  const lead = part.split("\n").find((line) => line.trim() !== "") ?? "";
  if (MACHINE.test(lead)) return false;
  const words = part.match(WORD)?.length ?? 0;
  const letters = part.match(/[\p{L}\s]/gu)?.length ?? 0;
  if (words === 0 || letters < part.length * 0.75) return false;
  if (words >= 3 && ADDRESSES.test(part)) return true;
  const opening = lead.trim();
  if (REMARK.test(opening) && !BARE_NOUN.test(opening)) return true;
  if (!isAllOwn) return words <= 30 && words >= 3 && SHORT_WORDS.test(lead.trim());
  if (PERSON.test(part)) return true;
  if (!/^[\p{L}.]/u.test(lead.trim())) return false;
  if ((part.match(FUNCTION_WORD)?.length ?? 0) >= Math.max(2, words / 10)) return true;
  return words <= 12 && !part.includes("\n") && !/[:=/\\{}[\]|]/.test(part);
}
