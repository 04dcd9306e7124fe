import { tagWords } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";
import { ended } from "../../text/ended.ts";
import things from "./verbs-of-things.json" with { type: "json" };
import { gerundOf, isPluralNoun, thirdPersonOf } from "./word-forms.ts";

/** The parts of a rule before they are a sentence. */
export interface RulePlan {
  readonly act: "do" | "avoid" | "replace" | "keep";
  readonly verb?: string | undefined;
  /** What the verb is about, with where and when it holds. */
  readonly thing: string;
  /** Whom or what a statement was about: "names" in "names should say what they hold". */
  readonly subject?: string | undefined;
  readonly insteadVerb?: string | undefined;
  readonly insteadThing?: string | undefined;
  /** Said with "always" or "never". */
  readonly isStrict?: boolean | undefined;
  /** Where and when, for a rule with two halves. */
  readonly tail?: string | undefined;
}

const ADDED: ReadonlySet<string> = new Set(things.add.split(" "));
const MADE: ReadonlySet<string> = new Set(things.make.split(" "));
const WASTE: ReadonlySet<string> = new Set(things.remove.split(" "));

/** A plan as one imperative sentence. */
export const renderRule = (plan: RulePlan): string =>
  sentence(`${strictly(core(plan), plan)} ${plan.tail ?? ""}`);

const strictly = (text: string, { isStrict = false, act }: RulePlan): string => {
  if (!isStrict) return text;
  if (text.startsWith("do not ")) return `never ${text.slice("do not ".length)}`;
  return act === "do" ? `always ${text}` : text;
};

function core(plan: RulePlan): string {
  const { act, verb, thing, subject, insteadVerb, insteadThing = "" } = plan;
  if (subject !== undefined && act !== "replace") return aboutSubject(plan, subject);
  switch (act) {
    case "do":
      return `${verb ?? verbFor(thing)} ${thing}`;
    case "avoid":
      return verb === undefined ? avoided(thing) : `do not ${verb} ${thing}`;
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

/** "amend pushed commits" → "amending pushed commits"; what is a noun as well stays. */
function asGerund(thing: string): string {
  const [first] = tagWords(tokensOf(thing));
  const isVerb = first?.kind === "word" && first.form === "base" && first.part === "verb" && !first.isNounToo;
  return isVerb && first.start === 0 && thing.includes(" ") ? gerundOf(thing) : thing;
}

/** "names should say what they hold" → "make sure that names say what they hold". */
function aboutSubject({ act, verb, thing }: RulePlan, subject: string): string {
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

function avoided(thing: string): string {
  const [first = ""] = thing.toLowerCase().split(" ");
  if (WASTE.has(first)) return `remove ${thing}`;
  return MADE.has(headOf(thing)) ? `do not make ${thing}` : `do not use ${thing}`;
}

/** What is missing is added; anything else is used. */
const verbFor = (thing: string): string => (ADDED.has(headOf(thing)) ? "add" : "use");

/** The last word before a preposition: "tests" of "tests for the parser". */
function headOf(thing: string): string {
  const words = thing
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, "")
    .split(" ");
  const end = words.findIndex((word) => /^(?:for|in|on|to|of|with|from|at|by)$/.test(word));
  return words[(end < 0 ? words.length : end) - 1] ?? "";
}

function sentence(text: string): string {
  const tidy = text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[,.;:!?)](?: |$))/g, "")
    .replace(/[ ,;:.!?–-]+$/, "")
    .trim();
  return tidy === "" ? "" : ended(`${tidy[0]!.toUpperCase()}${tidy.slice(1)}`);
}
