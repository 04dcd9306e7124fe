import type { RuleActor } from "../feedback/feedback.ts";
import { hash64 } from "../hash.ts";

/** In UTF-16 code units. */
export const MAX_NAME = 256;
export const MAX_GLOB = 256;
export const MAX_AGENTS = 64;
export const MAX_GLOBS = 32;
/** What a proposal brings beyond this many is left out: it adds nothing to the case. */
export const MAX_EVIDENCE = 1_000;
export const MAX_VERSIONS = 200;
/** No quorum is larger. */
export const MAX_APPROVALS = 20;
/** Texts that a proposal without words offers as a start. */
export const MAX_SUGGESTIONS = 2;
export const MAX_DEFERRALS = 50;
/** Rules withheld from one run beyond this many are counted and not named. */
export const MAX_WITHHELD = 500;

/** The version of the record's form; raised when a reader of the old form would misread the new one. */
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
export const FLAG_VERDICTS = ["ineffective", "worse"] as const;

export type RuleType = (typeof RULE_TYPES)[number];
export type RuleStatus = (typeof RULE_STATUSES)[number];
type VersionStatus = (typeof VERSION_STATUSES)[number];
type VersionOrigin = (typeof VERSION_ORIGINS)[number];
export type FlagVerdict = (typeof FLAG_VERDICTS)[number];

/** Where a rule goes in an agent's prompt unless it names another place. */
export const DEFAULT_INSERTION_POINT = "learned_rules";

/** Whom and where a rule is for. */
export interface RuleScope {
  /** Empty means every agent. */
  readonly agents: readonly string[];
  /** Globs as `matchesGlob` reads them; empty means everywhere. */
  readonly paths: readonly string[];
}

/** What a rule says, and to whom: the part that people approve, to the letter. */
export interface RuleText {
  readonly type: RuleType;
  /** One imperative sentence or two, at most `MAX_RULE_TEXT` code points. */
  readonly text: string;
  /** Why it is asked for, in plain words. */
  readonly reason: string;
  readonly insertion_point: string;
  readonly scope: RuleScope;
}

/** Asks people for the words of a rule for which no draft held against its evidence. */
export interface WantedWords {
  /** Why there is no draft, in plain words. */
  readonly why: string;
  /** Texts that a person may start from, the better one first; at most `MAX_SUGGESTIONS`. No agent ever gets them. */
  readonly suggestions: readonly string[];
}

/** One person's yes to one version. */
export interface Approval {
  readonly by: string;
  readonly at: string;
  /** What they were logged in with, as in `RuleActor`. */
  readonly login?: string;
  /** Nobody else worked with the store, so this one approval was enough. */
  readonly alone?: true;
}

/** Who ended or put off something, and why. */
export interface ReasonedAct {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

interface Deferral extends ReasonedAct {
  /** When the version expires now. */
  readonly until: string;
}

/** How a version came to its end, for those who are asked about the same rule again. */
export interface RuleAnswer extends ReasonedAct {
  readonly version: number;
  readonly status: "rejected" | "expired" | "retired";
}

/** One wording of a rule, and what people said to it. Its words never change. */
export interface RuleVersion extends RuleText {
  /** 1 for the first, then without a gap. */
  readonly version: number;
  readonly status: VersionStatus;
  readonly origin: VersionOrigin;
  /** For `rolled_back`: the version whose words these are. */
  readonly restores: number | null;
  /** Why it was modified or rolled back, where somebody said so. */
  readonly note: string | null;
  /** Ids of the feedback that speaks for it. */
  readonly evidence: readonly string[];
  /**
   * There if nobody has written the rule yet: `text` is empty, and the version can be rejected, put off or replaced by
   * one with words, but never approved.
   */
  readonly wants_words?: WantedWords;
  /** How sure its writer is that it generalises, from 0 to 1; null for a person's own words. */
  readonly confidence: number | null;
  /** See `tokenCost`; of the line that a prompt would hold. */
  readonly token_cost: number;
  readonly proposed_by: RuleActor;
  readonly proposed_at: string;
  /** From this time on nobody can approve it any more. */
  readonly expires_at: string;
  readonly deferrals: readonly Deferral[];
  /** By distinct people, in the order given; kept whatever becomes of the version. */
  readonly approvals: readonly Approval[];
  /** How many approvals were required when it came into force; null until then. */
  readonly quorum: number | null;
  /** When it left `pending`; null until then. */
  readonly decided_at: string | null;
  readonly rejection: ReasonedAct | null;
  readonly retirement: ReasonedAct | null;
  /** For `proposed_again`, and what is modified from it: how the rule was answered before. */
  readonly earlier: RuleAnswer | null;
}

/** A rule that does not do what it is for; people are asked to retire it. */
export interface RuleFlag extends ReasonedAct {
  readonly version: number;
  readonly verdict: FlagVerdict;
  /** The share of recurrences that went away when it was flagged; negative for more; null where unknown. */
  readonly reduction: number | null;
}

/**
 * A rule from its first proposal on: all its versions, at most one of them in force and at most one awaiting
 * approval. A proposal is a rule's pending version.
 */
export interface Rule {
  readonly schema: typeof RULE_SCHEMA;
  readonly id: string;
  /** One more with every change; a store saves a change only over the revision that it was decided on. */
  readonly revision: number;
  /** Follows from the fields below; see `statusOf`. */
  readonly status: RuleStatus;
  /** The feedback it came from; null where a person wrote it without any. */
  readonly cluster_id: string | null;
  /** Oldest first; never empty. */
  readonly versions: readonly RuleVersion[];
  readonly in_force: number | null;
  readonly pending: number | null;
  /** When the version in force came into force. */
  readonly in_force_since: string | null;
  /** From when its effect is measured: as above, or when people last decided to keep it. */
  readonly measured_from: string | null;
  readonly flag: RuleFlag | null;
  /** How the version that ended last came to its end; null while none has. */
  readonly last_answer: RuleAnswer | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export const findVersion = (rule: Rule, version: number | null): RuleVersion | undefined =>
  version === null ? undefined : rule.versions[version - 1];

/** The version that awaits a decision; else the one in force, else the last. */
export const presentVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.pending ?? rule.in_force) ?? rule.versions.at(-1)!;

/** The version in force; else the one that awaits a decision, else the last. What a list shows as the rule's words. */
export const effectiveVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.in_force ?? rule.pending) ?? rule.versions.at(-1)!;

/** A change that awaits a decision while other words are in force. */
export const pendingChange = (rule: Rule): RuleVersion | undefined =>
  rule.in_force === null ? undefined : findVersion(rule, rule.pending);

/** Whether a rule awaits words before anyone can approve it. */
export const wantsWords = (rule: Rule): boolean => findVersion(rule, rule.pending)?.wants_words !== undefined;

/** Whether a version awaits a decision or is in force. */
export const isOpen = ({ pending, in_force }: Rule): boolean => pending !== null || in_force !== null;

export const holdsFor = ({ agents }: Pick<RuleScope, "agents">, agent: string): boolean =>
  agents.length === 0 || agents.includes(agent);

/** The one place that says which status a rule has. */
export function statusOf(rule: Pick<Rule, "in_force" | "pending" | "flag" | "last_answer">): RuleStatus {
  if (rule.in_force !== null) return rule.flag === null ? "active" : "flagged";
  return rule.pending !== null || rule.last_answer === null ? "proposed" : rule.last_answer.status;
}

export const RULE_ID = /^ru_[0-9a-f]{32}$/;

/**
 * Every machine gives the same cluster's rule the same id, so that two workers that propose it at once meet in
 * one record. A rule that a person writes without a cluster is known by its words and its scope.
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

/** The same for texts that differ in case, spacing, closing marks or unseen characters only. */
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

/** An act holds 64 KiB of JSON; this leaves room for its people. */
const MAX_CHARACTERS = 32_768;

/** What people approved besides the text, for the act that puts it in force; nothing if it is too long for one. */
export function approvedWords({
  type,
  reason,
  insertion_point,
  scope,
}: RuleText): Omit<RuleText, "text"> | Record<string, never> {
  const words = { type, reason, insertion_point, scope };
  return JSON.stringify(words).length > MAX_CHARACTERS ? {} : words;
}
