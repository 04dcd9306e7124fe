import type { Word } from "./words.ts";

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const FINITE = setOf(`
  is are was were has have had does do did isn't aren't wasn't weren't hasn't haven't doesn't don't didn't should shouldn't
  must can can't could couldn't may might will won't would wouldn't shall needs seems looks feels appears becomes means
  makes gets returns uses takes gives leaves causes leads results calls throws creates breaks fails goes comes contains
  it's that's there's they're you're we're
`);

const DETERMINERS = setOf(`
  the a an this that these those it them its their his her your our my all any each every some both either neither only one two
  three no such another other others same whole entire everything nothing something anything us me him extra more
  unused unnecessary existing new old separate single explicit early null true false
`);

const PREPOSITIONS = setOf(`
  for from to into if with in on out up off at as by instead before after over between through down away back where when
  so here there via under above below until
`);

const EVALUATIVE = setOf(`
  better best nicer nice cleaner clearer clear clean simpler simple easier readable legible maintainable robust
  resilient elegant efficient performant optimal optimized descriptive meaningful appropriate suitable proper properly
  correctly appropriately accordingly good great decent sane sensible understandable actionable intuitive idiomatic pythonic
  concise verbose generic flexible modular scalable reusable testable professional friendly user-friendly secure
  safer faster smarter prettier tidier tidy beautiful self-explanatory self-documenting consistently gracefully shorter smaller
  readability maintainability clarity quality complexity performance structure practice practices code
  coverage efficiency robustness naming design architecture modularity complex coupling cohesion duplication style
  convention conventions guideline guidelines guide standard standards coding conventions
`);

const PRONOUNS = setOf(
  "this that it these those them everything stuff thing things here there above below me",
);

const NOISE = setOf(`
  the a an of for to in on and or with please just a bit little more less much some very really this that it these those
  them its by at so be is are here there too also as well up your our my more most such all
  method methods function functions class classes variable variables name names code file files block part section
  line lines module component test tests field parameter parameters query loop thing things stuff way names message
  approach implementation comment comments text wording whole entire overall further somehow somewhat slightly
  project project's team our error errors handling exception exceptions logic number amount everything something level instead vague
`);

export const isFinite = (word: Word | undefined): boolean => word?.kind === "word" && FINITE.has(word.text);

/** What follows a noun as readily as a verb: "sort by name", "access to the field". */
export const isPreposition = (word: Word | undefined): boolean =>
  word?.kind === "word" && PREPOSITIONS.has(word.text);

/** What may follow a verb but hardly ever a noun used as a subject. */
export const opensObject = (word: Word | undefined): boolean =>
  word !== undefined && (word.kind === "word" ? DETERMINERS.has(word.text) : word.kind !== "mark");

export const isPronoun = (word: Word | undefined): boolean =>
  word?.kind === "word" && PRONOUNS.has(word.text);

/** True for text that was exact before it was masked: code, a quotation, a replacement. */
export const isExact = (word: Word | undefined): boolean =>
  word !== undefined && word.kind !== "word" && word.kind !== "mark";

/**
 * Nothing to point at but a quality: "a more descriptive name", "better error handling". One plain noun after
 * the quality does not make it any more exact: "proper logging", "better abstractions".
 */
export function isVagueObject(words: readonly Word[], from: number, to: number): boolean {
  if (asksForQuality(words, from, to)) return true;
  let evaluative = false;
  let nouns = 0;
  for (let position = from; position < to; position += 1) {
    const word = words[position];
    if (word === undefined || word.kind === "mark") continue;
    if (isExact(word)) return false;
    if (EVALUATIVE.has(word.text)) evaluative = true;
    else if (!NOISE.has(word.text)) {
      nouns += 1;
      if (nouns > 1 || !COMPARING.has(words[position - 1]?.text ?? "")) return false;
    }
  }
  return evaluative;
}

/** "proper validation of user input", "more comprehensive logging": which one is left to the reader, whatever follows. */
function asksForQuality(words: readonly Word[], from: number, to: number): boolean {
  let position = from;
  while (position < to && LEADING.has(words[position]?.text ?? "")) position += 1;
  return QUALITY.has(words[position]?.text ?? "") && !words.slice(position, to).some(isExact);
}

const LEADING = setOf("a an the more some that all for sure");
const QUALITY = setOf(
  "proper appropriate adequate sufficient comprehensive robust thorough better best meaningful suitable good",
);

const COMPARING = setOf("better best proper appropriate suitable good meaningful descriptive cleaner nicer");

/** True for "make the message clearer": a quality to reach, and no way given to reach it. */
export function namesOnlyQuality(words: readonly Word[], from: number, to: number): boolean {
  const part = words.slice(from, to);
  if (part.some((word) => isExact(word) || word.text === "by" || word.text === "using")) return false;
  return part.some((word) => EVALUATIVE.has(word.text) && !NOISE.has(word.text));
}

/** True when the words hold something beyond pronouns and filler. */
export function hasContent(words: readonly Word[], from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const word = words[position];
    if (word === undefined || word.kind === "mark") continue;
    if (isExact(word)) return true;
    if (!NOISE.has(word.text) && !PRONOUNS.has(word.text) && !EVALUATIVE.has(word.text)) return true;
  }
  return false;
}
