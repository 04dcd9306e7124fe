import { checkRuleText, type RuleTextWarning } from "../rule-text/check-rule-text.ts";
import { ended } from "../text/ended.ts";

/** The reverse duty: following it would undo the rule. */
export interface EntryOpposite {
  readonly rule: string;
  readonly rules: readonly string[];
  readonly comments: readonly string[];
}

/** One known mistake: the rule against it, how people word it, and how it is mended. */
export interface CatalogueEntry {
  readonly id: string;
  readonly rule: string;
  /** Other wordings of the rule. */
  readonly rules: readonly string[];
  /** What reviewers say about a case of it. */
  readonly comments: readonly string[];
  /** Empty where none was written. */
  readonly fix: string;
  /** Null where no sane team would hold it. */
  readonly opposite: EntryOpposite | null;
  /** Share words with it and mean another thing. */
  readonly lookalike_comments: readonly string[];
  readonly lookalike_rules: readonly string[];
}

type EntryOrigin = "built_in" | "own";

/** An entry in force, and who wrote it. */
export interface KnownEntry {
  readonly entry: CatalogueEntry;
  readonly origin: EntryOrigin;
}

/** An entry near a text. */
export interface NearEntry extends KnownEntry {
  /** From 0, nothing in common, to 1. */
  readonly near: number;
  /** Whether its id was asked for, and not its meaning. */
  readonly by: "id" | "meaning";
}

export interface EntryWarning extends RuleTextWarning {
  /** `rule`, `rules[1]` or `fix`. */
  readonly field: string;
}

/** Warnings about the texts of an entry that a proposal could take over. */
export function entryWarnings({ rule, rules, fix }: CatalogueEntry): readonly EntryWarning[] {
  return [
    ...about("rule", rule),
    ...rules.flatMap((text, at) => about(`rules[${at}]`, text).filter(isDanger)),
    ...about("fix", fix).filter(isDanger),
  ];
}

/** Whether a text may stand in a proposal: what could turn an agent against its people never does. */
export const isHarmlessRule = (text: string): boolean => !checkRuleText(text).some(isDanger);

const isDanger = ({ level }: RuleTextWarning): boolean => level === "danger";

const about = (field: string, text: string): readonly EntryWarning[] =>
  text === "" ? [] : checkRuleText(text).map((warning) => ({ ...warning, field }));

/** What an entry lends to a proposal. */
export interface EntryWords {
  readonly id: string;
  readonly rule: string;
  /** Why, and how it is mended, in the catalogue's words; empty where it tells neither. */
  readonly reason: string;
}

export function entryWords({ id, rule, rules, fix }: CatalogueEntry): EntryWords {
  const why = rules.find((text) => REASONED.test(text) && isHarmlessRule(text)) ?? "";
  const mend = fix === "" || !isHarmlessRule(fix) ? "" : `To mend it: ${ended(fix)}`;
  return { id, rule, reason: [why, mend].filter((part) => part !== "").join(" ") };
}

/** How a wording gives its reason. */
const REASONED = /\b(?:because|since|so that|otherwise|or else|as it)\b/i;

/** `swallowed-exception` → `Swallowed exception`. */
export function entryName(id: string): string {
  const words = id.replaceAll("-", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** A well-worded rule of the library, as its file has it. */
export interface LibraryLine {
  readonly rule: string;
  /** The contrary preference, which a sane team could hold. */
  readonly against?: string | null;
  /** How people say it of one place. They only help to find the rule. */
  readonly remarks?: readonly string[];
}
