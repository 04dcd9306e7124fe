import type { CorrectionOrigin } from "../correction/past-correction.ts";

/** A place in the past that a check would have found. */
export interface ReplayCase {
  readonly found_in: "correction" | "submission" | "commit";
  /** Of the correction or submission, or the hash of the commit. */
  readonly id: string;
  /** Whether it is one of the corrections that the rule was made from. */
  readonly own: boolean;
  readonly path: string | null;
  /** In the file for a commit, else in the code that was kept. */
  readonly line: number;
  /** The line, without secrets. */
  readonly code: string;
  readonly time: string | null;
  /** Where a correction can be looked up; null for anything else. */
  readonly origin: CorrectionOrigin | null;
}

/** How many pieces were tried, and in how many of them the check would have fired. */
export interface Replayed {
  readonly tried: number;
  readonly hit: number;
  /** The first ones, those that the rule was not made from first. */
  readonly cases: readonly ReplayCase[];
}

/** Why older commits were not replayed. */
export const REPLAY_STOPS = ["commits", "size", "time", "damaged"] as const;
export type ReplayStop = (typeof REPLAY_STOPS)[number];

/** What a check would have found in the lines that commits added. */
export interface HistoryReplay {
  /** Commits that were replayed, newest first. */
  readonly commits: number;
  /** Commits in which the check would have fired. */
  readonly commits_hit: number;
  /** Files that the check reads, once for each commit that changed them. */
  readonly files: number;
  /** Lines that these commits added to them. */
  readonly lines: number;
  readonly hits: number;
  /** When the oldest commit that was replayed was written; null without commits. */
  readonly since: string | null;
  /** Null if the whole history was replayed. */
  readonly stopped: ReplayStop | null;
  /** How many commits to skip to go on, if it stopped. */
  readonly next: number | null;
  /** Changed files that were not read: generated, vendored, binary, or more than 2,000 lines at once. */
  readonly left_out: number;
  readonly cases: readonly ReplayCase[];
}

/** What one check of a rule would have done. */
export interface CheckReplay {
  readonly check_id: string;
  readonly version: number;
  /** Null for a check of words. */
  readonly language: string | null;
  /** Code that people corrected, for whatever reason. */
  readonly corrected: Replayed & {
    /** How many of the hits are corrections that the rule was made from. */
    readonly own: number;
  };
  /** What people made of it. */
  readonly mended: Replayed;
  /** Work that people accepted. */
  readonly accepted: Replayed;
  /** Null if no repository is at hand, or nobody asked for it. */
  readonly history: HistoryReplay | null;
  /** It took too long on some code and was stopped there. */
  readonly is_too_slow: boolean;
}

/** A past remark that a rule in words is about. */
export interface CoveredRemark {
  /** The feedback or the correction. */
  readonly id: string;
  readonly feedback_id: string | null;
  /** Whether the rule was made from it. */
  readonly own: boolean;
  readonly said: string;
  readonly author: string | null;
  readonly time: string | null;
  readonly score: number;
}

/** Accepted work that speaks against a rule. */
export interface AgainstRule {
  readonly feedback_id: string;
  readonly time: string;
  readonly said: string;
  readonly why: string;
}

/** What the judge says about a rule's words. */
export interface WordsReplay {
  /** Remarks that were compared with the rule. */
  readonly tried: number;
  readonly covered: number;
  /** How many of them the rule was made from. */
  readonly own: number;
  readonly against: number;
  /** Those that the rule was not made from first. */
  readonly remarks: readonly CoveredRemark[];
  readonly contradictions: readonly AgainstRule[];
}

/** What a rule would have done if it had been there: "would have", and nothing more. */
export interface Replay {
  readonly rule_id: string;
  readonly version: number;
  /** Only what is older was replayed. */
  readonly until: string;
  readonly checks: readonly CheckReplay[];
  /** Null for a proposal that has no words yet. */
  readonly words: WordsReplay | null;
  /** Whether there is a repository whose commits can be replayed. */
  readonly has_repository: boolean;
  /** Kinds of records of which only the newest were replayed. */
  readonly newest_only: readonly ("corrections" | "remarks" | "submissions")[];
}

export const MAX_REPLAY_CASES = 20;

/** The cases to show: what is new about a check is what it finds besides its own corrections. */
export const casesToShow = (cases: readonly ReplayCase[]): readonly ReplayCase[] =>
  cases.toSorted((a, b) => Number(a.own) - Number(b.own)).slice(0, MAX_REPLAY_CASES);

/** Whether a replay speaks against a rule: it would have fired on accepted or corrected work, or approvals contradict it. */
export const speaksAgainst = ({ checks, words }: Pick<Replay, "checks" | "words">): boolean =>
  (words?.against ?? 0) > 0 ||
  checks.some(({ mended, accepted, is_too_slow }) => mended.hit > 0 || accepted.hit > 0 || is_too_slow);
