import { checkRuleText, type RuleTextWarning } from "../rule-text/check-rule-text.ts";
import { ended } from "../text/ended.ts";

/** The opposite rule: following it would violate the rule. */
export interface EntryOpposite {
  readonly rule: string;
  readonly rules: readonly string[];
  readonly comments: readonly string[];
}

/** A known mistake: the rule against it, how people word it, and how to fix it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly rule: string;
  /** Other wordings of the rule. */
  readonly rules: readonly string[];
  /** Typical review comments. */
  readonly comments: readonly string[];
  /** Empty if there is none. */
  readonly fix: string;
  /** Null if no reasonable team would want it. */
  readonly opposite: EntryOpposite | null;
  /** Similar words with another meaning. */
  readonly lookalike_comments: readonly string[];
  readonly lookalike_rules: readonly string[];
}

type EntryOrigin = "built_in" | "own";

/** An entry and its origin. */
export interface KnownEntry {
  readonly entry: CatalogueEntry;
  readonly origin: EntryOrigin;
}

/** An entry near a text. */
export interface NearEntry extends KnownEntry {
  /** From 0 to 1. */
  readonly near: number;
  /** Whether it matched by id or by meaning. */
  readonly by: "id" | "meaning";
}

export interface EntryWarning extends RuleTextWarning {
  /** `rule`, `rules[1]` or `fix`. */
  readonly field: string;
}

/** Warnings about the texts of an entry that a proposal could use. */
export function entryWarnings({ rule, rules, fix }: CatalogueEntry): readonly EntryWarning[] {
  return [
    ...warningsFor("rule", rule),
    ...rules.flatMap((text, at) => warningsFor(`rules[${at}]`, text).filter(isDanger)),
    ...warningsFor("fix", fix).filter(isDanger),
  ];
}

/** Whether a text may be used in a proposal: nothing that could turn an agent against its people ever is. */
export const isHarmlessRule = (text: string): boolean => !checkRuleText(text).some(isDanger);

const isDanger = ({ level }: RuleTextWarning): boolean => level === "danger";

const warningsFor = (field: string, text: string): readonly EntryWarning[] =>
  text === "" ? [] : checkRuleText(text).map((warning) => ({ ...warning, field }));

/** The texts of an entry for a proposal. */
export interface EntryWords {
  readonly id: string;
  readonly rule: string;
  /** The reason and the fix; empty if there is neither. */
  readonly reason: string;
}

export function entryWords({ id, rule, rules, fix }: CatalogueEntry): EntryWords {
  const why = rules.find((text) => REASONED.test(text) && isHarmlessRule(text)) ?? "";
  const mend = fix === "" || !isHarmlessRule(fix) ? "" : `To mend it: ${ended(fix)}`;
  return { id, rule, reason: [why, mend].filter((part) => part !== "").join(" ") };
}

/** Words that introduce a reason. */
const REASONED = /\b(?:because|since|so that|otherwise|or else|as it)\b/i;

/** `swallowed-exception` → `Swallowed exception`. */
export function entryName(id: string): string {
  const words = id.replaceAll("-", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** A rule of the library, as in its file. */
export interface LibraryLine {
  readonly rule: string;
  /** The opposite preference, which a reasonable team could have. */
  readonly against?: string | null;
  /** Typical remarks; only used to find the rule. */
  readonly remarks?: readonly string[];
}
