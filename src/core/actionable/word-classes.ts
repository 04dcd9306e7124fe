import { wordSet } from "../text/word-set.ts";
import type { CommentWord } from "./read-text.ts";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Verbs that tell what to do to the work. */
const CHANGE_VERBS = list(`
  abort abstract accept access accumulate adapt add adjust advance alias align allocate allow anchor annotate anonymise
  anonymize append apply assert assign attach await avoid backport bail base batch begin bind bound box bracket branch break
  bring buffer build bump bundle bypass cache calculate call cancel cap capitalise capitalize capture cast catch center
  centre chain change check choose cite clarify clamp clear clone close coalesce collapse collect combine comment commit compare
  compile complete compose compress compute concatenate condense configure construct consolidate constrain convert copy
  correct count cover create cut deallocate debounce declare decode decouple decrease decrement deduplicate dedupe
  defer define delegate delete denote deprecate derive describe destroy detach detect disable disallow
  discard disconnect dispatch display dispose divide do document drop dump echo edit elide eliminate embed emit
  enable encapsulate encode encrypt end enforce enqueue ensure enter enumerate escape evaluate exclude execute exit
  expand expect explain export expose express extend externalise externalize extract factor fail fall fetch fill filter
  finalise finalize find finish fix flag flatten flip flush fold follow force format forward free freeze gate generate
  get give grab group guard handle hard-code hash have hide highlight hoist hold hook include increase increment
  indent index inherit init initialise initialize inject inline insert inspect instantiate instrument internationalise introduce
  invalidate invert invoke isolate iterate join justify keep kill label lay lazily leave lift limit line link list
  load localise localize lock log loop lower lowercase maintain make map mark mask match measure memoise memoize
  mention merge migrate mirror mock modify mount move mutate name namespace narrow negate nest normalise normalize note
  notify nuke null number offload omit open opt order organise organize output override pack pad parallelise parallelize
  parameterise parameterize parse pass paste patch persist pick pin place plug point poll pop populate postpone
  precompute prefer prefix prepare prepend preserve prevent print prohibit promote propagate protect provide prune
  publish pull purge push put qualify query queue quote raise randomise randomize read rearrange reassign rebase
  rebuild recompute record recreate redirect reduce reenable reference reflow refuse register regenerate reject release
  reload relocate rely remove rename render reorder repeat rephrase replace report request require reraise rerun reserve
  reset resize resolve respect restart restore restrict retain rethrow retry return reuse reverse revert reword rewrite roll
  rollback rotate round route run sanitise sanitize save say scope seal seed select send separate serialise
  serialize set shadow share shift shorten show shrink shuffle sign silence simulate skip sleep snapshot sort specify
  spell split squash stage standardise standardize start state stay stick stop store stream strengthen strip stub
  subclass subscribe subtract suffix suppress surface surround swap switch synchronise synchronize tag take teach tell
  terminate test throttle throw tie tighten time toggle trace track translate transpose trap trigger trim truncate try
  turn type uncomment underline undo unescape unify uninstall unlock unpack unregister unroll unset unsubscribe
  unwrap update upgrade upload uppercase use validate vendor verify version wait walk warn widen wire wrap write yield
  zero remember give
`);

/** Verbs that name no concrete change, unless what follows does. */
const VAGUE_VERBS = list(`
  address adjust amend beautify better clarify clean cleanup correct deal enhance fix handle harden improve modernise modernize
  optimise optimize polish rationalise reconsider redesign redo refactor refine reorganise reorganize restructure
  rethink review revise revisit rework simplify streamline tidy tweak unclutter
`);

/** Verbs that ask for an answer or a look, not for a change. */
const ASK_VERBS = list(`
  advise answer clarify comment confirm consider decide describe discuss double-check doublecheck elaborate expand explain
  investigate justify know look note point ping recheck remind reproduce review say see share tell think understand verify wait check
`);

/** Change verbs that are often nouns. Alone, or before a finite verb, they name a thing. */
const NOUN_LIKE = list(`
  access alias anchor base batch bound box bracket branch break buffer build bundle cache call cap cast chain change check
  clone comment commit copy count cover cut default dump duplicate echo end escape exit export fall fetch fill filter find fix
  flag format group guard handle hash hook import include index init input label lay limit line link list load lock log loop map mark
  mask match measure mock mount move name note null number order output override pack pad parse pass patch pick pin
  place plug point poll prefix print pull push query queue quote read record reference release repeat report request
  reset return reuse roll rollback round route run scope seed set shadow share shift sign sort split stage start state
  stop store stream stub suffix switch tag test throw tie time trace track trap trigger try turn type update upgrade
  upload version wait walk wrap write yield zero space indent complete correct clear close open free empty lower narrow
  separate abstract express last secure even hide
`);

/** Those that start a title ("Type safety hole") more often than an order without an article. */
const TITLE_LIKE = list(`
  access alias base batch branch buffer build bundle cache commit default dump exit export fetch filter flag format group
  guard hash hook import index init input label limit line link list load lock log map mask match mock name note null
  number order output override patch point poll prefix queue query read record reference release report request reset
  route run scope seed set shadow sign stage state stream stub suffix switch tag test time trace track trap trigger
  type update upgrade upload version write yield space indent express secure
`);

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    begin: "begun", bind: "bound", break: "broken", bring: "brought", build: "built", catch: "caught", choose: "chosen",
    cut: "cut", do: "done", find: "found", freeze: "frozen", get: "got", give: "given", go: "gone", hide: "hidden",
    hold: "held", keep: "kept", lay: "laid", leave: "left", make: "made", override: "overridden", put: "put", read: "read",
    rebuild: "rebuilt", redo: "redone", reset: "reset", rethink: "rethought", rethrow: "rethrown", rewrite: "rewritten",
    run: "run", say: "said", send: "sent", set: "set", show: "shown", shrink: "shrunk", spell: "spelt", split: "split",
    stick: "stuck", take: "taken", tell: "told", throw: "thrown", undo: "undone", unset: "unset", write: "written",
  }),
); // oxfmt-ignore

const VOWEL_CONSONANT = /[^aeiou][aeiou][bdglmnprt]$/;

const participle = (verb: string): readonly string[] => {
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return [irregular];
  if (verb.endsWith("e")) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return VOWEL_CONSONANT.test(verb) ? [`${verb}ed`, `${verb}${verb.at(-1)}ed`] : [`${verb}ed`];
};

const gerund = (verb: string): readonly string[] => {
  if (verb.endsWith("e") && !verb.endsWith("ee")) return [`${verb.slice(0, -1)}ing`];
  return VOWEL_CONSONANT.test(verb) ? [`${verb}ing`, `${verb}${verb.at(-1)}ing`] : [`${verb}ing`];
};

// "unexport", "reparse": the stem is a change verb.
const PREFIXED = /^(?:un|re|de)/;

const vague: ReadonlySet<string> = new Set(VAGUE_VERBS);
const definite = CHANGE_VERBS.filter((verb) => !vague.has(verb));

const changeVerbs: ReadonlySet<string> = new Set(CHANGE_VERBS);
const askVerbs: ReadonlySet<string> = new Set(ASK_VERBS);
const nounLike: ReadonlySet<string> = new Set(NOUN_LIKE);
const titleLike: ReadonlySet<string> = new Set(TITLE_LIKE);
const definiteParticiples: ReadonlySet<string> = new Set(definite.flatMap(participle));
const vagueParticiples: ReadonlySet<string> = new Set(VAGUE_VERBS.flatMap(participle));
const definiteGerunds: ReadonlySet<string> = new Set(definite.flatMap(gerund));

export const isChangeVerb = (word: string): boolean =>
  changeVerbs.has(word) || (PREFIXED.test(word) && changeVerbs.has(word.slice(2)));
export const isVagueVerb = (word: string): boolean => vague.has(word);
export const isAskVerb = (word: string): boolean => askVerbs.has(word);
export const isNounLike = (word: string): boolean => nounLike.has(word);
export const isTitleLike = (word: string): boolean => titleLike.has(word);
export const isChangeParticiple = (word: string): boolean => definiteParticiples.has(word);
export const isVagueParticiple = (word: string): boolean => vagueParticiples.has(word);
export const isChangeGerund = (word: string): boolean => definiteGerunds.has(word);

const FINITE = wordSet(`
  is are was were has have had does do did isn't aren't wasn't weren't hasn't haven't doesn't don't didn't should shouldn't
  must can can't could couldn't may might will won't would wouldn't shall needs seems looks feels appears becomes means
  makes gets returns uses takes gives leaves causes leads results calls throws creates breaks fails goes comes contains
  it's that's there's they're you're we're
`);

const DETERMINERS = wordSet(`
  the a an this that these those it them its their his her your our my all any each every some both either neither only one two
  three no such another other others same whole entire everything nothing something anything us me him extra more
  unused unnecessary existing new old separate single explicit early null true false
`);

const PREPOSITIONS = wordSet(`
  for from to into if with in on out up off at as by instead before after over between through down away back where when
  so here there via under above below until
`);

const EVALUATIVE = wordSet(`
  better best nicer nice cleaner clearer clear clean simpler simple easier readable legible maintainable robust
  resilient elegant efficient performant optimal optimized descriptive meaningful appropriate suitable proper properly
  correctly appropriately accordingly good great decent sane sensible understandable actionable intuitive idiomatic pythonic
  concise verbose generic flexible modular scalable reusable testable professional friendly user-friendly secure
  safer faster smarter prettier tidier tidy beautiful self-explanatory self-documenting consistently gracefully shorter smaller
  readability maintainability clarity quality complexity performance structure practice practices code
  coverage efficiency robustness naming design architecture modularity complex coupling cohesion duplication style
  convention conventions guideline guidelines guide standard standards coding conventions
`);

const PRONOUNS = wordSet(
  "this that it these those them everything stuff thing things here there above below me",
);

const NOISE = wordSet(`
  the a an of for to in on and or with please just a bit little more less much some very really this that it these those
  them its by at so be is are here there too also as well up your our my more most such all
  method methods function functions class classes variable variables name names code file files block part section
  line lines module component test tests field parameter parameters query loop thing things stuff way names message
  approach implementation comment comments text wording whole entire overall further somehow somewhat slightly
  project project's team our error errors handling exception exceptions logic number amount everything something level instead vague
`);

export const isFinite = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && FINITE.has(word.text);

/** Words that follow a noun as easily as a verb: "sort by name", "access to the field". */
export const isPreposition = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && PREPOSITIONS.has(word.text);

/** Words that may follow a verb but hardly ever a noun that is a subject. */
export const opensObject = (word: CommentWord | undefined): boolean =>
  word !== undefined && (word.kind === "word" ? DETERMINERS.has(word.text) : word.kind !== "mark");

export const isPronoun = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && PRONOUNS.has(word.text);

/** Whether a word stands for masked text: code, a quotation, a replacement. */
export const isExact = (word: CommentWord | undefined): boolean =>
  word !== undefined && word.kind !== "word" && word.kind !== "mark";

/**
 * Whether the words only name a quality: "a more descriptive name", "better error handling". One plain noun after
 * the quality makes it no more exact: "proper logging", "better abstractions".
 */
export function isVagueObject(words: readonly CommentWord[], from: number, to: number): boolean {
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

/** "proper validation of user input" and "more comprehensive logging" leave it open which. */
function asksForQuality(words: readonly CommentWord[], from: number, to: number): boolean {
  let position = from;
  while (position < to && LEADING.has(words[position]?.text ?? "")) position += 1;
  return QUALITY.has(words[position]?.text ?? "") && !words.slice(position, to).some(isExact);
}

const LEADING = wordSet("a an the more some that all for sure");
const QUALITY = wordSet(
  "proper appropriate adequate sufficient comprehensive robust thorough better best meaningful suitable good",
);

const COMPARING = wordSet(
  "better best proper appropriate suitable good meaningful descriptive cleaner nicer",
);

/** Whether the words name a quality without a way to reach it: "make the message clearer". */
export function namesOnlyQuality(words: readonly CommentWord[], from: number, to: number): boolean {
  const part = words.slice(from, to);
  if (part.some((word) => isExact(word) || word.text === "by" || word.text === "using")) return false;
  return part.some((word) => EVALUATIVE.has(word.text) && !NOISE.has(word.text));
}

/** Whether the words contain more than pronouns and filler. */
export function hasContent(words: readonly CommentWord[], from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const word = words[position];
    if (word === undefined || word.kind === "mark") continue;
    if (isExact(word)) return true;
    if (!NOISE.has(word.text) && !PRONOUNS.has(word.text) && !EVALUATIVE.has(word.text)) return true;
  }
  return false;
}
