/**
 * One private-use character for each kind of text that is not the writer's own prose. The masked
 * text is as long as the original, so every offset found in it is an offset in the original.
 */
export const MASK = {
  code: "\uE000",
  quote: "\uE001",
  substitution: "\uE002",
  suggestion: "\uE003",
  arrow: "\uE004",
  block: "\uE005",
} as const;

/** Hides code, quotations, links, markup and identifiers behind mask characters. */
export function maskText(text: string): string {
  return text
    .replace(MASK_CHARACTERS, " ")
    .replace(HTML_COMMENT, blank)
    .replace(FENCE, (match) => over(match, SUGGESTION_FENCE.test(match) ? MASK.suggestion : MASK.block))
    .replace(CODE_SPAN, (match) => over(match, MASK.code))
    .replace(QUOTED_LINE, blank)
    .replace(LINK, (match) => over(match, MASK.code))
    .replace(HTML_TAG, blank)
    .replace(ABBREVIATION, blank)
    .replace(SUBSTITUTION, (match) => over(match, MASK.substitution))
    .replace(CODE_LINE, (match) => over(match, MASK.code))
    .replace(DOUBLE_QUOTED, (match) => over(match, MASK.quote))
    .replace(SINGLE_QUOTED, (match) => over(match, MASK.quote))
    .replace(CHUNK, maskChunk)
    .replace(MARKUP, blank);
}

const MASK_CHARACTERS = /[\uE000-\uE005]/g;
const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const FENCE = /```[\s\S]*?(?:```|$)/g;
const SUGGESTION_FENCE = /^```(?:suggestion|diff)/;
const CODE_SPAN = /`[^`\n]+`/g;
const QUOTED_LINE = /^[ \t]{0,8}>[^\n]*/gm;
const LINK = /\bhttps?:\/\/[^\s)>\]]+/g;
const HTML_TAG =
  /<\/?(?:a|b|blockquote|br|code|details|em|h[1-6]|hr|i|img|li|ol|p|picture|pre|source|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)\b[^<>\n]{0,500}>/gi;
// Their full stops end no sentence.
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|resp)\./gi;
const SUBSTITUTION = /(?<![\w/.])s ?\/[^/\n]{1,120}\/[^/\n]{0,120}(?:\/g?|$)/gm;
const CODE_LINE =
  /^[ \t]*(?:[{}][^\n]{0,300}|(?:if|for|while|return|const|let|var|static|int|auto|switch|import|from|#include|assert)\b[^\n]{0,300}[;{})\]]|[^\n]{0,300}[=(.>][^\n]{0,300};|[\w.]{1,80}\([^\n]{0,300}\))[ \t]*$/gm;
const DOUBLE_QUOTED = /"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»/g;
const SINGLE_QUOTED =
  /(?<![\p{L}\p{N}])(?:'(?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,200}'|‘[^’\n]{1,200}’)(?![\p{L}\p{N}])/gu;
const CHUNK = /\S+/g;
const MARKUP = /[*_#~]{1,3}/g;

const blank = (match: string): string => match.replace(/[^\n]/g, " ");

const over = (match: string, mask: string): string => mask.repeat(match.length);

/** Masks the middle of one run of non-space characters where that middle can only be code. */
function maskChunk(chunk: string): string {
  if (chunk.length > MAX_CHUNK) return over(chunk, MASK.code);
  if (ARROW.test(chunk)) return over(chunk, MASK.arrow);
  const start = LEADING.exec(chunk)?.[0].length ?? 0;
  const rest = chunk.slice(start);
  const core = rest.slice(0, rest.length - trailingLength(rest));
  if (core === "" || !looksLikeCode(core)) return chunk;
  return chunk.slice(0, start) + over(core, MASK.code) + rest.slice(core.length);
}

const MAX_CHUNK = 500;
const ARROW = /^(?:->|=>|-->|==>|→|⇒)$/;
const LEADING = /^[([{,;:*"'“‘]+/;
const TRAILING = ".,;:!?)]}*\"'”’";

function trailingLength(text: string): number {
  let length = 0;
  while (length < text.length && TRAILING.includes(text[text.length - 1 - length]!)) length += 1;
  // `call()` keeps its parentheses: they are what shows that it is code.
  return text.slice(text.length - length).startsWith(")") && text.includes("(")
    ? Math.max(0, length - 1)
    : length;
}

function looksLikeCode(core: string): boolean {
  return (
    !NOT_CODE.test(core) &&
    (IDENTIFIER.test(core) || OPERATOR.test(core) || NUMBER.test(core) || PATH.test(core) || CALL.test(core))
  );
}

const NOT_CODE =
  /^(?:[a-z]+\(e?s\)|e\.g|i\.e|etc\.?|[a-z]+\.\.\.?[a-z]*|[-–—/]+|[+-]1|GitHub|GitLab|JavaScript|TypeScript|JavaDoc|PRs|IDs|URLs)$/i;
const IDENTIFIER =
  /[\p{L}\p{N}]_|_[\p{L}\p{N}]|\p{Ll}\p{Lu}|^[$@%&][\w.{]|^--?[a-z][\w-]*$|^#\d|^\d+[.:-]\d|\p{L}[\p{L}\p{N}]*::|^\p{L}\p{N}+$|[\p{L}\p{N})\]][.:]{1,2}[\p{L}_$*][^.]*$/u;
const OPERATOR = /[=<>!&|+*%^~]=|&&|\|\||->|=>|\[\]|\{\}|[=<>{}[\]\\|^]|^[+*%&=<>|!~-]{1,3}$|\p{L}[+*]\p{L}/u;
const NUMBER = /^[-+~]?\d[\d.,_]*(?:[a-zA-Z%]{1,3})?$|^0[xb][\da-fA-F]+$/;
const PATH = /^(?:\.{0,2}|~|\w:)[\\/][\w.]|\/[^/]*\/|\/[^/]*\.\w{1,5}$/;
const CALL = /^[\p{L}_$][\p{L}\p{N}_$.]*\([^()]*\)?$/u;
