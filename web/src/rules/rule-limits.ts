import { createContext } from "react";
import { type Settings, useSettings } from "../settings/use-settings.ts";

/** What holds for rules on this server, as far as drawings and counts speak of it. */
export interface RuleLimits {
  /** A smaller reduction than this is no effect. */
  readonly reduction: number;
  readonly rulesPerAgent: number | undefined;
  readonly tokenBudget: number | undefined;
}

const numberOf = (settings: Settings | undefined, key: string): number | undefined => {
  const value = settings?.settings.find((setting) => setting.key === key)?.value;
  return typeof value === "number" ? value : undefined;
};

const USUAL_REDUCTION = 0.1;

export function useRuleLimits(): RuleLimits {
  const { data } = useSettings();
  return {
    reduction: numberOf(data, "rules.flag_under_reduction") ?? USUAL_REDUCTION,
    rulesPerAgent: numberOf(data, "rules.rules_per_agent"),
    tokenBudget: numberOf(data, "rules.token_budget"),
  };
}

/** The least reduction worth having, for every effect that is drawn within. */
export const LeastReduction = createContext(USUAL_REDUCTION);
