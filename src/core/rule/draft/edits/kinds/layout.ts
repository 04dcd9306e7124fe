import { wordSet } from "../../../../text/word-set.ts";
import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";
import { CLICK_HERE, PLACEHOLDERS } from "./word-lists.ts";

const BULLETS = countOf(/^\s*[-*•] /gm);
const NUMBERED = countOf(/^\s*\d{1,2}[.)] /gm);
const HEADINGS = countOf(/^(?:#{1,6} \S|[^\n.!?]{2,60}\n[=-]{3,})/gm);
const TABLE_ROWS = countOf(/^\s*\|.*\|\s*$/gm);
const words = (text: string): number => countOf(/[\p{L}\p{N}]+/gu)(text);
const sentences = (text: string): number => Math.max(1, countOf(/[.!?](?:\s|$)/g)(text));
const paragraphs = (text: string): number => text.trim().split(/\n\s*\n/).length;

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.]+/g;
const LONG_NUMBER = /\+?\d[\d -]{6,}\d/g;
const REDACTED =
  /\[(?:redacted|name|email|e-mail|phone|address|customer|user|client|removed|hidden|anonymi[sz]ed)[^\]]*\]|\*{3,}|█+|<(?:redacted|name|email|phone|customer|user)>|\bx{3,}\b|\b(?:Customer|User|Client|Person|Patient|Participant|Employee) (?:[A-Z]|\d+)\b|\buser@example\.com\b/gi;
const NAMES = /(?<=\p{Ll}[,;]? |^)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu;
const ROLE =
  /\b(?:the |a )(?:customer|client|user|patient|employee|manager|participant|engineer|candidate|reviewer|reporter|person|caller|applicant|tenant|student|colleague|member)\b/gi;
const SOURCE =
  /\((?:source|see|cf\.?|via)\b[^)]*\)|\[\d{1,3}\]|\bsource:|\baccording to\b|\([^()\n]*\b(?:report|export|analytics|survey|study|census|data|source|p\. ?\d+|table \d|figure \d|et al|dashboard|log|interview|minutes|review)\b[^()\n]*\)|\([^()]*\b(?:19|20)\d{2}\)|https?:\/\/\S+/gi;
const OWNER =
  /(?:^|[\s(])@\w+|\bowner\b|\bby \p{L}+day\b|\bdue\b|\bby (?:\d|the|end)|^\s*(?:[-*] )?(?:\[ \] )?\p{Lu}\p{Ll}+ (?:to|will) /gimu;
const ALT = /!\[[^\]]{3,}\]|\balt=["'{][^"'}]/g;
const LINKS = /\[[^\]\n]+\]\([^)\n]+\)/g;
const BARE_URL = /(?<![("'<=])https?:\/\/[^\s)>\]]+/g;
const BODY = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
const sentenceList = (text: string): readonly string[] =>
  text
    .split(/\n+|(?<=[.!?]) +/)
    .map(BODY)
    .filter((part) => part !== "");

const POINT =
  /^(?:tl ?dr|root cause|summary|conclusion|result|in short|bottom line|decision|recommendation|please|we (?:want|need|recommend|decided)|action|answer|short answer|yes|no|to do|i (?:need|want|recommend))\b/;

export const LAYOUT_KINDS: readonly EditKind[] = [
  ...fewer(
    { field: "prose", rank: 4, named: /hash ?tag/ },
    "hashtags",
    "Do not use hashtags.",
    countOf(/(?:^|\s)#\p{L}[\p{L}\p{N}_]*/gu),
  ),
  ...swap(
    {
      field: "prose",
      rank: 4,
      named: /heading|level|h1|h2/,
      canonical: (text) => text.replaceAll(/^#+/gm, "#"),
    },
    ["headings-from-two", "Start headings at level two (##), not at level one (#).", countOf(/^##+ /gm)],
    ["headings-from-one", "Start headings at level one (#), not at level two (##).", countOf(/^# /gm)],
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /cta|link|button|click|anchor|label/ },
    [
      "descriptive-links",
      'Write link and button texts that name the action or target instead of "click here".',
    ],
    ["click-here", undefined],
    (before, after) =>
      countOf(CLICK_HERE)(before) > 0 &&
      countOf(CLICK_HERE)(after) === 0 &&
      words(after) > 0 &&
      !/https?:/.test(after.replaceAll(LINKS, "")),
  ),
  ...swap(
    { field: "prose", rank: 5, named: /link|url/ },
    ["named-links", "Give links a descriptive text instead of pasting the bare URL.", countOf(LINKS)],
    ["bare-urls", "Give the plain URL instead of a link with a text.", countOf(BARE_URL)],
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /bullet|list|structure|scan|wall/ },
    ["bullets", "Use a bulleted list instead of running text for several points."],
    ["no-bullets", "Write in sentences and paragraphs instead of bullet points."],
    (before, after) => BULLETS(before) === 0 && BULLETS(after) >= 2 && NUMBERED(before) === 0,
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /number|step|order|list|sequence/ },
    ["numbered-steps", "Write steps as a numbered list."],
    ["no-numbered-steps", "Do not number the items of a list."],
    (before, after) => NUMBERED(before) === 0 && NUMBERED(after) >= 2,
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /table/ },
    ["table", "Show comparable data in a table."],
    ["no-table", "Do not use tables; write it as text or a list."],
    (before, after) => TABLE_ROWS(before) === 0 && TABLE_ROWS(after) >= 2,
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /heading|section|structure|title/ },
    ["headings", "Add headings to structure the text."],
    ["no-headings", "Do not use headings."],
    HEADINGS,
  ),
  ...oppositeKinds(
    { field: "prose", rank: 2, named: /sentence|long|split|shorter/ },
    ["short-sentences", "Write short sentences; split long ones."],
    ["longer-sentences", "Join short sentences into longer ones."],
    (before, after) =>
      sentences(after) > sentences(before) &&
      words(before) / sentences(before) > 1.5 * (words(after) / sentences(after)) &&
      words(before) < 1.6 * words(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /paragraph|break|wall/ },
    ["paragraphs", "Break the text into short paragraphs."],
    ["one-paragraph", "Write it as one paragraph."],
    (before, after) => paragraphs(after) > paragraphs(before) && BODY(before) === BODY(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 2, named: /short|long|brief|concise|wordy|trim|verbose|tighten|tl;?dr|length/ },
    ["shorter", "Keep it short: say only what the reader needs."],
    ["longer", undefined],
    (before, after) =>
      words(after) > 0 &&
      words(before) >= 1.6 * words(after) &&
      words(before) >= 10 &&
      mostlyKept(before, after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /placeholder|template|fill|tbd/ },
    ["fill-placeholders", "Fill in placeholders; leave none in the text."],
    ["placeholders", "Use placeholders instead of concrete values."],
    (before, after) =>
      countOf(PLACEHOLDERS)(before) > countOf(PLACEHOLDERS)(after) && words(after) >= words(before) - 4,
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /anonym|redact|privacy|pii|gdpr|personal|name/ },
    [
      "redact",
      "Remove personal data such as names, email addresses and phone numbers, or replace it with a placeholder.",
    ],
    ["no-redaction", undefined],
    (before, after) => {
      const personal = (text: string): number =>
        countOf(EMAIL)(text) + countOf(LONG_NUMBER)(text) + countOf(NAMES)(text);
      const masked = (text: string): number => countOf(REDACTED)(text) + countOf(ROLE)(text);
      return (
        masked(after) > masked(before) &&
        (personal(before) > personal(after) ||
          countOf(/\p{Lu}\p{Ll}+/gu)(before) > countOf(/\p{Lu}\p{Ll}+/gu)(after))
      );
    },
  ),
  ...fewer(
    { field: "any", rank: 3, named: /privacy|pii|gdpr|personal|email|phone/ },
    "personal-data",
    "Leave out email addresses and phone numbers.",
    countOf(EMAIL),
  ),
  ...more(
    { field: "any", rank: 5, named: /alt|access|a11y|image/ },
    "alt-text",
    "Give every image an alt text that describes it.",
    countOf(ALT),
  ),
  ...more(
    { field: "prose", rank: 3, named: /source|cit|reference|proof|evidence|link/ },
    "sources",
    "Give the source for every claim and figure.",
    countOf(SOURCE),
  ),
  ...more(
    { field: "prose", rank: 3, named: /owner|due|deadline|who|action/ },
    "owner-and-date",
    "Name an owner and a due date for every action item.",
    countOf(OWNER),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /order|first|top|lead|bury|conclusion|tl;?dr/ },
    ["point-first", "Put the main point or request first, and the background after it."],
    ["point-last", "Give the background first and the conclusion last."],
    (before, after) => {
      const [had, has] = [sentenceList(before), sentenceList(after)];
      const moved = had.length > 1 && had.length === has.length && had[0] !== has[0] && had.at(-1) === has[0];
      return moved && (had.length > 2 || POINT.test(has[0]!)) && !POINT.test(had[0]!);
    },
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /alphabet|sort|order/ },
    ["sorted-lines", "Sort lists alphabetically."],
    ["unsorted-lines", undefined],
    (before, after) => isSorted(after) && !isSorted(before) && sameLines(before, after),
  ),
  ...toggle(
    { field: "prose", rank: 3, named: /question|rhetor/ },
    ["questions", "Ask a question instead of making a statement."],
    ["no-questions", "Make a statement instead of asking a question."],
    countOf(/\?/g),
  ),
];

/** Whether most words of the shorter text are in the longer one. */
function mostlyKept(longer: string, shorter: string): boolean {
  const known = wordSet(BODY(longer));
  const all = BODY(shorter).split(" ");
  return all.filter((word) => known.has(word)).length >= 0.5 * all.length;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim().toLowerCase().replace(/[,;]$/, ""))
    .filter((line) => line !== "");
const isSorted = (text: string): boolean => {
  const lines = linesOf(text);
  return lines.length > 1 && lines.every((line, at) => at === 0 || lines[at - 1]! <= line);
};
const sameLines = (before: string, after: string): boolean =>
  linesOf(before).toSorted().join("\n") === linesOf(after).toSorted().join("\n");
