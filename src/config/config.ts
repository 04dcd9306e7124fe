import type { AlertThresholds } from "../core/pattern/alert.ts";
import type { ReminderSource } from "../core/reminder/reminder.ts";
import type { TrialPolicy } from "../core/trial/trial-policy.ts";
import type { RulePolicy } from "../core/evaluation/rule-policy.ts";

/** All settings, validated and frozen. Paths are relative to the current folder or absolute. */
export interface Config {
  /** The agent that works here. */
  readonly agent?: string;
  /** A file path or a postgres:// address. */
  readonly store: string;
  readonly reminders: ReminderSource;
  readonly hook: { readonly commitNotes: boolean };
  readonly events: {
    readonly redisUrl?: string;
    /** The stream on which others publish decisions. */
    readonly stream: string;
    /** The stream for Emend's own events. Left out, it is derived from `stream`. */
    readonly ownStream?: string;
    readonly writeDecisions: boolean;
  };
  readonly embedding: { readonly url?: string; readonly model: string; readonly key?: string };
  readonly llm: {
    readonly provider: LlmProvider;
    readonly url?: string;
    readonly model?: string;
    readonly key?: string;
    /** The program and its arguments. */
    readonly command?: readonly [string, ...string[]];
    readonly commandEnv?: readonly string[];
    readonly callsPerDay: number;
    readonly tokensPerDay?: number;
  };
  readonly vectors: { readonly chromaUrl?: string; readonly chromaToken?: string };
  readonly catalogue: { readonly file: string };
  /** Folder of the correction files that decisions name. */
  readonly corrections: { readonly folder?: string };
  readonly ledger: { readonly folder?: string; readonly push: boolean };
  readonly rejections: {
    /** An empty key is kept, because setting it to nothing must not turn the check off. */
    readonly key?: string;
  };
  readonly rules: RulePolicy;
  readonly trials: TrialPolicy;
  readonly alerts: AlertThresholds;
  readonly gates: {
    /** Left out, all built-in ones. */
    readonly packs?: readonly string[];
    readonly hours?: readonly string[];
    /** Similarity from which a text is a near-duplicate, from 0 to 1. */
    readonly duplicateAt: number;
  };
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly role: "server" | "worker" | "all";
    readonly publicUrl?: string;
    readonly url?: string;
    readonly token?: string;
    readonly allowedOrigins?: readonly string[];
    readonly allowedHosts?: readonly string[];
    readonly trustedProxies?: readonly string[];
    readonly bodyLimitKib: number;
    /** 0 for unlimited. */
    readonly requestsPerMinute: number;
    readonly recordsPerMinute: number;
    readonly proposalsPerHour: number;
    readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  };
  readonly oidc: {
    readonly issuer?: string;
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly roleClaim: string;
    readonly roles?: readonly string[];
    readonly defaultRole: "none" | "reviewer" | "approver";
  };
  readonly github: {
    readonly webhookSecret?: string;
    readonly agents?: readonly string[];
    readonly peopleWork: "ignore" | "keep";
    readonly token?: string;
    readonly apiUrl: string;
    readonly appId?: string;
    readonly appKey?: string;
    readonly installationId?: string;
  };
  readonly webhooks: {
    readonly urls?: readonly string[];
    readonly secret?: string;
    readonly events?: readonly string[];
  };
  readonly telemetry: { readonly otlpUrl?: string };
}

export const LLM_PROVIDERS = ["openai-compatible", "anthropic"] as const;

type LlmProvider = (typeof LLM_PROVIDERS)[number];
