import type { RuleActor } from "../feedback/feedback.ts";
import { hash64 } from "../hash.ts";
import type { PackOrigin } from "./pack-origin.ts";

/** In UTF-16 code units. */
export const MAX_NAME = 256;
export const MAX_GLOB = 256;
export const MAX_AGENTS = 64;
export const MAX_GLOBS = 32;
/** More evidence adds nothing to the case and is dropped. */
export const MAX_EVIDENCE = 1_000;
export const MAX_VERSIONS = 200;
/** The largest quorum. */
export const MAX_APPROVALS = 20;
/** The number of suggestions in a proposal without a text. */
export const MAX_SUGGESTIONS = 2;
export const MAX_DEFERRALS = 50;
/** Rules withheld from one run beyond this number are only counted. */
export const MAX_WITHHELD = 500;

/** The schema version, raised when older readers would misread the record. */
export const RULE_SCHEMA = 1;

export const RULE_TYPES = ["constraint", "negative_example", "guideline", "positive_example"] as const;
export const RULE_STATUSES = ["proposed", "active", "flagged", "rejected", "expired", "retired"] as const;
export const VERSION_STATUSES = [
  "pending",
  "in_force",
  "superseded",
  "rejected",
  "expired",
  "retired",
] as const;
export const VERSION_ORIGINS = ["proposed", "proposed_again", "modified", "rolled_back"] as const;
export const FLAG_VERDICTS = ["ineffective", "worse", "needless"] as const;

export type RuleType = (typeof RULE_TYPES)[number];
export type RuleStatus = (typeof RULE_STATUSES)[number];
type VersionStatus = (typeof VERSION_STATUSES)[number];
type VersionOrigin = (typeof VERSION_ORIGINS)[number];
export type FlagVerdict = (typeof FLAG_VERDICTS)[number];

/** The default position of a rule in an agent's prompt. */
export const DEFAULT_INSERTION_POINT = "learned_rules";

/** The agents and files that a rule is for. */
export interface RuleScope {
  /** Empty means every agent. */
  readonly agents: readonly string[];
  /** Globs as `matchesGlob` reads them; empty means everywhere. */
  readonly paths: readonly string[];
}

/** The content of a rule, exactly as people approve it. */
export interface RuleText {
  readonly type: RuleType;
  /** One imperative sentence or two, at most `MAX_RULE_TEXT` code points. */
  readonly text: string;
  /** The reason for it, in plain words. */
  readonly reason: string;
  readonly insertion_point: string;
  readonly scope: RuleScope;
}

/** Asks people to write a rule, because no draft fitted its evidence. */
export interface WantedWords {
  /** Why there is no draft, in plain words. */
  readonly why: string;
  /** Texts to start from, best first; at most `MAX_SUGGESTIONS`. Agents never get them. */
  readonly suggestions: readonly string[];
}

/** One person's approval of one version. */
export interface Approval {
  readonly by: string;
  readonly at: string;
  /** Their login, as in `RuleActor`. */
  readonly login?: string;
  /** Nobody else worked with the store, so this approval was enough. */
  readonly alone?: true;
}

/** Who ended or deferred something, and why. */
export interface ReasonedAct {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

interface Deferral extends ReasonedAct {
  /** The new expiry of the version. */
  readonly until: string;
}

/** How a version ended, for people who are asked about the same rule again. */
export interface RuleAnswer extends ReasonedAct {
  readonly version: number;
  readonly status: "rejected" | "expired" | "retired";
}

/** One text of a rule, and what people decided about it. Its text never changes. */
export interface RuleVersion extends RuleText {
  /** Numbered from 1 without gaps. */
  readonly version: number;
  readonly status: VersionStatus;
  readonly origin: VersionOrigin;
  /** For `rolled_back`: the version whose text this is. */
  readonly restores: number | null;
  /** Why it was modified or rolled back, if known. */
  readonly note: string | null;
  /** Present if its words came from a rule pack. */
  readonly pack?: PackOrigin;
  /** Ids of the feedback that speaks for it. */
  readonly evidence: readonly string[];
  /**
   * Present if nobody has written the rule yet. Then `text` is empty, and the version can be rejected, deferred or
   * replaced by one with a text, but never approved.
   */
  readonly wants_words?: WantedWords;
  /** How likely it is to generalise, from 0 to 1; null for a person's own words. */
  readonly confidence: number | null;
  /** The `tokenCost` of its line in a prompt. */
  readonly token_cost: number;
  readonly proposed_by: RuleActor;
  readonly proposed_at: string;
  /** After this time nobody can approve it. */
  readonly expires_at: string;
  readonly deferrals: readonly Deferral[];
  /** By different people, in order. They are kept whatever happens to the version. */
  readonly approvals: readonly Approval[];
  /** How many approvals were required when it came into force; null until then. */
  readonly quorum: number | null;
  /** When it left `pending`; null until then. */
  readonly decided_at: string | null;
  readonly rejection: ReasonedAct | null;
  readonly retirement: ReasonedAct | null;
  /** For `proposed_again` and versions modified from it: how the rule was answered before. */
  readonly earlier: RuleAnswer | null;
}

/** Marks a rule that does not work or is no longer needed. People are asked to retire it. */
export interface RuleFlag extends ReasonedAct {
  readonly version: number;
  readonly verdict: FlagVerdict;
  /** The share of recurrences that had gone away when it was flagged; negative for more, null if unknown. */
  readonly reduction: number | null;
}

/**
 * A rule with all its versions, at most one of them in force and at most one pending. A proposal is a rule's pending
 * version.
 */
export interface Rule {
  readonly schema: typeof RULE_SCHEMA;
  readonly id: string;
  /** Incremented with every change. A store saves a change only over the revision that it was based on. */
  readonly revision: number;
  /** Follows from the fields below; see `statusOf`. */
  readonly status: RuleStatus;
  /** The cluster it came from; null if a person wrote it. */
  readonly cluster_id: string | null;
  /** Oldest first; never empty. */
  readonly versions: readonly RuleVersion[];
  readonly in_force: number | null;
  readonly pending: number | null;
  /** When the version in force came into force. */
  readonly in_force_since: string | null;
  /** The start of the measurement: when it came into force, or when people last decided to keep it. */
  readonly measured_from: string | null;
  readonly flag: RuleFlag | null;
  /** How the last version that ended did so; null if none has. */
  readonly last_answer: RuleAnswer | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export const findVersion = (rule: Rule, version: number | null): RuleVersion | undefined =>
  version === null ? undefined : rule.versions[version - 1];

/** The pending version, else the one in force, else the last. */
export const presentVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.pending ?? rule.in_force) ?? rule.versions.at(-1)!;

/** The version in force, else the pending one, else the last. Lists show its text as the rule's text. */
export const effectiveVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.in_force ?? rule.pending) ?? rule.versions.at(-1)!;

/** A pending change to a rule that is in force. */
export const pendingChange = (rule: Rule): RuleVersion | undefined =>
  rule.in_force === null ? undefined : findVersion(rule, rule.pending);

/** Whether a rule needs a text before anyone can approve it. */
export const wantsWords = (rule: Rule): boolean => findVersion(rule, rule.pending)?.wants_words !== undefined;

/** Whether a version is pending or in force. */
export const isOpen = ({ pending, in_force }: Rule): boolean => pending !== null || in_force !== null;

export const holdsFor = ({ agents }: Pick<RuleScope, "agents">, agent: string): boolean =>
  agents.length === 0 || agents.includes(agent);

/** Derives a rule's status. Nothing else does. */
export function statusOf(rule: Pick<Rule, "in_force" | "pending" | "flag" | "last_answer">): RuleStatus {
  if (rule.in_force !== null) return rule.flag === null ? "active" : "flagged";
  return rule.pending !== null || rule.last_answer === null ? "proposed" : rule.last_answer.status;
}

export const RULE_ID = /^ru_[0-9a-f]{32}$/;

/**
 * The id of a cluster's rule is the same on every machine, so that two workers that propose it at once get one
 * record. A rule that a person writes without a cluster is identified by its text and scope.
 */
export function ruleId(of: { readonly cluster_id: string } | RuleWords): string {
  const key =
    "cluster_id" in of
      ? `cluster ${of.cluster_id}`
      : `text ${JSON.stringify([ruleTextKey(of.text), [...of.scope.agents].toSorted(), [...of.scope.paths].toSorted()])}`;
  return `ru_${hash64(key)}${hash64(`#${key}`)}`;
}

interface RuleWords {
  readonly text: string;
  readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
}

/** The same key for texts that only differ in case, spacing, final punctuation or invisible characters. */
export function ruleTextKey(text: string): string {
  const plain = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .toLowerCase()
    .trim();
  return hash64(plain.replace(/[.!;, ]{1,20}$/, ""));
}

const MAX_READ = 4_096;

/** An audit act holds 64 KiB of JSON; this leaves space for its people. */
const MAX_CHARACTERS = 32_768;

/** What people approved besides the text, for the audit act that puts it in force; empty if it is too long. */
export function approvedWords({
  type,
  reason,
  insertion_point,
  scope,
}: RuleText): Omit<RuleText, "text"> | Record<string, never> {
  const words = { type, reason, insertion_point, scope };
  return JSON.stringify(words).length > MAX_CHARACTERS ? {} : words;
}
