import { type ActiveRule, toActiveRule } from "../../core/rule/select-rules.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PromptProblem, PromptQuestion } from "../../core/rule/build-agent-prompt.ts";
import { buildPrompt, type BuildPromptParts, type BuiltPrompt } from "./build-prompt.ts";

export interface RulesForFiles extends Pick<
  BuiltPrompt,
  "withheld" | "withheld_more" | "tokens" | "recorded"
> {
  /** In the order in which they were chosen, best first. */
  readonly rules: readonly ActiveRule[];
  /** The section of a prompt that holds them; empty for none. */
  readonly section: string;
}

/** The rules that an agent is to follow in these files, chosen and recorded as for a prompt. */
export const rulesForFiles =
  (parts: BuildPromptParts) =>
  async (question: Omit<PromptQuestion, "base">): Promise<Result<RulesForFiles, PromptProblem>> => {
    const inForce = await parts.rules.inForce(question.agent);
    const rules: BuildPromptParts["rules"] = {
      inForce: () => Promise.resolve(inForce),
      recordInjection: (injection) => parts.rules.recordInjection(injection),
    };
    const built = await buildPrompt({ ...parts, rules })({ ...question, base: "" });
    if (!built.ok) return built;
    const active = new Map(
      inForce.flatMap((rule) => toActiveRule(rule) ?? []).map((rule) => [rule.rule_id, rule]),
    );
    const { prompt, rules: injected, withheld, withheld_more, tokens, recorded } = built.value;
    return ok({
      rules: injected.flatMap(({ rule_id }) => active.get(rule_id) ?? []),
      section: prompt,
      withheld,
      withheld_more,
      tokens,
      recorded,
    });
  };
