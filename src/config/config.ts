import type { AlertThresholds } from "../core/pattern/alert-thresholds.ts";
import type { RulePolicy } from "../core/rule/rule-policy.ts";

/** Everything that can be set, checked and frozen; paths are fit to be resolved against the present folder. */
export interface Config {
  /** The agent that is at work here. */
  readonly agent?: string;
  /** The path of a file, or a postgres:// address. */
  readonly store: string;
  readonly events: { readonly redisUrl?: string; readonly stream: string };
  readonly embedding: { readonly url?: string; readonly model: string; readonly key?: string };
  readonly llm: {
    readonly provider: LlmProvider;
    readonly url?: string;
    readonly model?: string;
    readonly key?: string;
    readonly callsPerDay: number;
  };
  readonly vectors: { readonly chromaUrl?: string };
  readonly ledger: { readonly folder?: string; readonly push: boolean };
  readonly rejections: {
    /** Empty where somebody set it to nothing, which must not turn the check off. */
    readonly key?: string;
  };
  readonly rules: RulePolicy;
  readonly alerts: AlertThresholds;
  readonly gates: {
    /** All built-in ones when left out. */
    readonly packs?: readonly string[];
  };
}

export const LLM_PROVIDERS = ["openai-compatible", "anthropic"] as const;

type LlmProvider = (typeof LLM_PROVIDERS)[number];
