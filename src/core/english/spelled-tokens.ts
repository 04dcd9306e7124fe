import SPELLINGS from "./spelling.json" with { type: "json" };

/** A word, a mark, or a capitalised placeholder for something that is not prose. Offsets are in the original text. */
export interface SpelledToken {
  /** The normalised word, which may be several words; a placeholder such as `CODE`; or the mark. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line break comes before it. */
  readonly startsLine: boolean;
}

/** Longer words are truncated, to bound the cost of expressions. */
const MAX_WORD_LENGTH = 40;

const TOKEN = new RegExp(
  [
    "`[^`\\n]{1,400}`",
    '"[^"\\n]{1,400}"',
    "\u201c[^\u201d\\n]{1,400}\u201d",
    "\u00ab[^\u00bb\\n]{1,400}\u00bb",
    "(?<![\\p{L}\\p{N}])['\u2018](?=[\\p{L}\\p{N}<#.])[^'\u2018\u2019\\n]{1,200}['\u2019](?![\\p{L}\\p{N}])",
    "https?://\\S{1,500}",
    "(?<!\\S)@[\\w./-]{1,200}",
    "(?<!\\S)/[a-z][\\w-]{1,60}(?:/[\\w.{}:-]{1,80}){0,8}",
    "(?<!\\S)\\.[a-z][\\w./-]{1,100}",
    "\\[image[^\\]\\n]{0,40}\\]",
    "\\d{1,6}(?:[.,]\\d{1,6}){0,3}%?",
    "[\\p{L}\\p{N}_$](?:[\\p{L}\\p{M}\\p{N}_$]|['\u2019](?=\\p{L})|[./\\\\-](?=[\\p{L}\\p{N}_$])|::){0,200}(?:\\(\\))?",
    "\\.{2,9}",
    "[^\\s]",
  ].join("|"),
  "giu",
);

/** Reads the tokens of a span of the text. */
export function readTokens(text: string, start: number, end: number): readonly SpelledToken[] {
  const tokens: SpelledToken[] = [];
  const stretch = text.slice(start, end);
  let previousEnd = 0;
  for (const match of stretch.matchAll(TOKEN)) {
    const raw = match[0];
    tokens.push({
      text: toPlaceholder(raw),
      start: start + match.index,
      end: start + match.index + raw.length,
      startsLine: tokens.length === 0 || hasBreak(stretch, previousEnd, match.index),
    });
    previousEnd = match.index + raw.length;
  }
  return tokens;
}

function hasBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text[at] === "\n") return true;
  return false;
}

const QUOTED = /^["\u201c\u00ab'\u2018]./u;
const ERROR_NAME = /(?:Error|Exception|Fault)$|^E[A-Z]{5,}$|^SIG[A-Z]{3,}$|BackOff$|^NaN$/;
const ERROR_TEXT =
  /(?<![\w-])(?:[a-z]{0,20}error|exception|fail(?:ed|ure)|fatal|panic|traceback|denied|refused|forbidden|unauthorized|cannot|can't|could not|couldn't|unable to|not found|no such|not defined|undefined|unexpected|invalid|invariant|violates|exceeded|timed out|timeout|does not match|unsupported|missing required|out of memory|overflow|unhandled|uncaught)(?![\w-])/i;
const TEST_NAME = /^test_|_test$|[a-z]Tests?$|\.(?:spec|test)\b/;
const WRITTEN_LIKE_CODE = /[\w)]_\w|[a-z][A-Z]|[$\\]|::|\(\)|^[a-z\d]+\.[a-z]\w*$|\/\w|\.[a-z]{1,4}$/;
const PROSE_WITH_MARKS =
  /^(?:and\/or|he\/she|yes\/no|e\.g|i\.e|w\/o?|n\/a|24\/7|GitHub|GitLab|JavaScript|TypeScript|iPhone|iPad|macOS|YouTube|ChatGPT|OpenAI|PowerPoint|[A-Z]?[a-z]+\/[a-z]+)$/i;
const NAMED_CASE =
  /^(?:GitHub|GitLab|JavaScript|TypeScript|iPhone|iPad|macOS|YouTube|ChatGPT|OpenAI|PowerPoint)$/;

function toPlaceholder(raw: string): string {
  if (raw.length > 1) {
    if (raw.startsWith("`")) return isErrorText(raw.slice(1, -1)) ? "ERRORNAME" : "CODE";
    if (QUOTED.test(raw)) return isErrorText(raw.slice(1, -1)) ? "ERRORNAME" : "QUOTE";
    if (raw.startsWith("http"))
      return /^https?:/.test(raw) ? "LINK" : spellOut(raw.slice(0, MAX_WORD_LENGTH));
    if (raw.startsWith("[")) return "IMAGE";
    if (/^[@/]|^\.\w/.test(raw)) return "NAME";
    if (ERROR_NAME.test(raw)) return "ERRORNAME";
    if (TEST_NAME.test(raw)) return "TESTNAME";
    if (PROSE_WITH_MARKS.test(raw) && (!/[a-z][A-Z]/.test(raw) || NAMED_CASE.test(raw))) {
      return raw.toLowerCase().replaceAll(/[./]/g, " ").trim();
    }
    if (WRITTEN_LIKE_CODE.test(raw)) return "CODE";
  }
  const spelled = spellOut(raw.slice(0, MAX_WORD_LENGTH));
  return raw.length > 1 ? spelled.replaceAll("-", " ") : spelled;
}

/** Whether quoted text is a program's error message. */
function isErrorText(quoted: string): boolean {
  return ERROR_NAME.test(quoted) || (quoted.includes(" ") && ERROR_TEXT.test(quoted));
}

/** Contractions and the misspellings of people who type fast, so that phrases are written once. */
const FULL = new Map(
  Object.entries(SPELLINGS).flatMap(([full, variants]) =>
    variants.split(" ").map((variant) => [variant, full] as const),
  ),
);

const POSSESSIVE = /(?:'s|s')$/;

/** Normalises a word: lower case, straight apostrophes, contractions spelled out. */
function spellOut(word: string): string {
  const lower = word.toLowerCase().replaceAll("\u2019", "'").replaceAll("\u2018", "'");
  return FULL.get(lower) ?? lower.replace(POSSESSIVE, "");
}
