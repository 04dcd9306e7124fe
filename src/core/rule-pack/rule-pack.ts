import type { Check } from "../check/check.ts";
import { canonicalJson } from "../json/json.ts";
import type { PackEvidence } from "../rule/pack-origin.ts";
import { DEFAULT_INSERTION_POINT, type RuleText, type RuleType } from "../rule/rule.ts";

/** The one file of a rule pack that Emend reads. */
export const PACK_FILE = "emend.pack.json";

/** Raised when older readers would misread the file. */
export const PACK_FORMAT = 1;

export const MAX_PACK_BYTES = 1_048_576;
/** More than people can decide about. */
export const MAX_PACK_RULES = 200;
/** A check for each of these languages or linters. */
export const MAX_PACK_CHECKS = 5;
export const MAX_PACK_EXAMPLES = 10;
/** In UTF-16 code units. */
export const MAX_EXAMPLE_TEXT = 2_000;
export const MAX_PACK_DESCRIPTION = 300;

/** Code or text before and after its correction. */
export interface PackExample {
  readonly before: string;
  readonly after: string;
}

export interface PackCheck {
  readonly check: Check;
  readonly examples: readonly PackExample[];
}

/** A rule as a pack gives it away. It names no agents, because those are the names of another team. */
export interface PackRule {
  /** The same in every version of the pack. */
  readonly id: string;
  readonly type: RuleType;
  readonly text: string;
  readonly reason: string;
  /** Globs; empty means everywhere. */
  readonly paths: readonly string[];
  readonly checks: readonly PackCheck[];
  readonly evidence: PackEvidence;
}

/** Rules of another team with their checks and evidence. */
export interface RulePack {
  readonly format: typeof PACK_FORMAT;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** An SPDX expression. */
  readonly license: string;
  readonly rules: readonly PackRule[];
}

/** A rule's words for these agents. */
export const packRuleText = (
  { type, text, reason, paths }: PackRule,
  agents: readonly string[],
): RuleText => ({
  type,
  text,
  reason,
  insertion_point: DEFAULT_INSERTION_POINT,
  scope: { agents, paths },
});

/** Checks are nested at most this deep. */
const DEEPEST = 100;

/** The text whose hash identifies the content: the same for every spelling of the same JSON. */
export const packContent = (pack: RulePack): string => canonicalJson(pack, DEEPEST) ?? "";
