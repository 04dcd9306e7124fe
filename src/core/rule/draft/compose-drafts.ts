import { wordSet } from "../../text/word-set.ts";
import { verbForm, tagWords } from "../../english/tagged-words.ts";
import type { Wish, WishForce, WishPhrase } from "../../english/wish.ts";
import { type CleanPhrase, cleanPhrase } from "./clean-phrase.ts";
import { toKindIfBare, generalise } from "./generalise.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { appendSituation, sharedSituation, type Situation } from "./shared-situation.ts";
import type { Support } from "./draft.ts";
import { tokenize } from "../../english/tokens.ts";
import { ended } from "../../text/ended.ts";
import things from "./verbs-of-things.json" with { type: "json" };
import { gerundOf, isPluralNoun, thirdPersonOf } from "./word-forms.ts";

const ADDED = wordSet(things.add);

const MADE = wordSet(things.make);

const WASTE = wordSet(things.remove);

const renderRule = (plan: RulePlan): string =>
  toSentence(`${applyStrictness(renderCore(plan), plan)} ${plan.tail ?? ""}`);

const applyStrictness = (text: string, { isStrict = false, act }: RulePlan): string => {
  if (!isStrict) return text;
  if (text.startsWith("do not ")) return `never ${text.slice("do not ".length)}`;
  return act === "do" ? `always ${text}` : text;
};

/** Things that are typically missing are added; others are used. */
const verbFor = (thing: string): string => (ADDED.has(headOf(thing)) ? "add" : "use");

export interface Composed {
  readonly text: string;
  /** The remarks whose words it is made of. */
  readonly from: readonly number[];
  /** It says both what to do and what not to do. */
  readonly hasBothHalves: boolean;
  /** The force of the wish that it is made of. */
  readonly force: WishForce;
  /** Made of what a remark only lets you guess. */
  readonly isImplied: boolean;
}

interface Side {
  readonly remark: number;
  readonly wish: Wish;
  readonly phrase: WishPhrase;
  readonly isImplied: boolean;
}

const MAX_SIDES = 8;
const MAX_COMPOSED = 120;

/** All sentences that express the remarks' wishes, alone and combined. */
export function composeDrafts(read: ReadRemarks): readonly Composed[] {
  const { all, support } = read;
  const wanted: Side[] = [];
  const unwanted: Side[] = [];
  const made = new Map<string, Composed>();
  const add = (plan: RulePlan, from: readonly number[], { wish, isImplied }: Side): void => {
    const text = renderRule(plan);
    if (text === "" || made.has(text) || made.size >= MAX_COMPOSED) return;
    made.set(text, { text, from, hasBothHalves: plan.act === "replace", force: wish.force, isImplied });
  };
  for (const [remark, { reading, implied }] of all.entries()) {
    for (const wish of [...reading.wishes, ...implied]) {
      if (wish.act === "ask") continue;
      const isImplied = implied.includes(wish);
      (wish.act === "avoid" ? unwanted : wanted).push({ remark, wish, phrase: wish.what, isImplied });
      if (wish.insteadOf !== undefined) unwanted.push({ remark, wish, phrase: wish.insteadOf, isImplied });
    }
  }
  for (const side of [...wanted, ...unwanted.filter(({ wish }) => wish.act === "avoid")]) {
    for (const plan of plansOf(side, read)) add(plan, [side.remark], side);
  }
  const best = (sides: readonly Side[]): readonly Side[] =>
    sides.toSorted((a, b) => weightOf(b.phrase, support) - weightOf(a.phrase, support)).slice(0, MAX_SIDES);
  for (const want of best(wanted)) {
    for (const unwantedSide of best(unwanted)) {
      if (!fits(want, unwantedSide, support)) continue;
      const from = [...new Set([want.remark, unwantedSide.remark])];
      for (const plan of pairPlans(want, unwantedSide, support))
        add(plan, from, { ...want, isImplied: want.isImplied || unwantedSide.isImplied });
    }
  }
  return withSituation([...made.values()], sharedSituation(read));
}

/** Adds variants with the situation that the remarks share: "Use decimals" → "Use decimals for money". */
const withSituation = (drafts: readonly Composed[], situation: Situation | undefined): readonly Composed[] =>
  situation === undefined
    ? drafts
    : drafts.flatMap((draft) => {
        const text = appendSituation(draft.text, situation);
        return text === undefined ? [draft] : [draft, { ...draft, text }];
      });

/** The average number of remarks that contain the terms of a phrase. */
const weightOf = ({ terms }: WishPhrase, support: Support): number =>
  terms.length === 0 ? 0 : terms.reduce((sum, term) => sum + support.of(term), 0) / terms.length;

/** Whether a wanted and an unwanted thing are about the same matter without being the same. */
function fits(want: Side, unwantedSide: Side, support: Support): boolean {
  const shared = want.phrase.terms.filter((term) => unwantedSide.phrase.terms.includes(term)).length;
  const fewer = Math.min(want.phrase.terms.length, unwantedSide.phrase.terms.length);
  if (fewer > 0 && shared === fewer) return false;
  if (want.remark === unwantedSide.remark) return true;
  const isShared = ({ phrase }: Side): boolean => phrase.terms.some((term) => support.of(term) > 1);
  return isShared(want) && isShared(unwantedSide);
}

function plansOf({ remark, wish, phrase: what }: Side, { all, support }: ReadRemarks): readonly RulePlan[] {
  const isStrict = /\b(?:always|never)\b/i.test(all[remark]!.remark.text.slice(wish.start, wish.end));
  const subjects = wish.subject === undefined ? [undefined] : thingsOf(wish.subject, support);
  const others =
    wish.act === "replace" && wish.insteadOf !== undefined ? unwantedOf(wish.insteadOf, support) : [];
  return subjects.flatMap((subject) => [
    ...phrasesOf(what, wish, support).map((phrase): RulePlan => ({
      ...toActiveVoice(phrase, subject),
      act: actOf(wish),
      isStrict,
    })),
    ...others.flatMap((other) =>
      wantedOf(what, support).map((phrase): RulePlan => ({
        ...phrase,
        act: "replace",
        insteadVerb: other.verb,
        insteadThing: other.thing,
        tail: tailsOf(wish, support)[0],
      })),
    ),
  ]);
}

const actOf = ({ act }: Wish): RulePlan["act"] =>
  act === "avoid" ? "avoid" : act === "restore" ? "keep" : "do";

/** "screenshots must be blurred where …" → "blur screenshots where …". */
function toActiveVoice(
  { verb, thing }: CleanPhrase,
  subject: string | undefined,
): Pick<RulePlan, "verb" | "thing" | "subject"> {
  if (subject === undefined || verb !== "be") return { verb, thing, subject };
  const [first = "", ...rest] = thing.split(" ");
  const form = verbForm(first.toLowerCase());
  if (form?.form !== "ed") return { verb, thing, subject };
  return { verb: form.base, thing: [subject, ...rest].join(" "), subject: undefined };
}

function pairPlans(want: Side, unwantedSide: Side, support: Support): readonly RulePlan[] {
  const [tail] = [...tailsOf(want.wish, support), ...tailsOf(unwantedSide.wish, support)];
  return wantedOf(want.phrase, support).flatMap(({ verb, thing }) =>
    unwantedOf(unwantedSide.phrase, support).map((other): RulePlan => ({
      act: "replace",
      verb,
      thing,
      insteadVerb: other.verb,
      insteadThing: other.thing,
      tail,
    })),
  );
}

/** The wordings of a phrase that fit into a sentence, with location and condition if a wish is given. */
function phrasesOf(phrase: WishPhrase, wish: Wish | undefined, support: Support): readonly CleanPhrase[] {
  const clean = cleanPhrase(phrase);
  if (clean === undefined) return [];
  const text = [clean.thing, ...circumstances(wish)].filter((part) => part !== "").join(" ");
  if (text === "") return [];
  const isOnlyThis = wish?.isOnly === true && wish.where === undefined && wish.when === undefined;
  const kept = wish?.isStanding === true ? [text] : [];
  const texts = [...generalise(text, support), ...kept].map(toKindIfBare);
  return [...new Set(texts)].map((thing) => ({
    verb: clean.verb,
    thing: isOnlyThis ? `only ${thing}` : thing,
  }));
}

/** Wordings of what is unwanted. A single word may be a verb or a thing: "null", "merge". */
function unwantedOf(phrase: WishPhrase, support: Support): readonly CleanPhrase[] {
  const isWord = phrase.thing === "" && phrase.verb !== undefined;
  // A second negation, as in "instead of a file without a header", would be misread.
  if (DENIES.test(phrase.text)) return [];
  return phrasesOf(isWord ? withoutVerb(phrase) : phrase, undefined, support);
}

const DENIES = /\b(?:without|not|no|never|missing|lacking|unless|instead)\b/i;

const withoutVerb = ({ text, terms, names }: WishPhrase): WishPhrase => ({ text, thing: text, terms, names });

/** Wordings of what is wanted instead. A verb alone is enough: "rebase instead of merge commits". */
function wantedOf(phrase: WishPhrase, support: Support): readonly CleanPhrase[] {
  const isVerb = phrase.thing === "" && phrase.verb !== undefined && phrase.terms.length > 0;
  return isVerb ? [{ verb: phrase.verb, thing: "" }] : phrasesOf(phrase, undefined, support);
}

const thingsOf = (phrase: WishPhrase, support: Support): readonly string[] =>
  phrasesOf(phrase, undefined, support).map(({ verb, thing }) => [verb ?? "", thing].join(" ").trim());

const circumstances = (wish: Wish | undefined): readonly string[] =>
  wish === undefined
    ? []
    : [wish.where, wish.when].flatMap((phrase) =>
        phrase === undefined ? [] : [`${wish.isOnly ? "only " : ""}${phrase.text}`],
      );

/** Location and condition, if another remark mentions them too or the wish is a standing one. */
function tailsOf(wish: Wish, support: Support): readonly string[] {
  const phrases = [wish.where, wish.when].filter((phrase) => phrase !== undefined);
  return phrases
    .filter(({ terms }) => wish.isStanding || terms.some((term) => support.of(term) > 1))
    .flatMap(({ text }) =>
      generalise(text, support).map((wording) => `${wish.isOnly ? "only " : ""}${wording}`),
    );
}

/** The parts of a rule's sentence. */
interface RulePlan {
  readonly act: "do" | "avoid" | "replace" | "keep";
  readonly verb?: string | undefined;
  /** The object, with location and condition. */
  readonly thing: string;
  /** The subject of a statement: "names" in "names should say what they hold". */
  readonly subject?: string | undefined;
  readonly insteadVerb?: string | undefined;
  readonly insteadThing?: string | undefined;
  /** The remark says "always" or "never". */
  readonly isStrict?: boolean | undefined;
  /** Location and condition, for a rule with two halves. */
  readonly tail?: string | undefined;
}

function renderCore(plan: RulePlan): string {
  const { act, verb, thing, subject, insteadVerb, insteadThing = "" } = plan;
  if (subject !== undefined && act !== "replace") return renderForSubject(plan, subject);
  switch (act) {
    case "do":
      return `${verb ?? verbFor(thing)} ${thing}`;
    case "avoid":
      return verb === undefined ? renderAvoided(thing) : `do not ${verb} ${thing}`;
    case "keep":
      return `keep ${thing}`;
    case "replace": {
      const wanted = `${verb ?? "use"} ${thing}`;
      if (insteadVerb === undefined || insteadVerb === (verb ?? "use"))
        return `${wanted} instead of ${asGerund(insteadThing)}`;
      return `${wanted} instead of ${gerundOf(`${insteadVerb} ${insteadThing}`.trim())}`;
    }
  }
}

/** "amend pushed commits" → "amending pushed commits", unless the verb is also a noun. */
function asGerund(thing: string): string {
  const [first] = tagWords(tokenize(thing));
  const isVerb = first?.kind === "word" && first.form === "base" && first.part === "verb" && !first.canBeNoun;
  return isVerb && first.start === 0 && thing.includes(" ") ? gerundOf(thing) : thing;
}

/** "names should say what they hold" → "make sure that names say what they hold". */
function renderForSubject({ act, verb, thing }: RulePlan, subject: string): string {
  const isMany = isPluralNoun(subject.split(" ").at(-1) ?? "");
  if (act === "avoid")
    return verb === undefined
      ? `do not use ${thing} in ${subject}`
      : `do not let ${subject} ${verb} ${thing}`;
  if (verb === "add") return `add ${thing} to ${subject}`;
  if (verb === "have") return `give ${subject} ${thing}`;
  if (verb === undefined || verb === "be")
    return `make sure that ${subject} ${isMany ? "are" : "is"} ${thing}`;
  return `make sure that ${subject} ${isMany ? verb : thirdPersonOf(verb)} ${thing}`;
}

function renderAvoided(thing: string): string {
  const [first = ""] = thing.toLowerCase().split(" ");
  if (WASTE.has(first)) return `remove ${thing}`;
  return MADE.has(headOf(thing)) ? `do not make ${thing}` : `do not use ${thing}`;
}

/** The last word before a preposition: "tests" of "tests for the parser". */
function headOf(thing: string): string {
  const words = thing
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, "")
    .split(" ");
  const end = words.findIndex((word) => /^(?:for|in|on|to|of|with|from|at|by)$/.test(word));
  return words[(end < 0 ? words.length : end) - 1] ?? "";
}

function toSentence(text: string): string {
  const tidy = text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[,.;:!?)](?: |$))/g, "")
    .replace(/[ ,;:.!?–-]+$/, "")
    .trim();
  return tidy === "" ? "" : ended(`${tidy[0]!.toUpperCase()}${tidy.slice(1)}`);
}
