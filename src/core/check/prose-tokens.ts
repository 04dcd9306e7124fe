import { wordSet } from "../text/word-set.ts";

/** A word, number or sign of a text that people wrote. */
export interface ProseToken {
  /** As it is written; a part of "don't" is "do" or "n't". */
  readonly text: string;
  /** In small letters, with "n't" spelled as "not". */
  readonly lower: string;
  /** What all inflections of an English word share. */
  readonly root: string;
  readonly kind: "word" | "number" | "sign" | "emoji" | "edge";
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** In code, a link or a quotation: nobody says it here. */
  readonly isHidden: boolean;
  /** A part of a short form such as "we'll". */
  readonly isShort: boolean;
}

const TOKEN =
  /\p{Extended_Pictographic}|\p{N}{1,2}(?::\p{N}{2})? [ap]m(?![\p{L}\p{N}])|\p{N}[\p{L}\p{N}]*(?:[.,:/-]\p{N}[\p{L}\p{N}]*)*|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['’-][\p{L}\p{M}\p{N}_]+)*|[^\s\p{L}\p{N}]/gu;
/** The text before the first word of a sentence. */
export const SENTENCE_START = "^";

export function proseTokens(text: string): readonly ProseToken[] {
  const hidden = hiddenSpans(text);
  const tokens: ProseToken[] = [];
  let [sentence, last, isOver, nextHidden] = [0, 0, true, 0];
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    if (tokens.length > 0 && startsAnew(text.slice(last, index), found)) isOver = true;
    const end = index + found.length;
    while (nextHidden < hidden.length && hidden[nextHidden]!.end <= index) nextHidden += 1;
    const isHidden = nextHidden < hidden.length && hidden[nextHidden]!.start <= index;
    const kind = kindOf(found);
    if (isOver && (kind === "word" || kind === "number")) {
      sentence += 1;
      isOver = false;
      tokens.push({ ...EDGE, start: index, end: index, sentence, isHidden });
    }
    for (const part of kind === "word" ? splitShortForm(found) : [{ text: found, lower: found, at: 0 }])
      tokens.push({
        text: part.text,
        lower: part.lower,
        root: kind === "word" ? wordRoot(part.lower) : part.lower,
        kind,
        start: index + part.at,
        end: index + part.at + part.text.length,
        sentence,
        isHidden,
        isShort: part.text.length < found.length,
      });
    if (/^[.!?…]$/u.test(found) && /^["'”’)\]*_]*(?:\s|$)/u.test(text.slice(end, end + 8))) isOver = true;
    last = end;
  }
  return tokens;
}

const EDGE = { text: "", lower: SENTENCE_START, root: SENTENCE_START, kind: "edge", isShort: false } as const;

/** An empty line, the mark of a heading or item, or a line that begins with a capital letter. */
const startsAnew = (between: string, token: string): boolean =>
  /\n\s*\n/u.test(between) || (between.includes("\n") && /^[#*+•\p{Lu}-]/u.test(token));

function kindOf(text: string): ProseToken["kind"] {
  if (/^\p{N}/u.test(text)) return "number";
  if (/^[\p{L}\p{M}]/u.test(text)) return "word";
  return /^\p{Extended_Pictographic}/u.test(text) ? "emoji" : "sign";
}

interface ShortPart {
  readonly text: string;
  readonly lower: string;
  readonly at: number;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "'ll": "will",
  "'re": "are",
  "'ve": "have",
  "'m": "am",
  "'d": "would",
};

function splitShortForm(word: string): readonly ShortPart[] {
  const lower = word.toLowerCase().replaceAll("’", "'");
  const whole = [{ text: word, lower, at: 0 }];
  const apostrophe = lower.lastIndexOf("'");
  if (apostrophe < 1) return lower === "cannot" ? split(word, 3, ["can", "not"]) : whole;
  if (lower.endsWith("n't")) {
    const head = lower.slice(0, -3);
    return split(word, word.length - 3, [head === "wo" ? "will" : head === "ca" ? "can" : head, "not"]);
  }
  const ending = ENDINGS[lower.slice(apostrophe)];
  if (ending !== undefined) return split(word, apostrophe, [lower.slice(0, apostrophe), ending]);
  return lower.endsWith("'s") ? split(word, apostrophe, [lower.slice(0, apostrophe), "'s"]) : whole;
}

const split = (word: string, at: number, [head, tail]: readonly [string, string]): readonly ShortPart[] => [
  { text: word.slice(0, at), lower: head, at: 0 },
  { text: word.slice(at), lower: tail, at },
];

const IRREGULAR = new Map(
  `is be are be was be were be been be am be has have had have does do did do done do made make sent send said say
  got get gotten get went go gone go gave give given give took take taken take told tell knew know known know thought think
  felt feel found find kept keep left leave met meet paid pay ran run saw see seen see spoke speak spoken speak wrote write
  written write began begin begun begin brought bring bought buy came come chose choose chosen choose held hold heard hear
  led lead lost lose meant mean sold sell understood understand won win broke break broken break built build better good
  best good worse bad worst bad using use used use children child people person men man women woman`
    .trim()
    .split(/\s+/u)
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1]!]);
      return pairs;
    }, []),
);
const NOT_INFLECTED = wordSet(
  `this his its yes less unless always perhaps thus plus bus news during thing nothing something anything everything
  morning evening king ring string spring bring sing need feed seed speed indeed hundred red bed led sacred naked wicked
  as us was is has does series species various previous obvious serious status focus bonus was ours yours hers theirs
  process access success address business class pass across cross loss boss miss mess press stress express discuss`,
);

/** Rough on purpose: it decides only whether two words are forms of one. */
export function wordRoot(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return withoutFinalE(irregular);
  if (!/^[a-z-]{4,}$/u.test(word) || NOT_INFLECTED.has(word)) return word;
  const bare =
    cut(word, "ies", "y") ??
    cut(word, "ied", "y") ??
    cut(word, "ying", "y") ??
    cut(word, "ing", "") ??
    cut(word, "eed", "ee") ??
    cut(word, "ed", "") ??
    cut(word, /(?:ch|sh|ss|x|zz)es$/u.test(word) ? "es" : "s", "") ??
    word;
  const single = bare !== word && bare.length > 3 && /([bdgmnprt])\1$/u.test(bare) ? bare.slice(0, -1) : bare;
  return withoutFinalE(single);
}

const withoutFinalE = (word: string): string =>
  word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;

function cut(word: string, ending: string, instead: string): string | undefined {
  if (!word.endsWith(ending) || word.endsWith("ss")) return undefined;
  const head = word.slice(0, -ending.length) + instead;
  return head.length >= 3 && /[aeiouy]/u.test(head) ? head : undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const INLINE =
  /`[^`\n]{1,500}`|https?:\/\/[^\s)>\]]{1,500}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»/gu;

/** Code, links and quotations, in order. */
function hiddenSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let fence = "";
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(at, end);
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/u.exec(line) ?? [];
    if (fence !== "") {
      spans.push({ start: at, end });
      if (mark.startsWith(fence)) fence = "";
    } else if (mark !== "") {
      fence = mark;
      spans.push({ start: at, end });
    } else if (/^ {0,3}>/u.test(line)) spans.push({ start: at, end });
    else
      for (const { 0: found, index } of line.matchAll(INLINE))
        spans.push({ start: at + index, end: at + index + found.length });
    at = end + 1;
  }
  return spans;
}
