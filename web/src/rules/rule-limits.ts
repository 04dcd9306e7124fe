import { createContext } from "react";
import { type Settings, useSettings } from "../settings/use-settings.ts";

export interface RuleLimits {
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

export const LeastReduction = createContext(USUAL_REDUCTION);
