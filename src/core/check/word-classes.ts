import { wordSet } from "../text/word-set.ts";
import { wordRoot, type ProseToken } from "./prose-tokens.ts";

/** Words that can stand for each other in a mistake: if corrections strike out several of them, all are meant. */
const LISTS: Readonly<Record<string, string>> = {
  timeZone:
    "utc gmt cet cest est edt cst cdt mst mdt pst pdt bst ist jst aest wet eet zulu timezone zone time eastern pacific central mountain",
  timeUnit: "second minute hour millisecond ms s sec secs min mins h hr hrs day week µs ns",
  dataUnit: "byte bytes kb mb gb tb kib mib gib kilobyte megabyte gigabyte",
  lengthUnit: "mm cm m km inch inches foot feet mile miles metre meter kilometre kilometer",
  weightUnit: "mg g kg gram grams kilogram kilograms pound pounds lb lbs ounce ounces oz",
  currency: "eur usd gbp chf jpy euro euros dollar dollars cents € $ £ ¥",
  weekday: "monday tuesday wednesday thursday friday saturday sunday weekend",
  month:
    "january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
  nearDay: "today tomorrow tonight eod cob eow",
  soon: "soon shortly asap immediately momentarily later promptly",
  period: "day week month quarter year sprint fortnight morning afternoon evening noon midnight",
  intensifier:
    "very really extremely super incredibly absolutely totally highly truly insanely hugely massively literally completely utterly so quite remarkably deeply immensely exceptionally",
  minimiser:
    "just simply easily easy simple simplest easiest obviously clearly basically merely trivial trivially straightforward effortless effortlessly quickly painless painlessly quick",
  hedge:
    "maybe perhaps possibly probably presumably hopefully might apparently seemingly somewhat arguably roughly kinda sorta guess think believe feel suppose assume likely",
  absolute:
    "always never all every everyone everybody nobody none impossible certain certainly definitely guarantee guaranteed undoubtedly absolutely flawless perfect perfectly completely entirely zero unbreakable bulletproof foolproof",
  promise: "promise guarantee ensure assure commit vow swear pledge",
  superlative:
    "best leading revolutionary groundbreaking unparalleled unmatched unrivaled unrivalled world-class cutting-edge best-in-class state-of-the-art game-changing game-changer innovative disruptive next-generation next-gen industry-leading award-winning amazing awesome incredible fantastic stunning unbelievable seamless seamlessly robust powerful blazing blazingly lightning-fast ultimate premier top-notch unprecedented transformative turnkey bleeding-edge magical delightful",
  jargon:
    "leverage synergy synergies utilize utilise paradigm holistic ideate bandwidth actionable operationalize operationalise incentivize deep-dive touch-base circle-back low-hanging stakeholder alignment deliverable learnings impactful scalable verticals mission-critical value-add streamline empower unlock onboarding proactive proactively facilitate optimize ecosystem key-takeaway north-star",
  assistantism:
    "delve tapestry testament realm multifaceted intricate landscape furthermore moreover additionally crucial pivotal nestled bustling vibrant embark unleash elevate navigate navigating underscore meticulous meticulously foster harness beacon myriad plethora ever-evolving",
  gendered:
    "he she him her his hers himself herself guys mankind chairman salesman manpower businessman fireman policeman ladies gentlemen girls boys man-hours spokesman freshman manned stewardess waitress craftsman workman layman middleman housewife",
  apology: "sorry apologies apologize apologise apology regret unfortunately forgive afraid oops",
  exclusionary:
    "whitelist blacklist whitelisted blacklisted whitelisting blacklisting master slave grandfathered dummy blackhat whitehat",
  ableist:
    "crazy insane dumb lame sanity crippled blind tone-deaf idiot stupid retarded psycho moron spastic nuts mad",
  chatSpelling:
    "u ur pls plz thx tnx ty btw imo imho fyi lol brb idk gonna wanna gotta ok k omg np tbh afaik w/ b/c cuz coz lemme gimme dunno ya yeah nah hey yo sup cya l8r gr8 b4 rn smh ikr ngl fr",
  latin: "e.g i.e etc viz ergo vis-à-vis cf ibid eg ie via versus vs",
  wePerson: "we our us ours ourselves we'd let's",
  iPerson: "i me my mine myself",
  youPerson: "you your yours yourself",
  greeting: "hi hello hey dear greetings howdy hiya yo",
  closing: "regards cheers sincerely thanks best yours respectfully cordially",
  interjection: "wow yay woohoo hooray oh ah hurray oops ouch phew whoa yikes ugh hmm haha",
  blame: "fault blame careless negligent mistake failed forgot neglected should've stupid wrong",
  vague:
    "thing stuff something somehow various several many some few lot lots bunch numerous tons etc stuff whatever",
  quality:
    "great excellent good nice wonderful perfect amazing awesome fantastic brilliant superb outstanding terrific lovely",
  doubling:
    "utilize commence terminate endeavor endeavour purchase assist obtain facilitate demonstrate ascertain initiate finalize finalise remit expedite elucidate sufficient numerous subsequent prior regarding pertaining aforementioned herein hereby thereof therein whereas hereinafter heretofore pursuant notwithstanding henceforth whilst amongst upon",
  political: "democrat republican liberal conservative leftist socialist communist fascist woke",
  loyalty: "cheap cheapest bargain discount free deal deals sale limited offer buy bonus",
  british:
    "colour colours coloured favourite behaviour behaviours honour labour neighbour organise organised organising organisation realise realised recognise recognised analyse analysed catalogue centre centres metre litre theatre licence defence travelled cancelled modelling labelled apologise optimise customise customised prioritise whilst grey programme cheque tyre fulfil enrol judgement ageing aluminium initialise summarise synchronise authorise authorised authorisation customisation flavour rumour harbour humour fibre",
  american:
    "color colors colored favorite behavior behaviors honor labor neighbor organize organized organizing organization realize realized recognize recognized analyze analyzed catalog center centers meter liter theater license defense traveled canceled modeling labeled apologize optimize customize customized prioritize gray program check tire fulfill enroll judgment aging aluminum initialize summarize synchronize authorize authorized authorization customization flavor rumor harbor humor fiber",
};

/** Classes that are recognised by how a token is written. */
const SHAPES: readonly (readonly [name: string, test: (token: ProseToken) => boolean])[] = [
  ["shortForm", ({ isShort, lower }) => isShort && lower !== "'s" && lower !== "can"],
  ["capitals", ({ kind, text }) => kind === "word" && text.length > 2 && /^\p{Lu}+$/u.test(text)],
  ["emoji", ({ kind }) => kind === "emoji"],
  ["numericDate", ({ kind, text }) => kind === "number" && /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/u.test(text)],
  [
    "clockTime",
    ({ kind, text }) => kind === "number" && /^(?:\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)$/iu.test(text),
  ],
  ["ordinal", ({ kind, text }) => kind === "number" && /^\d{1,3}(?:st|nd|rd|th)$/iu.test(text)],
  [
    "longNumber",
    ({ kind, text }) => kind === "number" && /^\d{4,}$/u.test(text) && !/^(?:19|20)\d\d$/u.test(text),
  ],
  [
    "plainNumber",
    ({ kind, text, lower }) => (kind === "number" && /^\d+(?:[.,]\d+)*$/u.test(text)) || NUMBERS.has(lower),
  ],
  ["number", ({ kind, lower }) => kind === "number" || NUMBERS.has(lower)],
  ["pastForm", ({ kind, lower }) => kind === "word" && lower.length > 4 && /[^e]ed$/u.test(lower)],
  ["ingForm", ({ kind, lower }) => kind === "word" && lower.length > 5 && lower.endsWith("ing")],
  [
    "adverb",
    ({ kind, lower }) =>
      kind === "word" && lower.length > 5 && /[^aeiou]ly$/u.test(lower) && !NO_ADVERBS.has(lower),
  ],
];
const NUMBERS = wordSet(
  "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand million",
);
const NO_ADVERBS = wordSet(
  "family supply reply apply assembly multiply comply imply italy anomaly butterfly friendly weekly monthly daily yearly",
);

/** Classes that say how something is written, not what. */
export const SHAPED: ReadonlySet<string> = new Set(SHAPES.map(([name]) => name));

const MEMBERS = new Map<string, string[]>();
for (const [name, list] of Object.entries(LISTS))
  for (const word of wordSet(list))
    for (const form of new Set([word, `=${wordRoot(word)}`])) {
      const names = MEMBERS.get(form) ?? [];
      if (!names.includes(name)) names.push(name);
      MEMBERS.set(form, names);
    }

const WIDER: Readonly<Record<string, string>> = {
  weekday: "when",
  month: "when",
  nearDay: "when",
  period: "when",
  numericDate: "when",
  clockTime: "when",
  ordinal: "when",
};
/** Each inflection is a word of its own here. */
const LITERAL: ReadonlySet<string> = new Set([
  "british",
  "american",
  "chatSpelling",
  "latin",
  "gendered",
  "soon",
  "nearDay",
]);

/** The classes of a token, narrowest first. */
export function classesOf(token: ProseToken): readonly string[] {
  const found: string[] = [];
  if (token.kind === "word") {
    found.push(...(MEMBERS.get(token.lower) ?? []));
    for (const name of MEMBERS.get(`=${token.root}`) ?? [])
      if (!LITERAL.has(name) && !found.includes(name)) found.push(name);
  }
  if (token.kind !== "edge" && token.kind !== "sign")
    for (const [name, test] of SHAPES) if (test(token)) found.push(name);
  return [...found, ...new Set(found.flatMap((name) => WIDER[name] ?? []))];
}

/** The names that a part of a phrase can have. */
export const WORD_CLASSES: ReadonlySet<string> = new Set([
  ...Object.keys(LISTS),
  ...Object.values(WIDER),
  ...SHAPED,
]);

/** How people call a class in a description. */
const CALLED: Readonly<Record<string, string>> = {
  clockTime: "clock time times hour hours o'clock",
  emoji: "emoji emojis emoticon emoticons smiley smileys",
  capitals: "capitals caps uppercase shouting shout all-caps",
  shortForm: "contraction contractions",
  number: "number numbers digit digits figure figures numeral numerals",
  longNumber: "number numbers digit digits separator separators thousands",
  numericDate: "date dates",
  ordinal: "date dates ordinal ordinals",
  when: "date dates deadline deadlines day days when schedule",
  weekday: "date dates",
  month: "date dates month months",
  gendered: "gender gendered inclusive neutral sexist",
  exclusionary: "inclusive",
  ableist: "inclusive ableist",
  intensifier: "intensifier intensifiers",
  superlative: "superlative superlatives hype marketing buzzword buzzwords puffery",
  jargon: "jargon buzzword buzzwords corporate",
  hedge: "hedge hedges hedging",
  latin: "latin abbreviation abbreviations",
  chatSpelling: "chat slang texting abbreviation abbreviations informal",
  british: "british american spelling us uk",
  american: "british american spelling us uk",
  adverb: "adverb adverbs",
  wePerson: "person",
  iPerson: "person",
};

const CALLED_BY: ReadonlyMap<string, readonly string[]> = Object.entries(CALLED).reduce(
  (map, [name, words]) => {
    for (const word of wordSet(words)) map.set(word, [...(map.get(word) ?? []), name]);
    return map;
  },
  new Map<string, readonly string[]>(),
);

/** The classes that a word of a description means. */
export const classesCalled = (word: string): readonly string[] => CALLED_BY.get(word) ?? [];

/** Words that say little on their own. */
const LITTLE = wordSet(
  `a an the of to in on at by for from with and or but if as is are was were be been being am it its this that these those
  there here has have had do does did i you he she we they me him her us them my your his our their so than then too also
  not no nor into out up down over about after before again some any all each more most such only own same can could will
  would shall should may might must 's who which what when where how why because while it's let get`,
);
/** Among them, those that change what is said. */
const TELLING = wordSet(
  "will would shall should may might must can could not no i you we they he she our your my us",
);

/** How much a word says: 1 for what matters, less for what any sentence has. */
export const wordWeight = ({ kind, lower }: Pick<ProseToken, "kind" | "lower">): number => {
  if (kind === "edge") return 0.01;
  if (kind === "sign") return /^[.,:'"()*_-]$/u.test(lower) ? 0.01 : 0.9;
  return TELLING.has(lower) ? 0.4 : LITTLE.has(lower) ? 0.2 : 1;
};

/** What a word is next to: it tells a noun from a verb of the same letters. */
export const NEIGHBOURS = [
  "start",
  "clause",
  "determiner",
  "modified",
  "preposition",
  "of",
  "other",
] as const;
export type Neighbour = (typeof NEIGHBOURS)[number];

const DETERMINERS = wordSet(
  "a an the this these those my your his her its our their no any each every some both all either another which whose 's",
);
const CLAUSE_WORDS = wordSet(
  `i you he she it we they who that to not and or but if when while because so can could will would shall should may might
  must do does did is are was were be been being am have has had please let us never also then cannot let's`,
);
const PREPOSITIONS = wordSet(
  `in on at by for from with into onto under over about after before until till since during between through within across
  against among as like than around near per via without because`,
);

/** What comes before a token. */
export function neighbourBefore(tokens: readonly ProseToken[], at: number): Neighbour {
  const before = tokens[at - 1];
  if (before === undefined || before.kind === "edge" || before.kind === "sign") return "start";
  if (isDeterminer(before)) return "determiner";
  if (before.lower === "of") return "of";
  if (CLAUSE_WORDS.has(before.lower)) return "clause";
  if (PREPOSITIONS.has(before.lower)) return "preposition";
  const further = [tokens[at - 2], tokens[at - 3]];
  return further.some((token) => token !== undefined && isDeterminer(token)) ? "modified" : "other";
}

/** What comes after a token. */
export function neighbourAfter(tokens: readonly ProseToken[], at: number): Neighbour {
  const after = tokens[at + 1];
  if (after === undefined || after.kind === "edge" || after.kind === "sign") return "start";
  return PREPOSITIONS.has(after.lower) ? "preposition" : "other";
}

const isDeterminer = ({ lower, kind }: ProseToken): boolean =>
  kind === "number" || DETERMINERS.has(lower) || NUMBERS.has(lower);
