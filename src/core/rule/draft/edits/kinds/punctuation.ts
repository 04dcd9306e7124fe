import { wordSet } from "../../../../text/word-set.ts";
import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";

/** British and American beginnings of words, in pairs. */
const PAIRS =
  "colour color;favour favor;behaviour behavior;honour honor;labour labor;neighbour neighbor;flavour flavor;harbour harbor;humour humor;rumour rumor;vapour vapor;armour armor;endeavour endeavor;odour odor;" +
  "centre center;theatre theater;fibre fiber;litre liter;metre meter;calibre caliber;kilometre kilometer;centimetre centimeter;defence defense;offence offense;pretence pretense;analyse analyze;analysing analyzing;paralyse paralyze;" +
  "catalogue catalog;dialogue dialog;programme program;grey gray;travelling traveling;travelled traveled;traveller traveler;cancelled canceled;cancelling canceling;modelling modeling;modelled modeled;labelled labeled;labelling labeling;" +
  "signalling signaling;fuelled fueled;jewellery jewelry;enrolment enrollment;fulfil fulfill;skilful skillful;ageing aging;tyre tire;sceptic skeptic;aluminium aluminum;mould mold;whilst while;learnt learned;spelt spelled;burnt burned;" +
  "organis organiz;realis realiz;recognis recogniz;optimis optimiz;customis customiz;initialis initializ;normalis normaliz;serialis serializ;summaris summariz;prioritis prioritiz;minimis minimiz;maximis maximiz;authoris authoriz;" +
  "categoris categoriz;finalis finaliz;apologis apologiz;emphasise emphasize;emphasising emphasizing;standardis standardiz;synchronis synchroniz;utilis utiliz;visualis visualiz;specialis specializ;generalis generaliz;capitalis capitaliz;" +
  "criticis criticiz;digitis digitiz;modernis moderniz;personalis personaliz;stabilis stabiliz;tokenis tokeniz;localis localiz;internationalis internationaliz;monetis monetiz;sanitis sanitiz;randomis randomiz;licence license;practise practice;" +
  "cheque check;kerb curb;plough plow;storey story;towards toward;pyjamas pajamas;manoeuvre maneuver;orthopaedic orthopedic;paediatric pediatric;anaesthe anesthe;encyclopaedia encyclopedia;foetus fetus;diarrhoea diarrhea;judgement judgment;acknowledgement acknowledgment";

const AMERICAN: ReadonlyMap<string, string> = new Map(
  PAIRS.split(";").map((pair) => pair.split(" ") as [string, string]),
);

const beginnings = (words: Iterable<string>): RegExp => new RegExp(`\\b(?:${[...words].join("|")})`, "gi");

const BRITISH_WORDS = beginnings(AMERICAN.keys());

const AMERICAN_WORDS = beginnings(
  [...AMERICAN.values()].filter(
    (word) => !["check", "story", "while", "program", "practice", "tire"].includes(word),
  ),
);

const toAmerican = (text: string): string =>
  text.toLowerCase().replaceAll(BRITISH_WORDS, (word) => AMERICAN.get(word) ?? word);

const sameWithout = (expression: RegExp, put: string) => (text: string) => text.replaceAll(expression, put);
const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");
const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const BULLET = /^\s*(?:[-*•]|\d+[.)]) /;
const bullets = (text: string): readonly string[] => lines(text).filter((line) => BULLET.test(line));
/** Bullets, or lines where there are several and none is marked. */
const items = (text: string): readonly string[] => {
  const marked = bullets(text);
  return marked.length > 0 ? marked : lines(text).length > 1 ? lines(text) : [];
};

/** A name of something: a short line that is no sentence, or a line with heading marks. */
const headingWords = (text: string): readonly string[] =>
  squeezed(text.replace(/^#{1,6} /, ""))
    .split(" ")
    .slice(1)
    .filter((word) => /^\p{L}{4}/u.test(word));
const isTitleCase = (text: string): boolean => {
  const words = headingWords(text);
  return words.length > 0 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
};
const SMALL_WORDS = wordSet("from with into over your than that");
const isSentenceCase = (text: string): boolean => {
  const words = headingWords(text).filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  return words.length > 0 && 2 * words.filter((word) => /^\p{Ll}/u.test(word)).length > words.length;
};

const EMOJI = /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|(?<=^|\s)[:;]-?[)(DP](?=\s|$|[.,!])/gu;
const CAPS = /(?<![\p{L}\d_])\p{Lu}{4,}(?![\p{L}\d_])/gu;
const BOLD = /\*\*[^*\n]+\*\*|__[^_\n]+__/g;

export const PUNCTUATION_KINDS: readonly EditKind[] = [
  ...oppositeKinds(
    { field: "any", rank: 5, named: /spell|british|american|\bu[sk]\b|english/, canonical: toAmerican },
    ["american-spelling", "Use American spelling (color, organize) instead of British spelling."],
    ["british-spelling", "Use British spelling (colour, organise) instead of American spelling."],
    (before, after) =>
      countOf(BRITISH_WORDS)(before) > countOf(BRITISH_WORDS)(after) &&
      (countOf(AMERICAN_WORDS)(after) > countOf(AMERICAN_WORDS)(before) ||
        toAmerican(before) === toAmerican(after)),
  ),
  ...toggle(
    {
      field: "prose",
      rank: 4,
      named: /oxford|serial|comma/,
      canonical: sameWithout(/, ?(?=(?:and|or|&) )/g, " "),
    },
    ["oxford-comma", "Use the serial (Oxford) comma before the last item of a list."],
    ["no-oxford-comma", 'Do not put a comma before "and" or "or" at the end of a list.'],
    countOf(/,[^,.;:!?\n]{1,60}, (?:and|or) /g),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /exclam|shout|!|calm/, canonical: sameWithout(/!+/g, ".") },
    ["no-exclamation-marks", "Do not use exclamation marks; end the sentence with a full stop."],
    ["exclamation-marks", undefined],
    (before, after) => before.split("!").length > after.split("!").length,
  ),
  ...toggle(
    {
      field: "prose",
      rank: 4,
      named: /emoji|smil|icon/,
      canonical: sameWithout(/\s?(?:\p{Extended_Pictographic}|\uFE0F)/gu, ""),
    },
    ["emoji", "Add a fitting emoji."],
    ["no-emoji", "Do not use emoji."],
    countOf(EMOJI),
  ),
  ...fewer(
    { field: "prose", rank: 4, named: /dash/ },
    "em-dashes",
    "Do not use em dashes; use commas, full stops or parentheses instead.",
    countOf(/—| – | --+ /g),
  ),
  ...swap(
    { field: "prose", rank: 3, named: /dash/, canonical: sameWithout(/[–—-]/g, "-") },
    [
      "en-dash-ranges",
      "Use an en dash instead of a hyphen in ranges of numbers.",
      countOf(/\d ?– ?[$€£]?\d/g),
    ],
    [
      "hyphen-ranges",
      "Use a hyphen instead of an en dash in ranges of numbers.",
      countOf(/\d ?- ?[$€£]?\d/g),
    ],
  ),
  ...swap(
    { field: "any", rank: 5, named: /quot/, canonical: sameWithout(/[“”„"‘’']/g, "'") },
    ["straight-quotes", "Use straight quotes instead of curly quotes.", countOf(/["']/g)],
    ["curly-quotes", "Use curly quotes instead of straight quotes.", countOf(/[“”‘’]/g)],
  ),
  ...swap(
    { field: "any", rank: 4, named: /quot/, canonical: sameWithout(/["']/g, "'") },
    ["double-quotes", "Use double quotes instead of single quotes.", countOf(/"[^"\n]*"/g)],
    ["single-quotes", "Use single quotes instead of double quotes.", countOf(/(?<!\p{L})'[^'\n]*'/gu)],
  ),
  ...swap(
    { field: "any", rank: 4, named: /ellips|dots/, canonical: sameWithout(/…|\.\.\./g, "…") },
    ["ellipsis-sign", "Use the ellipsis character (…) instead of three dots.", countOf(/…/g)],
    ["three-dots", "Write three dots instead of the ellipsis character.", countOf(/\.\.\./g)],
  ),
  ...fewer(
    { field: "prose", rank: 2, named: /ellips|dots/ },
    "ellipses",
    "Do not trail off with an ellipsis; finish the sentence.",
    countOf(/…|\.\.\./g),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /spac/, canonical: sameWithout(/ {2,}/g, " ") },
    ["single-spaces", "Put one space between words and sentences, not two."],
    ["double-spaces", "Put two spaces after a full stop."],
    (before, after) =>
      countOf(/\S {2}\S/g)(before) > countOf(/\S {2}\S/g)(after) && squeezed(before) === squeezed(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /case|capital|heading|title/, canonical: (text) => text.toLowerCase() },
    ["sentence-case", "Write headings and titles in sentence case, not title case."],
    ["title-case", "Write headings and titles in title case, not sentence case."],
    (before, after) =>
      isTitleCase(before) && isSentenceCase(after) && before.toLowerCase() === after.toLowerCase(),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /caps|capital|upper|shout/, canonical: (text) => text.toLowerCase() },
    ["no-all-caps", "Do not write words in all capitals."],
    ["all-caps", "Write it in all capitals."],
    (before, after) =>
      countOf(CAPS)(before) > countOf(CAPS)(after) &&
      squeezed(before).toLowerCase() === squeezed(after).toLowerCase(),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /case|capital|upper/, canonical: (text) => text.toLowerCase() },
    ["capital-start", "Start with a capital letter."],
    ["small-start", "Start with a lower-case letter."],
    (before, after) =>
      /^\W*\p{Ll}/u.test(before) && /^\W*\p{Lu}/u.test(after) && before.toLowerCase() === after.toLowerCase(),
  ),
  ...oppositeKinds(
    {
      field: "prose",
      rank: 2,
      named: /case|capital|upper|spell|name/,
      canonical: (text) => text.toLowerCase(),
    },
    ["proper-case", "Write the names of products, companies and places with their official capitalisation."],
    ["small-case", "Write common nouns in lower case."],
    (before, after) =>
      before.toLowerCase() === after.toLowerCase() &&
      countOf(/\p{Lu}/gu)(after) > countOf(/\p{Lu}/gu)(before),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /bullet|list|stop|period|punct/, canonical: sameWithout(/\.$/gm, "") },
    ["no-stop-in-bullets", "Do not end bullet points with a full stop."],
    ["stop-in-bullets", "End every bullet point with a full stop."],
    (before, after) => {
      const [had, has] = [items(before), items(after)];
      const ended = (all: readonly string[]): number =>
        all.filter((line) => line.trimEnd().endsWith(".")).length;
      return had.length > 0 && had.length === has.length && ended(had) > ended(has);
    },
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /stop|period|punct|dot/, canonical: sameWithout(/\.\s*$/g, "") },
    ["final-stop", "End sentences with a full stop."],
    ["no-final-stop", "Do not put a full stop at the end of titles, labels and other single lines."],
    (before, after) => `${before.trimEnd()}.` === after.trimEnd(),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /colon|head/, canonical: sameWithout(/:\s*$/gm, "") },
    ["no-heading-colon", "Do not end headings and labels with a colon."],
    ["heading-colon", "End labels that introduce something with a colon."],
    (before, after) => before.trimEnd() === `${after.trimEnd()}:`,
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /trailing|white ?space|blank/, canonical: sameWithout(/[ \t]+$/gm, "") },
    ["no-trailing-space", "Leave no trailing white space at the end of lines."],
    ["trailing-space", undefined],
    (before, after) => /[ \t]$/m.test(before) && before.replaceAll(/[ \t]+$/gm, "") === after,
  ),
  ...swap(
    { field: "prose", rank: 4, named: /ampersand|&/, canonical: sameWithout(/&/g, "and") },
    ["and-not-ampersand", 'Write "and" instead of an ampersand (&).', countOf(/\band\b/gi)],
    ["ampersand", 'Write an ampersand (&) instead of "and".', countOf(/&/g)],
  ),
  ...swap(
    {
      field: "prose",
      rank: 3,
      named: /semicolon|split/,
      canonical: (text) => text.toLowerCase().replaceAll(/[;.]/g, "."),
    },
    [
      "stops-not-semicolons",
      "Split sentences with a full stop instead of a semicolon.",
      countOf(/\.(?=\s|$)/g),
    ],
    ["semicolons-not-stops", undefined, countOf(/;/g)],
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /parenthes|bracket|aside/ },
    "parentheses",
    "Do not put asides in parentheses; work them into the sentence or leave them out.",
    countOf(/\([^()\n]{3,}\)/g),
  ),
  ...fewer(
    { field: "prose", rank: 4, named: /slash/ },
    "and-or",
    'Do not write "and/or" or join alternatives with a slash; say which one is meant.',
    countOf(/\b[a-z]+\/[a-z]+\b/gi),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /hyphen|compound/, canonical: sameWithout(/-/g, " ") },
    ["hyphenate", "Hyphenate compound adjectives before a noun."],
    ["no-hyphen", "Do not hyphenate compounds that are written as separate words."],
    (before, after) =>
      before !== after &&
      before.replaceAll("-", " ") === after.replaceAll("-", " ") &&
      after.split("-").length > before.split("-").length,
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /bold|emphas|format/, canonical: sameWithout(/\*\*|__/g, "") },
    ["bold", "Set key terms in bold."],
    ["no-bold", "Do not use bold text for emphasis."],
    countOf(BOLD),
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /italic|emphas|format/, canonical: sameWithout(/[*_]/g, "") },
    ["italic", "Set titles and emphasised words in italics."],
    ["no-italic", "Do not use italics for emphasis."],
    countOf(/(?<![*\w])\*[^*\s][^*\n]*\*(?![*\w])|(?<![_\w])_[^_\s][^_\n]*_(?![_\w])/g),
  ),
  ...toggle(
    { field: "any", rank: 4, named: /backtick|code|mono|format/, canonical: sameWithout(/`/g, "") },
    ["code-in-backticks", "Put code, commands and file names in backticks."],
    ["no-backticks", "Do not put ordinary words in backticks."],
    countOf(/(?<!`)`[^`\n]+`(?!`)/g),
  ),
  ...more(
    { field: "any", rank: 5, named: /fence|language|highlight/ },
    "fence-language",
    "Name the language on every fenced code block.",
    countOf(/^```[a-z]+/gim),
  ),
  ...swap(
    { field: "prose", rank: 4, named: /latin|abbrev|e\.?g|i\.?e/ },
    [
      "no-latin",
      'Write "for example", "that is" and "and so on" instead of e.g., i.e. and etc.',
      countOf(/\b(?:for example|for instance|such as|that is|in other words|and so on|namely|including)\b/gi),
    ],
    ["latin", "Use the short forms e.g., i.e. and etc.", countOf(/\b(?:e\.?g|i\.?e|etc|viz)\b\.?/gi)],
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /etc/ },
    "etc",
    'Do not end lists with "etc."; name what is meant.',
    countOf(/\betc\b|\band so on\b|\band more\b/gi),
  ),
  ...swap(
    {
      field: "prose",
      rank: 4,
      named: /bullet|dash|asterisk|marker/,
      canonical: sameWithout(/^\s*[-*•]/gm, "-"),
    },
    ["dash-bullets", "Mark bullets with a hyphen (-), not with another sign.", countOf(/^\s*- /gm)],
    ["star-bullets", "Mark bullets with an asterisk (*), not with a hyphen.", countOf(/^\s*[*•] /gm)],
  ),
];
