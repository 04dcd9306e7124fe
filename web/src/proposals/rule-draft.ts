import type { RuleType } from "./proposal-queries.ts";

export interface RuleDraft {
  readonly text: string;
  readonly type: RuleType;
  readonly agents: string;
  readonly paths: string;
  readonly reason: string;
}

export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];
