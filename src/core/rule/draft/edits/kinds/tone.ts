import type { Edit } from "../edit.ts";
import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";
import { firstWord, type VerbForm, verbForms, wordPairs } from "../verb-forms.ts";
import * as words from "./word-lists.ts";

const FIRST_PERSON = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b/g;
const WE = /\b(?:we|us|our|ours|we're|we've|we'll|we'd)\b/gi;
const YOU = /\b(?:you|your|yours|you're|you've|you'll|yourself)\b/gi;
const THE_USER =
  /\b(?:the|an?) (?:user|customer|reader|client|visitor|applicant|employee|admin|administrator|operator|member|guest|developer|student|owner|manager|player|author|buyer|patient|tenant)s?(?:'s)?\b|\b(?:users|customers|visitors|members|admins)\b|\bone (?:can|must|should|may)\b/gi;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being|gets|got) (?:[a-z]+ly |not |now |then |also )?(?:[a-z]{2,}ed|written|made|done|sent|given|taken|found|shown|known|built|held|kept|left|lost|paid|put|read|run|said|seen|sold|set|told|thrown|chosen|drawn|driven|broken|begun|brought|bought|caught|cut|forgotten|hidden|led|met|spent|stolen|understood|won)\b/gi;
const FUTURE = /\b(?:will|shall|is going to|are going to|'ll)\b/gi;
const CONTRACTION =
  /\b(?:\p{L}+n['’]t|(?:it|that|there|here|what|who|where|he|she|let)['’]s|(?:i|you|we|they|it|that|there|he|she)['’](?:re|ve|ll|d|m))\b/giu;
const FULL_FORM =
  /\b(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|must) ?not\b|\b(?:it|that|there|here|what|who|he|she) (?:is|has)\b|\b(?:i|you|we|they|it|that|he|she) (?:am|are|have|will|would|had)\b|\blet us\b/gi;

const INFORMAL_YOU =
  /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|tu|toi|ton|ta|tes|tú|tuyo|tus|contigo|hast|bist|kannst|willst|puedes|tienes|melde|klicke|wähle|peux)(?!\p{L})/giu;
const FORMAL_YOU =
  /(?<!\p{L})(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?|vous|votre|vos|usted(?:es)?|puede|tiene|pouvez)(?!\p{L})/gu;
const REQUIREMENT = /\b(?:must|shall|required to|has to|have to)\b/gi;
const ADVICE = /\b(?:should|ought to|recommended to|is recommended|may want to)\b/gi;
const NEGATIVE_PHRASE =
  /\b(?:don't forget|do not forget|can't|cannot|can not|won't|unable|not able|unfortunately|fail(?:ed|s|ure)?|never|impossible|no longer|don't|do not|isn't|not (?:un)?\p{L}+|without|un(?:til|less))\b/giu;

const inTense = (edit: Edit, from: VerbForm, to: readonly VerbForm[]): boolean =>
  wordPairs(edit).some(([word, other]) => {
    const forms = verbForms(word, other);
    return forms !== undefined && forms[0] === from && to.includes(forms[1]);
  });
const startsAs = (before: string, after: string, from: readonly VerbForm[], to: VerbForm): boolean => {
  const forms = verbForms(firstWord(before), firstWord(after));
  return forms !== undefined && from.includes(forms[0]) && forms[1] === to;
};
const opens = (expression: RegExp, text: string): boolean => expression.test(text);

/** Whether only the wording changed and no sentence was added. */
const isAsLong = (before: string, after: string): boolean => after.length <= 1.6 * before.length + 10;

export const TONE_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "prose", rank: 5, named: /formal|sie\b|vous|usted|siez|duz/ },
    [
      "formal-address",
      'Address readers formally ("Sie", "vous", "usted") instead of informally ("du", "tu", "tú").',
      countOf(FORMAL_YOU),
    ],
    [
      "informal-address",
      'Address readers informally ("du", "tu", "tú") instead of formally ("Sie", "vous", "usted").',
      countOf(INFORMAL_YOU),
    ],
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /emoti|neutral|tone|sensation|judg|loaded|opinion/ },
    "emotive-words",
    "Write neutrally; leave out emotive and judging words.",
    countOf(words.EMOTIVE),
  ),
  ...fewer(
    { field: "prose", rank: 4, named: /verb|strong|active|weak|responsib/ },
    "weak-openers",
    'Start with a strong verb that says what was done instead of "responsible for" or "helped with".',
    countOf(words.WEAK_OPENERS),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /abbrev|spell|short|full/ },
    ["words-in-full", 'Write words out in full instead of abbreviating them ("documentation", not "docs").'],
    ["abbreviations", "Use the usual abbreviations instead of the full words."],
    (before, after) =>
      countOf(words.ABBREVIATIONS)(before) > countOf(words.ABBREVIATIONS)(after) &&
      after.length > before.length &&
      (before.match(words.ABBREVIATIONS) ?? []).some((short) =>
        (after.toLowerCase().match(/\p{L}+/gu) ?? []).some(
          (long) => long.length > short.length + 1 && long[0] === short[0]?.toLowerCase(),
        ),
      ),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /imperative|mood|tense|verb|commit/ },
    [
      "imperative-mood",
      'Write in the imperative mood ("Add"), not in another form of the verb ("Added", "Adds", "Adding").',
    ],
    [
      "no-imperative",
      'Start with a verb in the past or present tense ("Added", "Adds"), not in the imperative ("Add").',
    ],
    (before, after) => startsAs(before, after, ["past", "third", "ing"], "base"),
  ),
  {
    id: "present-tense",
    contrary: "past-tense",
    text: "Write in the present tense, not in the past tense.",
    named: /tense|present/,
    rank: 4,
    explains: (edit) =>
      !edit.isCode &&
      inTense(edit, "past", ["third", "base"]) &&
      !startsAs(edit.before, edit.after, ["past"], "base"),
  },
  {
    id: "past-tense",
    contrary: "present-tense",
    text: "Write in the past tense, not in the present tense.",
    named: /tense|past/,
    rank: 4,
    explains: (edit) => !edit.isCode && (inTense(edit, "third", ["past"]) || inTense(edit, "base", ["past"])),
  },
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /tense|future|present|will/ },
    ["no-future", 'Write in the present tense instead of the future ("shows", not "will show").'],
    ["future", 'Write in the future tense ("will show") instead of the present.'],
    (before, after) => countOf(FUTURE)(before) > countOf(FUTURE)(after) && sharedVerb(before, after),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /passive|active|voice/ },
    "passive",
    "Write in the active voice instead of the passive.",
    countOf(PASSIVE),
  ),
  ...swap(
    { field: "prose", rank: 4, named: /person|voice|\bwe\b|\byou\b|address/ },
    ["you-not-we", 'Address the reader as "you" instead of writing about "we".', countOf(YOU)],
    ["we-not-you", 'Write as "we" instead of addressing the reader as "you".', countOf(WE)],
  ),
  ...swap(
    { field: "prose", rank: 5, named: /person|\bi\b|\bwe\b|voice/ },
    ["we-not-i", 'Write as "we", not as "I".', countOf(WE)],
    ["i-not-we", 'Write as "I", not as "we".', countOf(FIRST_PERSON)],
  ),
  ...swap(
    { field: "prose", rank: 5, named: /person|user|address|you/ },
    ["you-not-the-user", 'Address the reader as "you" instead of writing about "the user".', countOf(YOU)],
    [
      "third-person",
      'Write in the third person about the user instead of addressing the reader as "you".',
      countOf(THE_USER),
    ],
  ),
  ...fewer(
    { field: "prose", rank: 5, named: /filler|um\b|uh\b|verbatim|clean/ },
    "spoken-fillers",
    'Leave out spoken fillers such as "um" and "uh".',
    countOf(/(?<!\p{L})(?:um+|uh+|erm?|hmm+|you know|i mean)(?!\p{L})/giu),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /person|\bi\b|voice/ },
    ["first-person", 'Write in the first person ("I").'],
    ["no-first-person", 'Do not write in the first person ("I", "my").'],
    (before, after) =>
      countOf(FIRST_PERSON)(after) > countOf(FIRST_PERSON)(before) && isAsLong(before, after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /person|\bwe\b|voice/ },
    ["first-person-plural", 'Write in the first person plural ("we").'],
    ["no-we", 'Do not write as "we"; leave the speaker out.'],
    (before, after) => countOf(WE)(after) > countOf(WE)(before) && isAsLong(before, after),
  ),
  ...swap(
    { field: "prose", rank: 4, named: /contraction|apostrophe|formal|informal|casual/ },
    [
      "no-contractions",
      'Write contractions out in full ("do not", "it is") instead of "don\'t" or "it\'s".',
      countOf(FULL_FORM),
    ],
    ["contractions", 'Use contractions ("don\'t", "it\'s") instead of the full forms.', countOf(CONTRACTION)],
  ),
  ...toggle(
    { field: "prose", rank: 3, named: /hedg|confiden|sure|direct|weak|decisive/ },
    ["hedge", 'Mark what is uncertain with words such as "probably" or "may".'],
    ["no-hedges", 'Do not hedge with phrases such as "I think", "maybe" or "probably"; state it directly.'],
    countOf(words.HEDGES),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /intensif|very|adverb|filler|exagger/ },
    "intensifiers",
    'Leave out intensifiers such as "very" and "really".',
    countOf(words.INTENSIFIERS),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /just|simply|easy|filler|condescend|patroni/ },
    "minimisers",
    'Leave out words such as "just", "simply" and "easy".',
    countOf(words.MINIMISERS),
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /apolog|sorry/ },
    ["apologise", "Apologise for the trouble."],
    ["no-apologies", "Do not apologise; say what happens next."],
    countOf(words.APOLOGIES),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /filler|opening|intro|preamble|fluff|point|chatty/ },
    ["no-filler-opening", "Leave out filler openings; start with the point itself."],
    ["friendly-opening", "Open with a friendly sentence before you come to the point."],
    (before, after) => opens(words.FILLER_OPENINGS, before) && !opens(words.FILLER_OPENINGS, after),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /filler|note|fluff|padding/ },
    "note-openers",
    'Leave out phrases such as "please note that" and "it is important to note"; say it directly.',
    countOf(words.NOTE_OPENERS),
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /closing|offer|ending|outro/ },
    ["closing-offer", "Close by offering further help."],
    ["no-closing-offer", 'Leave out closing offers such as "let me know if you have questions".'],
    countOf(words.CLOSINGS),
  ),
  ...toggle(
    { field: "prose", rank: 3, named: /sign|closing|regards|signature/ },
    ["sign-off", "End with a sign-off."],
    ["no-sign-off", "Leave out the sign-off."],
    countOf(words.SIGN_OFFS),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /name|greet|personal/ },
    ["greet-by-name", "Greet the customer by name."],
    ["no-name-in-greeting", "Do not use the customer's name in the greeting."],
    (before, after) =>
      !words.NAMED_GREETING.test(before) &&
      words.ANONYMOUS_GREETING.test(before) &&
      words.NAMED_GREETING.test(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /greet|formal|casual|tone/ },
    ["formal-greeting", 'Open with a formal greeting such as "Dear" instead of "Hi" or "Hey".'],
    ["casual-greeting", 'Open with a casual greeting such as "Hi" instead of "Dear".'],
    (before, after) => words.CASUAL_GREETING.test(before) && words.FORMAL_GREETING.test(after),
  ),
  ...toggle(
    { field: "prose", rank: 3, named: /greet|hello|salut/ },
    ["greeting", "Begin with a greeting."],
    ["no-greeting", "Leave out the greeting and start with the message."],
    countOf(words.GREETINGS),
  ),
  ...toggle(
    { field: "prose", rank: 4, named: /polite|please|courte|rude|friendl|tone/ },
    ["polite", 'Ask politely, with "please".'],
    ["no-please", 'Leave out "please".'],
    countOf(words.POLITE),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /formal|slang|casual|informal|tone|professional|register/ },
    "slang",
    "Write formally; leave out slang and casual phrases.",
    countOf(words.SLANG),
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /buzz|market|hype|superlativ|fluff|sales|tone|sober/ },
    "buzzwords",
    "Leave out marketing language and superlatives; state facts.",
    countOf(words.BUZZWORDS),
  ),
  ...swap(
    { field: "prose", rank: 4, named: /claim|guarantee|promise|absolut|legal|careful|soften/ },
    [
      "careful-claims",
      'Do not make absolute claims or guarantees; use careful words such as "may" or "can help".',
      countOf(words.CAREFUL),
    ],
    [
      "firm-claims",
      'State claims firmly instead of weakening them with "may" or "can".',
      countOf(words.ABSOLUTES),
    ],
  ),
  ...fewer(
    { field: "prose", rank: 3, named: /jargon|legal|plain|simple|wordy|words|language|utili/ },
    "jargon",
    "Use plain, everyday words instead of jargon and formal phrases.",
    countOf(words.LEGALESE),
  ),
  ...fewer(
    { field: "prose", rank: 4, named: /blam|accus|tone|rude/ },
    "blame",
    "Do not blame the reader; say what happened and how to fix it.",
    countOf(words.BLAME),
  ),
  ...swap(
    { field: "prose", rank: 5, named: /gender|neutral|inclusive|pronoun|they/ },
    [
      "gender-neutral",
      'Use gender-neutral language ("they", "chair") instead of gendered words.',
      countOf(words.NEUTRAL),
    ],
    ["gendered", undefined, countOf(words.GENDERED)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /inclusive|term|offens/ },
    [
      "inclusive-terms",
      "Use inclusive terms (allowlist, denylist, primary, replica) instead of whitelist, blacklist, master and slave.",
      countOf(words.INCLUSIVE),
    ],
    ["exclusive-terms", undefined, countOf(words.EXCLUSIVE)],
  ),
  ...swap(
    { field: "prose", rank: 4, named: /must|should|require|strict/ },
    ["must-not-should", 'Write requirements with "must" instead of "should".', countOf(REQUIREMENT)],
    ["should-not-must", 'Write recommendations with "should" instead of "must".', countOf(ADVICE)],
  ),
  ...fewer(
    { field: "prose", rank: 2, named: /positiv|negativ/ },
    "negatives",
    "Say it positively: say what is possible or to be done, not what is not.",
    countOf(NEGATIVE_PHRASE),
  ),
  ...more(
    { field: "prose", rank: 4, named: /acronym|abbrev|spell|expand/ },
    "expand-acronyms",
    "Spell out acronyms at first use, with the short form in parentheses.",
    countOf(/\p{L}[\p{L}-]* \p{L}[\p{L}-]* ?\([\p{Lu}\d]{2,8}s?\)/gu),
  ),
];

/** Whether the verb after "will" occurs in the other text in another form: "will show" and "shows". */
function sharedVerb(before: string, after: string): boolean {
  const have = [...new Set(after.toLowerCase().match(/\p{L}+/gu))];
  const future = before.toLowerCase().matchAll(/(?:will|shall|going to|'ll) (?:not |then |now )?(\p{L}+)/gu);
  return [...future].some(([, verb]) =>
    have.some((word) =>
      verb === "be" ? word === "is" || word === "are" : word === verb || verbForms(verb!, word) !== undefined,
    ),
  );
}
