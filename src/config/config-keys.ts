import { ALERT_RANGES, DEFAULT_ALERT_THRESHOLDS, type AlertThresholds } from "../core/pattern/alert.ts";
import { DEFAULT_REMINDER_SOURCE, REMINDER_SOURCES } from "../core/reminder/reminder.ts";
import { DEFAULT_RULE_POLICY, RULE_POLICY_RANGES, type RulePolicy } from "../core/evaluation/rule-policy.ts";
import { DEFAULT_TRIAL_POLICY, TRIAL_POLICY_RANGES, type TrialPolicy } from "../core/trial/trial-policy.ts";
import { DUPLICATE_AT } from "../core/duplicate/compare-texts.ts";
import { DECISION_STREAM } from "../core/event/emend-event.ts";
import { LLM_PROVIDERS } from "./config.ts";
import { SERVER_KEYS } from "./server-keys.ts";

/** Descriptions of the rule policy's fields, for editors and pages. */
const RULE_ABOUT: Readonly<Record<keyof RulePolicy, string>> = {
  approvers: "number of different people who must approve a version before it comes into force",
  proposerMayApprove: "whether the proposer's approval is one of them; it is never enough alone",
  occurrences: "number of occurrences that make feedback worth a rule",
  reviewers: "number of different people using the same words that also makes it worth a rule",
  rulesPerAgent: "maximum number of rules in a prompt",
  tokenBudget: "maximum number of tokens for the rules in a prompt",
  proposalExpiryDays: "days after which an undecided proposal expires",
  deferrals: "how often a version can be deferred",
  stabilisingDays: "days after coming into force without a verdict",
  flagAfterDays: "days in force after which a rule without effect is flagged",
  flagUnderReduction: "a smaller reduction than this is not an effect",
  flagExpected: "recurrences to expect without the rule before it can be flagged for too small a reduction",
  withholdFlagged: "whether flagged rules are left out of prompts; otherwise they are dropped first",
};

/** Descriptions of the settings for trials. */
const TRIAL_ABOUT: Readonly<Record<keyof TrialPolicy, string>> = {
  share: "the share of tasks that are given a rule on trial",
  margin: "how much a mistake may rise when a rule is withdrawn on trial; 0.25 is a quarter",
  retire:
    "whether a rule that makes no difference is retired by its trial; otherwise it is flagged, and people decide",
};

/** Descriptions of the alert thresholds. */
const ALERT_ABOUT: Readonly<Record<keyof AlertThresholds, string>> = {
  repeatCount: "alert if an agent gets the same tag this often",
  repeatHours: "within this many consecutive hours",
  dropPoints: "alert if the approval rate drops by this many percentage points",
  dropSample: "decisions needed in both windows before a drop is an alert",
  dominantShare: "alert if one tag is in more than this share of an agent's rejections",
  dominantRejections: "rejections needed before a share is an alert",
};

export type ConfigValue = string | number | boolean | readonly string[];

/** The type of a key's value. */
export type ConfigKind =
  | { readonly type: "text" }
  | { readonly type: "path" }
  /** A path, or the address of a server. */
  | { readonly type: "store" }
  | { readonly type: "address"; readonly schemes: readonly string[] }
  | { readonly type: "number"; readonly least: number; readonly most: number; readonly whole: boolean }
  | { readonly type: "switch" }
  | { readonly type: "one_of"; readonly words: readonly string[] }
  /** A program and its arguments, as text or as a list, without a shell. */
  | { readonly type: "command" }
  /** Names. With `paths`, also files, if they look like paths. */
  | { readonly type: "list"; readonly paths?: true };

export interface ConfigKey {
  /** With its section, as in the file: `rules.approvers`. */
  readonly name: string;
  readonly kind: ConfigKind;
  readonly about: string;
  readonly default?: ConfigValue;
  /** The environment variable. */
  readonly variable: string;
  /** The command-line option. */
  readonly flag?: string;
  /** What to mask: the whole value, or the credentials in an address. Both can also be read from a file. */
  readonly secret?: "whole" | "address";
  /** An empty value is kept. For other keys, an empty variable counts as not set. */
  readonly keepsEmpty?: true;
  /**
   * Which values of a repository's own file count before the user trusted it. None if left out, so that a new key is
   * safe until somebody decides otherwise.
   * - `always`: no value can send, read, run or open anything, or weaken a check.
   * - `raised`: the default and anything above it.
   * - `names`: names that Emend knows; paths of files need trust.
   * - `only`: these values and no others.
   */
  readonly free?: "always" | "raised" | "names" | { readonly only: readonly string[] };
  /** The user's secrets that are sent to this address, by environment variable or file. */
  readonly receives?: readonly string[];
}

export type ConfigPart = Omit<ConfigKey, "name" | "variable"> & { readonly variable?: string };

const HTTP: ConfigKind = { type: "address", schemes: ["http", "https"] };
const TEXT: ConfigKind = { type: "text" };

const OWN: Readonly<Record<string, ConfigPart>> = {
  agent: {
    kind: TEXT,
    about: "the agent that works here, if hooks and MCP name none",
    free: "always",
  },
  store: {
    kind: { type: "store" },
    about: "the store: a SQLite file or a PostgreSQL address",
    default: ".emend/emend.db",
    flag: "--store",
    secret: "address",
    receives: ["password in PGPASSWORD or ~/.pgpass"],
  },
  reminders: {
    kind: { type: "one_of", words: REMINDER_SOURCES },
    about:
      "whose corrections an agent is reminded of before a rule covers them: `own` for those of the person who runs it, `team` for those of every trusted person, `off` for none",
    default: DEFAULT_REMINDER_SOURCE,
    free: { only: ["own", "off"] },
  },
  "hook.commit_notes": {
    kind: { type: "switch" },
    about:
      "whether hooks leave a git note in `refs/notes/emend` at each commit of an agent, which names the run",
    default: true,
    free: "always",
  },
  "events.redis_url": {
    kind: { type: "address", schemes: ["redis", "rediss"] },
    about: "the Redis to use as event log (default: the store's own log)",
    variable: "EMEND_REDIS_URL",
    flag: "--redis",
    secret: "address",
  },
  "events.stream": {
    kind: TEXT,
    about: "the Redis stream that decisions are read from",
    default: DECISION_STREAM,
    variable: "EMEND_STREAM",
    flag: "--stream",
  },
  "events.own_stream": {
    kind: TEXT,
    about:
      "the Redis stream for Emend's own events (default: `emend:events`, or `events.stream` plus `:emend` if that is set)",
    flag: "--own-stream",
  },
  "events.write_decisions": {
    kind: { type: "switch" },
    about: "whether to publish decisions made in Emend to `events.stream`, including the reviewers' words",
    default: false,
  },
  "embedding.url": {
    kind: HTTP,
    about: "an OpenAI-compatible endpoint for embeddings (default: the local model)",
    secret: "address",
    receives: ["EMEND_EMBEDDING_KEY"],
  },
  "embedding.model": { kind: TEXT, about: "the model at that endpoint", default: "text-embedding-3-small" },
  "embedding.key": { kind: TEXT, about: "the API key for that endpoint", secret: "whole" },
  "llm.provider": {
    kind: { type: "one_of", words: LLM_PROVIDERS },
    about: "the API of the language model",
    default: "openai-compatible",
  },
  "llm.url": {
    kind: HTTP,
    about: "the address of the language model",
    secret: "address",
    receives: ["EMEND_LLM_KEY"],
  },
  "llm.model": { kind: TEXT, about: "the language model (default: none)" },
  "llm.key": { kind: TEXT, about: "the API key for the language model", secret: "whole" },
  "llm.command": {
    kind: { type: "command" },
    about:
      "an agent command that words rules instead of a model at an address, such as `claude -p`; it gets the question on standard input",
  },
  "llm.command_env": {
    kind: { type: "list" },
    about: "further environment variables to pass to this command",
  },
  "llm.calls_per_day": {
    kind: { type: "number", least: 0, most: 1_000_000, whole: true },
    about: "maximum number of calls per day",
    default: 200,
  },
  "llm.tokens_per_day": {
    kind: { type: "number", least: 0, most: 1_000_000_000, whole: true },
    about: "maximum number of tokens per day (default: unlimited)",
  },
  "vectors.chroma_url": {
    kind: HTTP,
    about: "the ChromaDB for vectors (default: the store)",
    variable: "EMEND_CHROMA_URL",
    secret: "address",
    receives: ["EMEND_CHROMA_TOKEN"],
  },
  "vectors.chroma_token": {
    kind: TEXT,
    about: "the token for that ChromaDB, if it needs one",
    variable: "EMEND_CHROMA_TOKEN",
    secret: "whole",
  },
  "catalogue.file": {
    kind: { type: "path" },
    about: "the project's own entries of the catalogue of known mistakes, one JSON object per line",
    default: "emend.catalogue.jsonl",
  },
  "ledger.folder": {
    kind: { type: "path" },
    about: "the git ledger's folder (default: ledger, next to the store)",
    variable: "EMEND_LEDGER",
    flag: "--ledger",
  },
  "corrections.folder": {
    kind: { type: "path" },
    about:
      "the folder for diffs that decisions name in `correction_diff_path`; the ledger and, when importing, the input's folder are searched too",
  },
  "ledger.push": {
    kind: { type: "switch" },
    about: "whether to push every write to the ledger's remote origin",
    default: false,
    flag: "--push",
  },
  "rejections.key": {
    kind: TEXT,
    about: "the key that signs rejection comments; if set, unsigned ones are ignored",
    variable: "EMEND_REJECTION_KEY",
    secret: "whole",
    keepsEmpty: true,
  },
};

const GATES: Readonly<Record<string, ConfigPart>> = {
  "gates.packs": {
    kind: { type: "list", paths: true },
    about: "active gate packs: built-in names or files (default: all built-in ones)",
    flag: "--pack",
    free: "names",
  },
  "gates.duplicate_at": {
    kind: { type: "number", least: 0, most: 1, whole: false },
    about: "the minimum similarity for a near-duplicate",
    default: DUPLICATE_AT,
  },
  "gates.hours": {
    kind: { type: "list" },
    about: "how many hours people have to decide at a gate, as in HITL-2=8",
    free: "always",
  },
};

/** `tokenBudget` → `token_budget`. */
const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `token_budget` → `tokenBudget`. */
export const toCamel = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

type Ranges = Readonly<Record<string, readonly [least: number, most: number, whole: boolean]>>;

function sectionOf(
  section: string,
  defaults: Readonly<Record<string, number | boolean>>,
  ranges: Ranges,
  about: Readonly<Record<string, string>>,
): Readonly<Record<string, ConfigPart>> {
  const parts = Object.entries(defaults).map(([field, value]): readonly [string, ConfigPart] => {
    const range = ranges[field];
    const kind: ConfigKind =
      range === undefined
        ? { type: "switch" }
        : { type: "number", least: range[0], most: range[1], whole: range[2] };
    // Fewer approvers would put rules in force that the team's own settings would not.
    const free = field === "approvers" ? "raised" : "always";
    // A repository must not decide how much of the team's rules is withheld, nor that they are retired.
    const trust: Pick<ConfigPart, "free"> = section === "trials" ? {} : { free };
    return [
      `${section}.${toSnake(field)}`,
      { kind, about: about[field]!, default: value, ...trust } as const,
    ];
  });
  return Object.fromEntries(parts);
}

const variableOf = (name: string): string => `EMEND_${name.replaceAll(".", "_").toUpperCase()}`;

/** The one table of settings. File, environment, JSON Schema and documentation are derived from it. */
export const CONFIG_KEYS: readonly ConfigKey[] = Object.entries({
  ...OWN,
  ...sectionOf("rules", { ...DEFAULT_RULE_POLICY }, RULE_POLICY_RANGES, RULE_ABOUT),
  ...sectionOf("trials", { ...DEFAULT_TRIAL_POLICY }, TRIAL_POLICY_RANGES, TRIAL_ABOUT),
  ...sectionOf("alerts", { ...DEFAULT_ALERT_THRESHOLDS }, ALERT_RANGES, ALERT_ABOUT),
  ...GATES,
  ...SERVER_KEYS,
}).map(([name, part]) => ({ variable: variableOf(name), ...part, name }));

const BY_NAME: ReadonlyMap<string, ConfigKey> = new Map(CONFIG_KEYS.map((key) => [key.name, key]));

export const findKey = (name: string): ConfigKey | undefined => BY_NAME.get(name);

/** The first part of every two-part name. */
export const SECTIONS: readonly string[] = [
  ...new Set(CONFIG_KEYS.flatMap(({ name }) => (name.includes(".") ? [name.split(".")[0]!] : []))),
];

/** The key of a rule policy's field. */
export const ruleKey = (field: keyof RulePolicy): string => `rules.${toSnake(field)}`;
