import { checkRuleText, type RuleTextWarning } from "../rule/check-rule-text.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

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
export const isHarmless = (text: string): boolean => !checkRuleText(text).some(isDanger);

const isDanger = ({ level }: RuleTextWarning): boolean => level === "danger";

const about = (field: string, text: string): readonly EntryWarning[] =>
  text === "" ? [] : checkRuleText(text).map((warning) => ({ ...warning, field }));
