// Made by `node scripts/make-api-types.ts` from the table of routes; a test says when it is out of date.

export interface Schemas {
  readonly Session: {
    readonly id: string;
    readonly role: "agent" | "reviewer" | "approver" | "admin";
    readonly agent: string | null;
    readonly permissions: readonly (
      | "ask"
      | "record"
      | "read"
      | "decide"
      | "approve"
      | "audit"
      | "administer"
    )[];
    readonly csrf: string | null;
    readonly version: string;
  };
  readonly LoopFigures: {
    readonly corrected: number;
    readonly recurred: number;
    readonly proposed: number;
    readonly approved: number;
    readonly stopped: number;
    readonly came_back: number;
  };
  readonly CommonMistake: {
    readonly cluster_id: string;
    readonly name: string;
    readonly count: number;
    readonly agents: readonly {
      readonly agent: string;
      readonly count: number;
      readonly since_rule: number;
    }[];
    readonly rule: { readonly id: string; readonly text: string; readonly since: string } | null;
  };
  readonly LoopAct: {
    readonly time: string;
    readonly action: string;
    readonly actor: string | null;
    readonly subject: string;
    readonly text: string | null;
  };
  readonly Recorded: {
    readonly index: number;
    readonly state: "new" | "known" | "refused";
    readonly feedback_id: string | null;
    readonly problems: readonly {
      readonly path: string;
      readonly reason: string;
      readonly message: string;
    }[];
  };
  readonly Feedback: {
    readonly schema: 1;
    readonly id: string;
    readonly event_id: string;
    readonly fingerprint: string;
    readonly source: {
      readonly kind:
        | "review"
        | "signal"
        | "rejection"
        | "decision"
        | "actionable"
        | "sarif"
        | "github_comment"
        | "jsonl";
      readonly ref?: string;
      readonly tool?: string;
      readonly reply_to?: string;
    };
    readonly author: { readonly id: string; readonly trust: "person" | "reviewer_bot" | "tool" | "outsider" };
    readonly time: string;
    readonly outcome: "approved" | "rejected" | "approved_with_changes" | null;
    readonly claimed_outcome?: "approved" | "rejected" | "approved_with_changes";
    readonly tags: readonly string[];
    readonly similarity_text: string;
    readonly original:
      | { readonly state: "whole"; readonly json: string; readonly hash: string }
      | {
          readonly state: "truncated";
          readonly excerpt: string;
          readonly hash: string;
          readonly size: number;
        }
      | { readonly state: "erased" };
    readonly agent?: string;
    readonly work_of?: "people";
    readonly convention?: true;
    readonly by_author?: true;
    readonly run?: string;
    readonly task?: string;
    readonly epic?: string;
    readonly gate?: string;
    readonly target?: {
      readonly path?: string;
      readonly location?:
        | { readonly type: "lines"; readonly line: number; readonly end_line: number; readonly side?: "old" }
        | { readonly type: "function" | "section" | "element" | "path"; readonly reference: string };
    };
    readonly severity?: "critical" | "high" | "medium" | "low" | "info";
    readonly category?:
      | "correctness"
      | "security"
      | "performance"
      | "reliability"
      | "maintainability"
      | "style"
      | "test"
      | "completeness"
      | "clarity"
      | "consistency"
      | "documentation";
    readonly wrong?: string;
    readonly fix?: string;
    readonly correction?: { readonly diff?: string; readonly diff_path?: string; readonly summary?: string };
    readonly comment?: string;
    readonly duration_seconds?: number;
    readonly output?: { readonly agent_sha: string; readonly approved_sha?: string };
    readonly model?: string;
    readonly agent_version?: string;
  };
  readonly FeedbackStory: {
    readonly feedback_id: string;
    readonly now: string;
    readonly next: string | null;
    readonly steps: readonly {
      readonly at: string;
      readonly step:
        | "said"
        | "evaluated"
        | "resolved"
        | "joined_cluster"
        | "rule"
        | "reminding"
        | "reminder_ended"
        | "recurred";
      readonly text: string;
      readonly id: string | null;
      readonly by: string | null;
    }[];
  };
  readonly SimilarFeedback: {
    readonly score: number;
    readonly relation: "same" | "opposite" | "other";
    readonly reasons: readonly { readonly sign: string; readonly says: string; readonly text: string }[];
    readonly cosine: number;
    readonly cluster_id: string | null;
    readonly feedback: Schemas["Feedback"];
  };
  readonly PastCorrection: {
    readonly id: string;
    readonly found: "conversation" | "review" | "commit" | "decision";
    readonly kind:
      | "refused"
      | "undone"
      | "repeated"
      | "interrupted"
      | "defect"
      | "instruction"
      | "doubt"
      | "review"
      | "rewritten";
    readonly remark: string;
    readonly act?: string;
    readonly before?: string;
    readonly after?: string;
    readonly outcome: "landed" | "declined" | "unknown";
    readonly author?: string;
    readonly agent?: string;
    readonly project: string;
    readonly session: string;
    readonly path?: string;
    readonly time?: string;
    readonly rework: number;
    readonly origin: Schemas["CorrectionOrigin"];
  };
  readonly CorrectionOrigin:
    | { readonly file: string; readonly line: number; readonly turn: string }
    | { readonly url: string }
    | { readonly commit: string; readonly line: number }
    | { readonly feedback: string };
  readonly LatestEvent: {
    readonly id: string;
    readonly type: string;
    readonly time: string;
    readonly subject: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  readonly DeadLetter: {
    readonly id: string;
    readonly group: string;
    readonly entry: string;
    readonly body: string;
    readonly reason: string;
    readonly attempts: number;
    readonly time: string;
  };
  readonly Submission: {
    readonly schema: 1;
    readonly id: string;
    readonly revision: number;
    readonly status: "waiting" | "decided" | "withdrawn";
    readonly agent: string;
    readonly gate: string;
    readonly title: string;
    readonly format: "text" | "markdown" | "diff";
    readonly output_sha: string;
    readonly submitted_by: {
      readonly id: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
    };
    readonly submitted_at: string;
    readonly due_at: string;
    readonly run?: string;
    readonly task?: string;
    readonly epic?: string;
    readonly files?: readonly string[];
    readonly context?: string;
    readonly url?: string;
    readonly withdrawal?: { readonly by: string; readonly time: string; readonly reason: string };
    readonly output: string;
    readonly decision?: {
      readonly decision_id: string;
      readonly decision: "approved" | "rejected" | "approved_with_changes";
      readonly reviewer: string;
      readonly time: string;
      readonly duration_seconds: number;
      readonly tags: readonly string[];
      readonly comment?: string;
      readonly edited_sha?: string;
      readonly place?: { readonly path: string; readonly line: number; readonly end_line: number };
      readonly feedback_id: string;
      readonly edited_output?: string;
      readonly diff?: string;
    };
  };
  readonly SubmissionHeader: {
    readonly schema: 1;
    readonly id: string;
    readonly revision: number;
    readonly status: "waiting" | "decided" | "withdrawn";
    readonly agent: string;
    readonly gate: string;
    readonly title: string;
    readonly format: "text" | "markdown" | "diff";
    readonly output_sha: string;
    readonly submitted_by: {
      readonly id: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
    };
    readonly submitted_at: string;
    readonly due_at: string;
    readonly run?: string;
    readonly task?: string;
    readonly epic?: string;
    readonly files?: readonly string[];
    readonly context?: string;
    readonly url?: string;
    readonly withdrawal?: { readonly by: string; readonly time: string; readonly reason: string };
    readonly output_bytes: number;
    readonly excerpt: string;
    readonly decision?: {
      readonly decision_id: string;
      readonly decision: "approved" | "rejected" | "approved_with_changes";
      readonly reviewer: string;
      readonly time: string;
      readonly duration_seconds: number;
      readonly tags: readonly string[];
      readonly comment?: string;
      readonly edited_sha?: string;
      readonly place?: { readonly path: string; readonly line: number; readonly end_line: number };
      readonly feedback_id: string;
    };
    readonly similar_rejected: number | null;
  };
  readonly SubmissionCounts: {
    readonly waiting: number;
    readonly overdue: number;
    readonly oldest_submitted_at: string | null;
    readonly gates: readonly {
      readonly gate: string;
      readonly waiting: number;
      readonly overdue: number;
      readonly next_due_at: string;
    }[];
    readonly agents: readonly { readonly agent: string; readonly waiting: number }[];
    readonly decided: number;
  };
  readonly DecisionEventInput: {
    readonly decision_id: string;
    readonly gate_id: string;
    readonly epic_id: string;
    readonly task_id?: string | null;
    readonly decision: "APPROVED" | "REJECTED" | "APPROVED_WITH_CHANGES";
    readonly reviewer_id: string;
    readonly timestamp: string;
    readonly review_duration_seconds: number;
    readonly agent_output_sha: string;
    readonly approved_output_sha?: string | null;
    readonly correction_diff_path?: string | null;
    readonly reviewer_comment?: string | null;
    readonly tags?: readonly string[] | null;
  };
  readonly Token: {
    readonly id: string;
    readonly name: string;
    readonly role: "agent" | "reviewer" | "approver" | "admin";
    readonly agent?: string;
    readonly created_at: string;
    readonly created_by: string;
    readonly expires_at: string;
    readonly revoked_at?: string;
    readonly revoked_by?: string;
    readonly last_used_at?: string;
    readonly issued_with?: string;
  };
  readonly Invitation: {
    readonly id: string;
    readonly name: string;
    readonly role: "reviewer" | "approver" | "admin";
    readonly created_by: string;
    readonly expires_at: string;
    readonly created_at: string;
  };
  readonly Person: {
    readonly id: string | null;
    readonly name: string;
    readonly logins: readonly {
      readonly login: string;
      readonly name: string;
      readonly how: "administrator" | "proof" | "provider" | "same_name";
      readonly linked_at: string | null;
      readonly linked_by: string | null;
    }[];
  };
  readonly AuditEntry:
    | {
        readonly state: "kept";
        readonly seq: number;
        readonly time: string;
        readonly action: string;
        readonly subject: string;
        readonly hash: string;
        readonly actor: string;
        readonly detail: Readonly<Record<string, unknown>>;
      }
    | {
        readonly state: "erased";
        readonly seq: number;
        readonly time: string;
        readonly action: string;
        readonly subject: string;
        readonly hash: string;
      }
    | {
        readonly state: "unreadable";
        readonly seq: number;
        readonly time: string;
        readonly action: string;
        readonly subject: string;
        readonly hash: string;
      };
  readonly Setting: {
    readonly key: string;
    readonly variable: string;
    readonly about: string;
    readonly value: string | number | boolean | readonly string[] | null;
    readonly usual: string | number | boolean | readonly string[] | null;
    readonly is_set: boolean;
    readonly is_secret: boolean;
    readonly source: string;
  };
  readonly Violation: {
    readonly code: string;
    readonly severity: "error" | "note";
    readonly path: string;
    readonly message: string;
    readonly phrase?: string;
    readonly span?: { readonly start: number; readonly end: number };
    readonly hint: string;
  };
  readonly TaskRound: {
    readonly position: number;
    readonly number: number;
    readonly max: number;
    readonly phase: "initial" | "refinement" | "final";
    readonly document_id: string;
    readonly time: string;
    readonly recorded_at: string;
    readonly recorded_by: string;
    readonly target: { readonly type: string; readonly path: string; readonly version?: string };
    readonly score: number;
    readonly verdict: "accept" | "refine" | "reject" | "escalate";
    readonly confidence?: number;
    readonly summary: string;
    readonly verified?: boolean;
    readonly items: readonly Schemas["RoundFinding"][];
    readonly escalations: readonly {
      readonly issue_id: string;
      readonly issue: string;
      readonly seen: number;
    }[];
    readonly followed: { readonly value: number | null; readonly source: "given" | "worked_out" | "unknown" };
    readonly improved: {
      readonly value: boolean | null;
      readonly delta: number | null;
      readonly source: "given" | "worked_out" | "unknown";
    };
    readonly clarity: number | null;
    readonly classes: Readonly<Record<string, number>>;
    readonly expected_verdict: {
      readonly verdict: "accept" | "refine" | "reject" | "escalate";
      readonly reason: string;
      readonly given_fits: boolean;
    };
  };
  readonly RoundFinding: {
    readonly aspect:
      | "correctness"
      | "completeness"
      | "clarity"
      | "consistency"
      | "efficiency"
      | "security"
      | "style"
      | "documentation"
      | "testability"
      | "maintainability";
    readonly severity: "critical" | "major" | "minor" | "suggestion";
    readonly score?: number;
    readonly issue: string;
    readonly location: {
      readonly type: "line" | "range" | "function" | "section" | "element" | "path";
      readonly reference: string;
    };
    readonly action: string;
    readonly issue_id: string;
    readonly class: "repeated" | "reversed" | "new_on_changed" | "new_on_unchanged" | "new";
    readonly why: string;
    readonly earlier_round?: number;
    readonly match?: "words" | "judge";
    readonly match_score?: number;
    readonly lines?: { readonly from: number; readonly to: number };
  };
  readonly IterationRate: {
    readonly value: number | null;
    readonly target: number;
    readonly direction: "at_least" | "at_most";
    readonly met: boolean | null;
    readonly sample: number;
  };
  readonly TaskHistory: {
    readonly task: string;
    readonly agent: string | null;
    readonly round_count: number;
    readonly rounds: readonly Schemas["TaskRound"][];
    readonly rates: {
      readonly follow_rate: Schemas["IterationRate"];
      readonly improvement_rate: Schemas["IterationRate"];
      readonly repeated_issue_rate: Schemas["IterationRate"];
      readonly escalation_rate: Schemas["IterationRate"];
    };
    readonly issues: readonly {
      readonly issue_id: string;
      readonly issue: string;
      readonly severity: "critical" | "major" | "minor" | "suggestion";
      readonly location: {
        readonly type: "line" | "range" | "function" | "section" | "element" | "path";
        readonly reference: string;
      };
      readonly first_round: number;
      readonly last_round: number;
      readonly count: number;
      readonly recent: number;
      readonly open: boolean;
      readonly escalated_in: readonly number[];
    }[];
    readonly escalations: readonly {
      readonly round: number;
      readonly issue_id: string;
      readonly issue: string;
    }[];
    readonly best_round: {
      readonly number: number;
      readonly score: number;
      readonly document_id: string;
    } | null;
    readonly outlook: {
      readonly answer: "too_early" | "settled" | "settling" | "unclear" | "not_settling";
      readonly reasons: readonly {
        readonly sign: "open_issues" | "score" | "reversals" | "escalations" | "old_code" | "rounds_left";
        readonly speaks: "for" | "against";
        readonly text: string;
      }[];
      readonly advice: string;
    };
  };
  readonly Task: {
    readonly task: string;
    readonly agent: string | null;
    readonly round_count: number;
    readonly last_number: number;
    readonly max: number;
    readonly score: number;
    readonly verdict: "accept" | "refine" | "reject" | "escalate";
    readonly target_path: string;
    readonly recorded_at: string;
    readonly escalations: number;
  };
  readonly Review: {
    readonly schema_version: string;
    readonly prompt_version: string;
    readonly summary?: string;
    readonly findings: readonly Schemas["Finding"][];
    readonly meta?: Readonly<Record<string, unknown>>;
  };
  readonly Finding: {
    readonly id: string;
    readonly severity: "critical" | "high" | "medium" | "low" | "info";
    readonly category:
      | "correctness"
      | "security"
      | "performance"
      | "reliability"
      | "maintainability"
      | "style"
      | "test";
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly end_line?: number;
    readonly message: string;
    readonly suggestion?: string;
    readonly confidence?: "high" | "medium" | "low";
    readonly rule_id?: string;
  };
  readonly ReviewDiagnostic: {
    readonly kind:
      | "coercion_applied"
      | "repair_applied"
      | "finding_dropped"
      | "response_rejected"
      | "warning";
    readonly reason: string;
    readonly message: string;
    readonly index?: number;
    readonly finding_id?: string;
    readonly path?: string;
    readonly from?: unknown;
    readonly to?: unknown;
    readonly file?: string;
    readonly line?: number;
    readonly severity?: "critical" | "high" | "medium" | "low" | "info";
    readonly also?: readonly { readonly reason: string; readonly path: string; readonly message: string }[];
  };
  readonly ReviewVerdict: {
    readonly fail_on: "critical" | "high" | "medium" | "low" | "info";
    readonly passes: boolean;
    readonly failures: readonly {
      readonly reason:
        | "rejected"
        | "severe_finding"
        | "severe_finding_dropped"
        | "unknown_severity_dropped"
        | "findings_unread"
        | "all_findings_dropped";
      readonly message: string;
    }[];
  };
  readonly CountedReview: {
    readonly rollout_id: string | null;
    readonly reason:
      | "no_assignment"
      | "assignment_unknown"
      | "assignment_used"
      | "assignment_of_other_version"
      | null;
    readonly message: string | null;
  };
  readonly Rollout: {
    readonly id: string;
    readonly revision: number;
    readonly stage: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired";
    readonly baseline: Schemas["VersionPair"];
    readonly candidate: Schemas["VersionPair"];
    readonly slice: number;
    readonly steps: readonly number[];
    readonly next_slice: number | null;
    readonly slo: {
      readonly drop_rate: number;
      readonly incompatible_rate: number;
      readonly min_reviews: number;
      readonly rejection_factor: number;
      readonly min_rejections: number;
      readonly rejection_floor: number;
    };
    readonly started_by: string;
    readonly started_at: string;
    readonly updated_at: string;
    readonly history: readonly {
      readonly event: "start_canary" | "widen" | "promote" | "roll_back" | "retire";
      readonly from: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired";
      readonly to: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired";
      readonly slice: number;
      readonly at: string;
      readonly by: string | null;
      readonly reason: string | null;
      readonly overrides: readonly string[];
    }[];
  };
  readonly VersionPair: { readonly schema_version: string; readonly prompt_version: string };
  readonly VersionPairInput: { readonly schema_version: string; readonly prompt_version: string };
  readonly RolloutStanding: {
    readonly rollout: Schemas["Rollout"];
    readonly versions: readonly {
      readonly role: "baseline" | "candidate";
      readonly version: Schemas["VersionPair"];
      readonly reviews: number;
      readonly accepted: number;
      readonly rejected: number;
      readonly incompatible: number;
      readonly findings: number;
      readonly dropped: number;
      readonly coercions: number;
      readonly coerced_reviews: number;
      readonly rates: {
        readonly rejection: number;
        readonly incompatible: number;
        readonly drop: number;
        readonly coercion: number;
      };
    }[];
    readonly checks: readonly {
      readonly name: "sample" | "drop_rate" | "rejection_rate" | "incompatible_rate" | "coercion_rate";
      readonly verdict: "pass" | "fail" | "unknown" | "watched";
      readonly value: number;
      readonly limit: number | null;
      readonly sample: number;
      readonly reason: string;
    }[];
    readonly decision: {
      readonly action: "hold" | "widen" | "promote" | "roll_back";
      readonly slice: number | null;
      readonly reasons: readonly { readonly code: string; readonly message: string }[];
    };
    readonly slices: readonly {
      readonly slice: number;
      readonly role: "baseline" | "candidate";
      readonly reviews: number;
      readonly accepted: number;
      readonly rejected: number;
      readonly incompatible: number;
      readonly findings: number;
      readonly dropped: number;
      readonly coercions: number;
      readonly coerced_reviews: number;
      readonly rates: {
        readonly rejection: number;
        readonly incompatible: number;
        readonly drop: number;
        readonly coercion: number;
      };
    }[];
  };
  readonly VersionHealth: {
    readonly version: Schemas["VersionPair"];
    readonly reviews: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly incompatible: number;
    readonly findings: number;
    readonly dropped: number;
    readonly coercions: number;
    readonly coerced_reviews: number;
    readonly rates: {
      readonly rejection: number;
      readonly incompatible: number;
      readonly drop: number;
      readonly coercion: number;
    };
    readonly rejected_for: readonly { readonly reason: string; readonly count: number }[];
    readonly dropped_for: readonly { readonly reason: string; readonly count: number }[];
    readonly coerced_for: readonly { readonly reason: string; readonly count: number }[];
  };
  readonly Signal: {
    readonly type: "runtime_error" | "verification_failure" | "user_rejection" | "partial_success" | null;
    readonly confidence: number;
    readonly evidence: readonly {
      readonly start: number;
      readonly end: number;
      readonly source: string;
      readonly text?: string;
    }[];
    readonly facts: {
      readonly error_type?: string;
      readonly error_message?: string;
      readonly failing_tests?: readonly string[];
      readonly expected?: string;
      readonly actual?: string;
      readonly framework?: string;
      readonly language?: string;
      readonly exit_code?: number;
      readonly file?: string;
      readonly line?: number;
      readonly gap?: string;
      readonly clarification?: string;
      readonly standing_instruction?: string;
    };
    readonly feedback_id?: string;
  };
  readonly PromptScore: {
    readonly score: number;
    readonly target: number;
    readonly criteria: readonly {
      readonly id:
        | "task"
        | "target"
        | "context"
        | "constraints"
        | "output"
        | "verification"
        | "evidence"
        | "scope"
        | "clarity";
      readonly purpose: string;
      readonly points: number;
      readonly earned: number;
      readonly judged: string;
      readonly hint: string;
      readonly evidence: { readonly start: number; readonly end: number } | null;
    }[];
  };
  readonly Refinement: {
    readonly refined_prompt: string;
    readonly feedback_type:
      | "runtime_error"
      | "verification_failure"
      | "user_rejection"
      | "partial_success"
      | null;
    readonly actions_applied: readonly (
      | "add_context"
      | "add_constraint"
      | "request_approach"
      | "add_test_context"
      | "specify_behavior"
      | "request_validation"
      | "request_clarification"
      | "narrow_scope"
      | "offer_alternatives"
      | "focus_on_gap"
      | "add_targeted_constraint"
      | "request_incremental_fix"
    )[];
    readonly actions_omitted: readonly {
      readonly action:
        | "add_context"
        | "add_constraint"
        | "request_approach"
        | "add_test_context"
        | "specify_behavior"
        | "request_validation"
        | "request_clarification"
        | "narrow_scope"
        | "offer_alternatives"
        | "focus_on_gap"
        | "add_targeted_constraint"
        | "request_incremental_fix";
      readonly reason: "fact_missing" | "already_said";
    }[];
    readonly iterations: number;
    readonly score_before: number;
    readonly score_after: number;
    readonly ended: "no_signal" | "limit_reached" | "target_reached" | "nothing_left";
    readonly log: readonly {
      readonly timestamp: string | null;
      readonly original_prompt: string;
      readonly feedback_type: "runtime_error" | "verification_failure" | "user_rejection" | "partial_success";
      readonly feedback_signal: string;
      readonly actions_applied: readonly (
        | "add_context"
        | "add_constraint"
        | "request_approach"
        | "add_test_context"
        | "specify_behavior"
        | "request_validation"
        | "request_clarification"
        | "narrow_scope"
        | "offer_alternatives"
        | "focus_on_gap"
        | "add_targeted_constraint"
        | "request_incremental_fix"
      )[];
      readonly refined_prompt: string;
      readonly iteration: number;
      readonly success: boolean;
      readonly score_before: number;
      readonly score_after: number;
    }[];
    readonly logged: readonly string[];
  };
  readonly LoggedRefinement: {
    readonly id: string;
    readonly timestamp: string;
    readonly original_prompt: string;
    readonly feedback_type: "runtime_error" | "verification_failure" | "user_rejection" | "partial_success";
    readonly feedback_signal: string;
    readonly actions_applied: readonly (
      | "add_context"
      | "add_constraint"
      | "request_approach"
      | "add_test_context"
      | "specify_behavior"
      | "request_validation"
      | "request_clarification"
      | "narrow_scope"
      | "offer_alternatives"
      | "focus_on_gap"
      | "add_targeted_constraint"
      | "request_incremental_fix"
    )[];
    readonly refined_prompt: string;
    readonly iteration: number;
    readonly success: boolean;
    readonly score_before: number;
    readonly score_after: number;
    readonly agent: string | null;
    readonly session: string | null;
    readonly run: string | null;
    readonly recorded_by: string;
    readonly next: {
      readonly heard:
        | "approved"
        | "rejected"
        | "approved_with_changes"
        | "claimed_approved"
        | "claimed_rejected"
        | "claimed_approved_with_changes"
        | "runtime_error"
        | "verification_failure"
        | "user_rejection"
        | "partial_success"
        | "remark";
      readonly at: string;
      readonly id: string;
    } | null;
  };
  readonly RefinementSummary: {
    readonly feedback_type: "runtime_error" | "verification_failure" | "user_rejection" | "partial_success";
    readonly action:
      | "add_context"
      | "add_constraint"
      | "request_approach"
      | "add_test_context"
      | "specify_behavior"
      | "request_validation"
      | "request_clarification"
      | "narrow_scope"
      | "offer_alternatives"
      | "focus_on_gap"
      | "add_targeted_constraint"
      | "request_incremental_fix";
    readonly entries: number;
    readonly successes: number;
    readonly score_before: number;
    readonly score_after: number;
    readonly next: {
      readonly approved: number;
      readonly rejected: number;
      readonly approved_with_changes: number;
      readonly claimed_approved: number;
      readonly claimed_rejected: number;
      readonly claimed_approved_with_changes: number;
      readonly runtime_error: number;
      readonly verification_failure: number;
      readonly user_rejection: number;
      readonly partial_success: number;
      readonly remark: number;
      readonly unknown: number;
    };
  };
  readonly Rejection: {
    readonly issues: readonly string[];
    readonly unregistered: readonly string[];
    readonly source: string | null;
    readonly ts: string | null;
    readonly version: number;
    readonly signed: boolean;
    readonly verdict: "rejected" | "warnings";
  };
  readonly TagGuidance:
    | {
        readonly registered: true;
        readonly tag: string;
        readonly gate: string;
        readonly description: string;
        readonly fix: string;
        readonly severity: "blocking" | "warning";
        readonly auto_fixable: boolean;
        readonly route: "auto_fix" | "llm_fix" | "convert" | "close";
      }
    | {
        readonly registered: false;
        readonly tag: string;
        readonly gate: null;
        readonly description: null;
        readonly fix: null;
        readonly severity: null;
        readonly auto_fixable: null;
        readonly route: null;
      };
  readonly Rival: {
    readonly name: string;
    readonly score: number;
    readonly covered: number;
    readonly whole: number;
    readonly passages: readonly {
      readonly score: number;
      readonly text: { readonly line: number; readonly end_line: number; readonly text: string };
      readonly rival: { readonly line: number; readonly end_line: number; readonly text: string };
      readonly differs?: string;
    }[];
  };
  readonly Gate: {
    readonly tag: string;
    readonly gate: string;
    readonly description: string;
    readonly fix: string;
    readonly severity: "blocking" | "warning";
    readonly auto_fixable: boolean;
    readonly route: "auto_fix" | "llm_fix" | "convert" | "close";
    readonly pack: string | null;
    readonly hours: number;
  };
  readonly PatternWindow: {
    readonly hours: number;
    readonly from: string;
    readonly to: string;
    readonly previous_from: string;
  };
  readonly AgentPattern: {
    readonly agent: string;
    readonly period_hours: number;
    readonly from: string;
    readonly to: string;
    readonly total: number;
    readonly decided: number;
    readonly approved: number;
    readonly approved_with_changes: number;
    readonly rejected: number;
    readonly approval_rate: number | null;
    readonly rejection_share: number | null;
    readonly top_issues: readonly {
      readonly tag: string;
      readonly count: number;
      readonly count_before: number;
      readonly share: number | null;
      readonly registered: boolean;
      readonly gate: string | null;
      readonly fix: string | null;
      readonly auto_fixable: boolean;
      readonly route: "auto_fix" | "llm_fix" | "convert" | "close" | null;
    }[];
    readonly issue_breakdown: Readonly<Record<string, number>>;
    readonly issue_breakdown_more: number;
    readonly trend: {
      readonly approval_rate_before: number | null;
      readonly decided_before: number;
      readonly delta_points: number | null;
      readonly direction: "improving" | "steady" | "worsening" | "no_data";
      readonly minimum_sample: number;
    };
    readonly series: readonly {
      readonly from: string;
      readonly to: string;
      readonly decided: number;
      readonly approved: number;
      readonly rejected: number;
      readonly approval_rate: number | null;
    }[];
  };
  readonly Alert:
    | {
        readonly code: "repeated_tag";
        readonly id: string;
        readonly agent: string;
        readonly since: string;
        readonly until: string;
        readonly episode: string;
        readonly value: number;
        readonly threshold: number;
        readonly message: string;
        readonly tag: string;
        readonly evidence: { readonly occurrences: number; readonly span_hours: number };
      }
    | {
        readonly code: "approval_drop";
        readonly id: string;
        readonly agent: string;
        readonly since: string;
        readonly until: string;
        readonly episode: string;
        readonly value: number;
        readonly threshold: number;
        readonly message: string;
        readonly evidence: {
          readonly decided: number;
          readonly approved: number;
          readonly decided_before: number;
          readonly approved_before: number;
        };
      }
    | {
        readonly code: "dominant_tag";
        readonly id: string;
        readonly agent: string;
        readonly since: string;
        readonly until: string;
        readonly episode: string;
        readonly value: number;
        readonly threshold: number;
        readonly message: string;
        readonly tag: string;
        readonly evidence: { readonly count: number; readonly rejected: number };
      };
  readonly AgentTrend: {
    readonly agent: string;
    readonly window: Schemas["PatternWindow"];
    readonly bucket: "hour" | "day" | "week";
    readonly from: string;
    readonly to: string;
    readonly buckets: readonly {
      readonly from: string;
      readonly to: string;
      readonly submitted: number;
      readonly approved: number;
      readonly approved_with_changes: number;
      readonly rejected: number;
      readonly decided: number;
      readonly approval_rate: number | null;
      readonly tags: readonly { readonly tag: string; readonly count: number }[];
    }[];
    readonly tags: readonly { readonly tag: string; readonly count: number }[];
    readonly tags_more: number;
  };
  readonly AgentRejection: {
    readonly feedback: Schemas["Feedback"];
    readonly guidance: readonly Schemas["TagGuidance"][];
  };
  readonly ActiveRule: {
    readonly rule_id: string;
    readonly version: number;
    readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
    readonly text: string;
    readonly reason: string;
    readonly paths: readonly string[];
    readonly agents: readonly string[];
    readonly flagged: boolean;
    readonly in_force_since: string;
  };
  readonly Mistake: {
    readonly about: "cluster" | "tag" | "feedback";
    readonly id: string;
    readonly count: number;
    readonly here: "same_file" | "same_folder" | "same_extension";
    readonly last_time: string;
    readonly paths: readonly string[];
    readonly example: {
      readonly feedback_id: string;
      readonly words: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
      readonly path: string | null;
      readonly time: string;
    };
    readonly remedy: {
      readonly from: "rule" | "fix" | "gate";
      readonly text: string;
      readonly rule_id?: string;
    } | null;
  };
  readonly PromptMoment: {
    readonly at: string;
    readonly section: string;
    readonly tokens: number;
    readonly added: readonly {
      readonly rule_id: string;
      readonly version: number;
      readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly text: string;
      readonly origin: "proposed" | "proposed_again" | "modified" | "rolled_back";
      readonly replaces: number | null;
      readonly proposed_by: string;
      readonly approvals: readonly { readonly by: string; readonly at: string; readonly alone?: boolean }[];
      readonly evidence: number;
    }[];
    readonly removed: readonly {
      readonly rule_id: string;
      readonly version: number;
      readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly text: string;
      readonly why: string;
      readonly by: string | null;
      readonly reason: string | null;
    }[];
    readonly problem: { readonly code: string; readonly message: string } | null;
  };
  readonly Reminder: {
    readonly feedback_id: string;
    readonly words: string;
    readonly by: string;
    readonly said_at: string;
    readonly until: string;
    readonly path: string | null;
    readonly here: "same_file" | "same_folder" | "same_work" | "same_extension" | "elsewhere";
  };
  readonly ProposalSummary: {
    readonly rule_id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly cluster_id: string | null;
    readonly version: number;
    readonly origin: "proposed" | "proposed_again" | "modified" | "rolled_back";
    readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
    readonly text: string;
    readonly wants_words: {
      readonly why: string;
      readonly suggestions: readonly string[];
      readonly quotes: readonly string[];
    } | null;
    readonly reason: string;
    readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
    readonly proposed_at: string;
    readonly expires_at: string;
    readonly why: string;
    readonly benefit: Schemas["ExpectedBenefit"];
    readonly token_cost: number;
    readonly occurrences: number;
    readonly people: number;
    readonly agents: readonly { readonly agent: string; readonly count: number }[];
    readonly days: readonly { readonly day: string; readonly count: number }[];
    readonly warnings: readonly Schemas["RuleTextWarning"][];
    readonly conflicts: number;
    readonly duplicates: number;
    readonly contradictions: number;
    readonly clean: boolean;
    readonly remarks: readonly (
      | "warning"
      | "conflict"
      | "duplicate"
      | "contradiction"
      | "not_compared"
      | "wants_words"
    )[];
    readonly approval: Schemas["AskedApproval"];
    readonly earlier: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
    readonly flag: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly verdict: "ineffective" | "worse" | "needless";
      readonly reduction: number | null;
    } | null;
  };
  readonly ExpectedBenefit: {
    readonly score: number;
    readonly per_week: number;
    readonly agents: number;
    readonly confidence: number;
  };
  readonly RuleTextWarning: {
    readonly code: string;
    readonly level: "danger" | "advice";
    readonly message: string;
    readonly span: { readonly start: number; readonly end: number };
  };
  readonly AskedApproval: {
    readonly required: number;
    readonly given: number;
    readonly missing: number;
    readonly reached: boolean;
    readonly proposed_by: string;
    readonly approved_by: readonly {
      readonly by: string;
      readonly at: string;
      readonly login?: string;
      readonly alone?: true;
    }[];
    readonly uncounted: readonly {
      readonly by: string;
      readonly issuer: string;
      readonly why: "issuer_approved" | "issuer_proposed";
    }[];
    readonly not_from: readonly string[];
    readonly you: {
      readonly can_approve: boolean;
      readonly code: string | null;
      readonly message: string | null;
    } | null;
  };
  readonly Proposal: {
    readonly rule_id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly cluster_id: string | null;
    readonly version: Schemas["RuleVersion"];
    readonly why: string;
    readonly benefit: Schemas["ExpectedBenefit"];
    readonly evidence: {
      readonly occurrences: number;
      readonly first: string | null;
      readonly last: string | null;
      readonly by_day: readonly { readonly day: string; readonly count: number }[];
      readonly agents: readonly { readonly agent: string; readonly count: number }[];
      readonly reviewers: readonly {
        readonly id: string;
        readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
        readonly count: number;
      }[];
      readonly people: number;
      readonly examples: readonly {
        readonly feedback_id: string;
        readonly said: string;
        readonly before: string;
        readonly after: string;
      }[];
      readonly members: readonly {
        readonly feedback_id: string;
        readonly time: string;
        readonly author: string;
        readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
        readonly agent: string | null;
        readonly said: string;
        readonly source:
          | "review"
          | "signal"
          | "rejection"
          | "decision"
          | "actionable"
          | "sarif"
          | "github_comment"
          | "jsonl";
        readonly ref: string | null;
        readonly path: string | null;
        readonly outcome: "approved" | "rejected" | "approved_with_changes" | null;
        readonly score: number | null;
      }[];
    };
    readonly days: readonly { readonly day: string; readonly count: number }[];
    readonly contradictions: readonly {
      readonly feedback_id: string;
      readonly time: string;
      readonly author: string;
      readonly agent: string | null;
      readonly said: string;
      readonly why: string;
    }[];
    readonly related: readonly Schemas["RelatedRule"][];
    readonly not_compared: number;
    readonly token_cost: number;
    readonly warnings: readonly Schemas["RuleTextWarning"][];
    readonly clean: boolean;
    readonly remarks: readonly (
      | "warning"
      | "conflict"
      | "duplicate"
      | "contradiction"
      | "not_compared"
      | "wants_words"
    )[];
    readonly approval: Schemas["AskedApproval"];
    readonly earlier: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
    readonly flag: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly verdict: "ineffective" | "worse" | "needless";
      readonly reduction: number | null;
    } | null;
    readonly changes: {
      readonly from: number;
      readonly text?: readonly { readonly kind: "same" | "removed" | "added"; readonly text: string }[];
      readonly type?: { readonly before: string; readonly after: string };
      readonly reason?: { readonly before: string; readonly after: string };
      readonly insertion_point?: { readonly before: string; readonly after: string };
      readonly agents?: { readonly before: readonly string[]; readonly after: readonly string[] };
      readonly paths?: { readonly before: readonly string[]; readonly after: readonly string[] };
    } | null;
    readonly effect: Schemas["RuleEffect"] | null;
    readonly policy: {
      readonly occurrences: number;
      readonly stabilising_days: number;
      readonly rules_per_agent: number;
      readonly token_budget: number;
    };
  };
  readonly RuleVersion: {
    readonly version: number;
    readonly status: "pending" | "in_force" | "superseded" | "rejected" | "expired" | "retired";
    readonly origin: "proposed" | "proposed_again" | "modified" | "rolled_back";
    readonly restores: number | null;
    readonly note: string | null;
    readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
    readonly text: string;
    readonly reason: string;
    readonly insertion_point: string;
    readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
    readonly wants_words?: { readonly why: string; readonly suggestions: readonly string[] };
    readonly pack?: {
      readonly name: string;
      readonly version: string;
      readonly integrity: string;
      readonly source: string;
      readonly rule: string;
      readonly evidence: {
        readonly corrections?: number;
        readonly people?: number;
        readonly first?: string;
        readonly last?: string;
        readonly effect?: {
          readonly verdict: "helping" | "not_enough" | "ineffective" | "worse";
          readonly reduction: number | null;
        };
        readonly trial?: {
          readonly verdict: "works" | "harms" | "makes no difference" | "undecided";
          readonly e_value: number;
        };
        readonly caught?: number;
        readonly quotes?: readonly string[];
      };
      readonly changed?: true;
    };
    readonly evidence: readonly string[];
    readonly confidence: number | null;
    readonly token_cost: number;
    readonly proposed_by: {
      readonly id: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
      readonly login?: string;
    };
    readonly proposed_at: string;
    readonly expires_at: string;
    readonly deferrals: readonly {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly until: string;
    }[];
    readonly approvals: readonly {
      readonly by: string;
      readonly at: string;
      readonly login?: string;
      readonly alone?: true;
    }[];
    readonly quorum: number | null;
    readonly decided_at: string | null;
    readonly rejection: { readonly by: string; readonly at: string; readonly reason: string } | null;
    readonly retirement: { readonly by: string; readonly at: string; readonly reason: string } | null;
    readonly earlier: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
  };
  readonly RelatedRule: {
    readonly rule_id: string;
    readonly version: number;
    readonly standing: "in_force" | "pending";
    readonly text: string;
    readonly relation: "conflict" | "duplicate";
    readonly score: number;
    readonly reasons: readonly string[];
    readonly opposed: readonly { readonly a: string; readonly b: string }[];
  };
  readonly RuleEffect: {
    readonly rule_id: string;
    readonly version: number;
    readonly verdict: "stabilising" | "helping" | "not_enough" | "ineffective" | "worse";
    readonly basis: "runs_with_rule" | "runs" | "decided_work" | "none";
    readonly agents: readonly string[];
    readonly caught: number;
    readonly before_from: string | null;
    readonly after_from: string | null;
    readonly before: { readonly events: number; readonly runs: number; readonly rate: number | null };
    readonly after: { readonly events: number; readonly runs: number; readonly rate: number | null };
    readonly reduction: number | null;
    readonly interval: { readonly low: number | null; readonly high: number } | null;
    readonly days: number;
    readonly advice: Schemas["RuleAdvice"];
    readonly runs_needed: number | null;
    readonly rationale: string;
    readonly led_to_rule: number;
    readonly compared_with: "past" | "past_and_others" | "nothing";
    readonly least_reduction: number;
    readonly by_model: readonly {
      readonly model: string | null;
      readonly before: { readonly events: number; readonly runs: number };
      readonly after: { readonly events: number; readonly runs: number };
    }[];
  };
  readonly RuleAdvice: {
    readonly action: "keep" | "wait" | "look" | "modify_or_retire";
    readonly message: string;
  };
  readonly RuleCheck: {
    readonly warnings: readonly Schemas["RuleTextWarning"][];
    readonly token_cost: number;
    readonly rendered: string;
    readonly changes:
      | readonly { readonly kind: "same" | "removed" | "added"; readonly text: string }[]
      | null;
    readonly related: readonly Schemas["RelatedRule"][];
    readonly not_compared: number;
  };
  readonly BatchOutcome: {
    readonly rule_id: string;
    readonly version: number;
    readonly outcome: "approved" | "refused";
    readonly in_force: boolean;
    readonly revision: number | null;
    readonly approval: Schemas["RuleApproval"] | null;
    readonly code: string | null;
    readonly message: string | null;
    readonly remarks: readonly (
      | "warning"
      | "conflict"
      | "duplicate"
      | "contradiction"
      | "not_compared"
      | "wants_words"
    )[];
  };
  readonly RuleApproval: {
    readonly required: number;
    readonly given: number;
    readonly missing: number;
    readonly reached: boolean;
    readonly proposed_by: string;
    readonly approved_by: readonly {
      readonly by: string;
      readonly at: string;
      readonly login?: string;
      readonly alone?: true;
    }[];
    readonly uncounted: readonly {
      readonly by: string;
      readonly issuer: string;
      readonly why: "issuer_approved" | "issuer_proposed";
    }[];
    readonly not_from: readonly string[];
  };
  readonly Rule: {
    readonly schema: 1;
    readonly id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly cluster_id: string | null;
    readonly versions: readonly Schemas["RuleVersion"][];
    readonly in_force: number | null;
    readonly pending: number | null;
    readonly in_force_since: string | null;
    readonly measured_from: string | null;
    readonly flag: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly verdict: "ineffective" | "worse" | "needless";
      readonly reduction: number | null;
    } | null;
    readonly last_answer: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
    readonly approval: Schemas["RuleApproval"] | null;
    readonly short_of_quorum: {
      readonly required: number;
      readonly given: number;
      readonly missing: number;
    } | null;
  };
  readonly RuleSummary: {
    readonly id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly cluster_id: string | null;
    readonly in_force: number | null;
    readonly pending: number | null;
    readonly in_force_since: string | null;
    readonly versions: number;
    readonly version: number;
    readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
    readonly text: string;
    readonly wants_words: { readonly why: string; readonly suggestions: readonly string[] } | null;
    readonly reason: string;
    readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
    readonly token_cost: number;
    readonly evidence: number;
    readonly proposed_by: string;
    readonly proposed_at: string;
    readonly change: {
      readonly version: number;
      readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly text: string;
      readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
      readonly proposed_by: string;
      readonly proposed_at: string;
    } | null;
    readonly expires_at: string | null;
    readonly approval: Schemas["RuleApproval"] | null;
    readonly short_of_quorum: {
      readonly required: number;
      readonly given: number;
      readonly missing: number;
    } | null;
    readonly flag: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly verdict: "ineffective" | "worse" | "needless";
      readonly reduction: number | null;
    } | null;
    readonly last_answer: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
    readonly effect?: Schemas["RuleEffect"] | null;
  };
  readonly CheckedRule: {
    readonly schema: 1;
    readonly id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly cluster_id: string | null;
    readonly versions: readonly Schemas["RuleVersion"][];
    readonly in_force: number | null;
    readonly pending: number | null;
    readonly in_force_since: string | null;
    readonly measured_from: string | null;
    readonly flag: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly verdict: "ineffective" | "worse" | "needless";
      readonly reduction: number | null;
    } | null;
    readonly last_answer: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly version: number;
      readonly status: "rejected" | "expired" | "retired";
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
    readonly approval: Schemas["RuleApproval"] | null;
    readonly short_of_quorum: {
      readonly required: number;
      readonly given: number;
      readonly missing: number;
    } | null;
    readonly checks: readonly Schemas["CheckBrief"][];
  };
  readonly CheckBrief: {
    readonly check_id: string;
    readonly state: "drafted" | "watching" | "nudging" | "blocking" | "retired";
    readonly kind: "structure" | "text" | "lint";
    readonly language: string | null;
    readonly version: number;
    readonly pending: number | null;
    readonly figures: Schemas["CheckFigures"];
  };
  readonly CheckFigures: {
    readonly files: number;
    readonly fired: number;
    readonly right: number;
    readonly wrong: number;
    readonly overridden: number;
    readonly caught: number;
    readonly last_ran: string | null;
  };
  readonly RuleRegression: {
    readonly code: "rule_regression";
    readonly rule_id: string;
    readonly version: number;
    readonly count: number;
    readonly despite_rule: number;
    readonly first: string;
    readonly last: string;
    readonly agents: readonly string[];
    readonly feedback_ids: readonly string[];
    readonly message: string;
  };
  readonly RuleEffectTimeline: {
    readonly rule_id: string;
    readonly first: string;
    readonly last: string;
    readonly basis: "runs" | "decided_work";
    readonly agents: readonly string[];
    readonly expected_rate: number | null;
    readonly weeks: readonly Schemas["EffectWeek"][];
    readonly versions: readonly {
      readonly version: number;
      readonly from: string;
      readonly until: string | null;
    }[];
    readonly model_changes: readonly {
      readonly day: string;
      readonly agent: string;
      readonly from: string;
      readonly to: string;
    }[];
    readonly occurrences: readonly {
      readonly feedback_id: string;
      readonly time: string;
      readonly agent: string | null;
      readonly injected: boolean | null;
      readonly model: string | null;
    }[];
    readonly more_occurrences: boolean;
  };
  readonly EffectWeek: {
    readonly first: string;
    readonly last: string;
    readonly side: "before" | "since";
    readonly runs: number;
    readonly with_rule: number;
    readonly recurrences: number;
    readonly rate: number | null;
    readonly band: { readonly low: number; readonly high: number } | null;
    readonly expected: number | null;
    readonly models: readonly { readonly model: string; readonly runs: number }[];
  };
  readonly RuleHistory: {
    readonly rule_id: string;
    readonly revision: number;
    readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    readonly acts: readonly {
      readonly at: string;
      readonly version: number;
      readonly act:
        | "proposed"
        | "proposed_again"
        | "modified"
        | "rolled_back"
        | "approved"
        | "deferred"
        | "came_into_force"
        | "superseded"
        | "rejected"
        | "expired"
        | "flagged"
        | "retired";
      readonly by: string | null;
      readonly reason: string | null;
      readonly alone?: true;
    }[];
    readonly versions: readonly Schemas["RuleVersion"][];
  };
  readonly Replay: {
    readonly rule_id: string;
    readonly version: number;
    readonly until: string;
    readonly checks: readonly {
      readonly check_id: string;
      readonly version: number;
      readonly language: string | null;
      readonly corrected: {
        readonly tried: number;
        readonly hit: number;
        readonly cases: readonly Schemas["ReplayCase"][];
        readonly own: number;
      };
      readonly mended: Schemas["Replayed"];
      readonly accepted: Schemas["Replayed"];
      readonly history: Schemas["HistoryReplay"] | null;
      readonly is_too_slow: boolean;
    }[];
    readonly words: Schemas["WordsReplay"] | null;
    readonly newest_only: readonly ("corrections" | "remarks" | "submissions")[];
    readonly has_repository: boolean;
  };
  readonly ReplayCase: {
    readonly found_in: "correction" | "submission" | "commit";
    readonly id: string;
    readonly own: boolean;
    readonly path: string | null;
    readonly line: number;
    readonly code: string;
    readonly time: string | null;
    readonly origin: Schemas["CorrectionOrigin"] | null;
  };
  readonly Replayed: {
    readonly tried: number;
    readonly hit: number;
    readonly cases: readonly Schemas["ReplayCase"][];
  };
  readonly HistoryReplay: {
    readonly commits: number;
    readonly commits_hit: number;
    readonly files: number;
    readonly lines: number;
    readonly hits: number;
    readonly since: string | null;
    readonly stopped: "commits" | "size" | "time" | "damaged" | null;
    readonly next: number | null;
    readonly left_out: number;
    readonly cases: readonly Schemas["ReplayCase"][];
  };
  readonly WordsReplay: {
    readonly tried: number;
    readonly covered: number;
    readonly own: number;
    readonly against: number;
    readonly remarks: readonly {
      readonly id: string;
      readonly feedback_id: string | null;
      readonly own: boolean;
      readonly said: string;
      readonly author: string | null;
      readonly time: string | null;
      readonly score: number;
    }[];
    readonly contradictions: readonly {
      readonly feedback_id: string;
      readonly time: string;
      readonly said: string;
      readonly why: string;
    }[];
  };
  readonly Trial: {
    readonly id: string;
    readonly rule_id: string;
    readonly version: number;
    readonly text: string;
    readonly revision: number;
    readonly kind: "introduction" | "withdrawal";
    readonly state: "running" | "stopped";
    readonly share: number;
    readonly margin: number | null;
    readonly no_difference: { readonly low: number | null; readonly high: number };
    readonly verdict: "works" | "harms" | "makes no difference" | "undecided";
    readonly waits_for: "arms" | "other_trials" | null;
    readonly e_value: number;
    readonly threshold: number;
    readonly reduction: {
      readonly estimate: number | null;
      readonly low: number | null;
      readonly high: number;
    };
    readonly recurrences: { readonly given: number; readonly withheld: number; readonly unassigned: number };
    readonly tasks: { readonly given: number; readonly withheld: number };
    readonly arms: { readonly ok: boolean; readonly e_value: number };
    readonly points: readonly {
      readonly recurrences: number;
      readonly e_value: number;
      readonly low: number | null;
      readonly high: number;
      readonly time: string;
    }[];
    readonly forecast: {
      readonly recurrences: number;
      readonly tasks: number | null;
      readonly days: number | null;
      readonly is_too_rare: boolean;
    };
    readonly started_by: string;
    readonly started_at: string;
    readonly updated_at: string;
    readonly end: {
      readonly by: string;
      readonly at: string;
      readonly reason: string;
      readonly verdict: "works" | "harms" | "makes no difference" | "undecided" | null;
    } | null;
  };
  readonly Check: {
    readonly id: string;
    readonly check_id: string;
    readonly rule_id: string;
    readonly rule: {
      readonly text: string;
      readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    } | null;
    readonly revision: number;
    readonly state: "drafted" | "watching" | "nudging" | "blocking" | "retired";
    readonly running: number | null;
    readonly pending: number | null;
    readonly version: number;
    readonly check: unknown;
    readonly trial: {
      readonly before: { readonly tried: number; readonly hit: number };
      readonly after: { readonly tried: number; readonly hit: number };
      readonly accepted: { readonly tried: number; readonly hit: number };
      readonly others: { readonly tried: number; readonly hit: number };
      readonly tree: { readonly files: number; readonly lines: number; readonly hits: number } | null;
    };
    readonly note: string | null;
    readonly figures: Schemas["CheckFigures"];
    readonly approval: Schemas["CheckApproval"];
    readonly last_move: { readonly by: string; readonly at: string; readonly reason: string };
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly CheckApproval: {
    readonly required: number;
    readonly given: number;
    readonly missing: number;
    readonly reached: boolean;
    readonly proposed_by: string;
    readonly approved_by: readonly {
      readonly by: string;
      readonly at: string;
      readonly login?: string;
      readonly alone?: true;
    }[];
    readonly uncounted: readonly {
      readonly by: string;
      readonly issuer: string;
      readonly why: "issuer_approved" | "issuer_proposed";
    }[];
  };
  readonly WholeCheck: {
    readonly id: string;
    readonly check_id: string;
    readonly rule_id: string;
    readonly rule: {
      readonly text: string;
      readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
    } | null;
    readonly revision: number;
    readonly state: "drafted" | "watching" | "nudging" | "blocking" | "retired";
    readonly running: number | null;
    readonly pending: number | null;
    readonly version: number;
    readonly check: unknown;
    readonly trial: {
      readonly before: { readonly tried: number; readonly hit: number };
      readonly after: { readonly tried: number; readonly hit: number };
      readonly accepted: { readonly tried: number; readonly hit: number };
      readonly others: { readonly tried: number; readonly hit: number };
      readonly tree: { readonly files: number; readonly lines: number; readonly hits: number } | null;
    };
    readonly note: string | null;
    readonly figures: Schemas["CheckFigures"];
    readonly approval: Schemas["CheckApproval"];
    readonly last_move: { readonly by: string; readonly at: string; readonly reason: string };
    readonly created_at: string;
    readonly updated_at: string;
    readonly examples: readonly {
      readonly before: string;
      readonly after: string;
      readonly correction?: string;
      readonly isHit: boolean;
    }[];
    readonly versions: readonly Schemas["CheckVersion"][];
  };
  readonly CheckVersion: {
    readonly version: number;
    readonly check: unknown;
    readonly examples: readonly {
      readonly before: string;
      readonly after: string;
      readonly correction?: string;
      readonly isHit: boolean;
    }[];
    readonly trial: {
      readonly before: { readonly tried: number; readonly hit: number };
      readonly after: { readonly tried: number; readonly hit: number };
      readonly accepted: { readonly tried: number; readonly hit: number };
      readonly others: { readonly tried: number; readonly hit: number };
      readonly tree: { readonly files: number; readonly lines: number; readonly hits: number } | null;
    };
    readonly note: string | null;
    readonly proposed_by: {
      readonly id: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
      readonly login?: string;
    };
    readonly proposed_at: string;
    readonly approvals: readonly {
      readonly by: string;
      readonly at: string;
      readonly login?: string;
      readonly alone?: true;
    }[];
    readonly quorum: number | null;
  };
  readonly TriedCheck: {
    readonly version: number;
    readonly files: number;
    readonly lines: number;
    readonly hits: number;
    readonly per_thousand_lines: number | null;
    readonly items: readonly Schemas["CheckHit"][];
    readonly notices: readonly {
      readonly code: string;
      readonly message: string;
      readonly path: string;
      readonly line?: number;
      readonly check_id?: string;
    }[];
  };
  readonly CheckHit: {
    readonly id: string;
    readonly check_id: string;
    readonly version: number;
    readonly state: "watching" | "nudging" | "blocking";
    readonly time: string;
    readonly checked_in: "hook" | "command" | "ci" | "mcp" | "api";
    readonly agent: string;
    readonly run?: string;
    readonly path: string;
    readonly line: number;
    readonly code: string;
    readonly verdict: "right" | "wrong" | "overridden" | null;
    readonly reason?: string;
    readonly judged_by?: string;
    readonly by_person?: true;
  };
  readonly RunningCheck: {
    readonly check_id: string;
    readonly version: number;
    readonly state: "watching" | "nudging" | "blocking";
    readonly rule_id: string;
    readonly rule: string;
    readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
    readonly check: unknown;
    readonly example: { readonly before: string; readonly after: string } | null;
    readonly may_fix: boolean;
  };
  readonly FileHit: {
    readonly path: string;
    readonly line: number;
    readonly end_line: number;
    readonly column: number;
    readonly end_column: number;
    readonly code: string;
    readonly rule_id: string;
    readonly rule: string;
    readonly check_id: string;
    readonly version: number;
    readonly state: "watching" | "nudging" | "blocking";
    readonly example: { readonly before: string; readonly after: string } | null;
    readonly replacement?: string;
    readonly ignored?: string;
  };
  readonly RunStory: {
    readonly run: string;
    readonly agent: string;
    readonly time: string;
    readonly task: string | null;
    readonly certainty: "recorded" | "noted" | "probable";
    readonly model?: string;
    readonly agent_version?: string;
    readonly prompt_recorded: boolean;
    readonly rules: readonly {
      readonly rule_id: string;
      readonly version: number;
      readonly type: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly text: string;
      readonly origin: "proposed" | "proposed_again" | "modified" | "rolled_back";
      readonly replaces: number | null;
      readonly given: "prompt" | "files";
      readonly trial: { readonly id: string; readonly share: number } | null;
      readonly in_force_since: string | null;
      readonly proposed_by: string;
      readonly approvals: readonly { readonly by: string; readonly at: string; readonly alone?: boolean }[];
      readonly evidence: number;
      readonly corrections: readonly {
        readonly feedback_id: string;
        readonly words: string;
        readonly by: string;
        readonly time: string;
      }[];
      readonly now: {
        readonly status: "proposed" | "active" | "flagged" | "rejected" | "expired" | "retired";
        readonly version: number | null;
      };
    }[];
    readonly withheld: readonly {
      readonly rule_id: string;
      readonly version: number;
      readonly text: string;
      readonly reason: string;
      readonly into?: string;
      readonly trial?: { readonly id: string; readonly share: number };
    }[];
    readonly withheld_more: number;
    readonly reminders: readonly {
      readonly feedback_id: string;
      readonly words: string;
      readonly by: string;
      readonly time: string;
    }[];
    readonly checks: readonly {
      readonly check_id: string;
      readonly rule_id: string;
      readonly version: number | null;
      readonly state: "drafted" | "watching" | "nudging" | "blocking" | "retired" | "unknown";
      readonly approved_by: readonly string[];
    }[];
    readonly feedback: readonly {
      readonly feedback_id: string;
      readonly words: string;
      readonly by: string;
      readonly time: string;
      readonly outcome: "approved" | "rejected" | "approved_with_changes" | null;
    }[];
    readonly recurrences: readonly {
      readonly rule_id: string;
      readonly feedback_id: string;
      readonly time: string;
    }[];
    readonly recurrences_more: number;
  };
  readonly Cluster: {
    readonly id: string;
    readonly size: number;
    readonly first_time: string;
    readonly last_time: string;
    readonly name: string | null;
    readonly representative: string;
    readonly text: string | null;
    readonly merged_into: string | null;
  };
  readonly ClusterSuggestion: {
    readonly kind: "merge" | "split";
    readonly cluster_ids: readonly string[];
    readonly feedback_ids: readonly string[];
    readonly score: number;
    readonly reason: string;
    readonly sides: readonly {
      readonly quotes: readonly { readonly feedback_id: string; readonly text: string }[];
    }[];
  };
  readonly ClusterDetail: {
    readonly id: string;
    readonly size: number;
    readonly first_time: string;
    readonly last_time: string;
    readonly name: string | null;
    readonly representative: string;
    readonly text: string | null;
    readonly merged_into: string | null;
    readonly authors: readonly {
      readonly author: string;
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
      readonly count: number;
    }[];
    readonly days: readonly { readonly day: string; readonly agent: string; readonly count: number }[];
    readonly ties: { readonly merged: readonly string[]; readonly apart: readonly string[] };
    readonly rules: readonly Schemas["RuleSummary"][];
  };
  readonly ClusterMember: {
    readonly feedback_id: string;
    readonly score: number;
    readonly reasons: readonly { readonly sign: string; readonly says: string; readonly text: string }[];
    readonly by: string | null;
    readonly time: string;
    readonly author: string;
    readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
    readonly agent: string | null;
    readonly feedback: Schemas["SaidFeedback"] | null;
  };
  readonly SaidFeedback: {
    readonly feedback_id: string;
    readonly time: string;
    readonly author: { readonly id: string; readonly trust: "person" | "reviewer_bot" | "tool" | "outsider" };
    readonly agent: string | null;
    readonly run: string | null;
    readonly outcome: "approved" | "rejected" | "approved_with_changes" | null;
    readonly claimed_outcome: "approved" | "rejected" | "approved_with_changes" | null;
    readonly tags: readonly string[];
    readonly path: string | null;
    readonly source: {
      readonly kind:
        | "review"
        | "signal"
        | "rejection"
        | "decision"
        | "actionable"
        | "sarif"
        | "github_comment"
        | "jsonl";
      readonly ref: string | null;
      readonly tool: string | null;
    };
    readonly text: string;
    readonly wrong: string | null;
    readonly fix: string | null;
    readonly comment: string | null;
    readonly diff: string | null;
  };
  readonly EvaluatedFeedback: {
    readonly schema: 1;
    readonly feedback_id: string;
    readonly revision: number;
    readonly evaluation: Schemas["Evaluation"];
    readonly resolution: {
      readonly as: "generalizable" | "edge_case" | "ignore";
      readonly by: string;
      readonly at: string;
      readonly reason: string;
    } | null;
    readonly history?: readonly {
      readonly revision: number;
      readonly classification:
        | "generalizable_high"
        | "generalizable_low"
        | "edge_case"
        | "ambiguous"
        | "positive";
      readonly confidence: number;
      readonly rationale: string;
      readonly evaluated_at: string;
    }[];
    readonly evaluated_at: string;
    readonly updated_at: string;
    readonly standing:
      | "generalizable_high"
      | "generalizable_low"
      | "edge_case"
      | "ambiguous"
      | "positive"
      | "ignored";
    readonly feedback: Schemas["SaidFeedback"] | null;
  };
  readonly Evaluation: {
    readonly feedback_id: string;
    readonly classification:
      | "generalizable_high"
      | "generalizable_low"
      | "edge_case"
      | "ambiguous"
      | "positive";
    readonly confidence: number;
    readonly rationale: string;
    readonly similar_feedback_ids: readonly string[];
    readonly proposed_action: {
      readonly action_type: "CREATE_RULE" | "REFINE_PROMPT" | "UPDATE_SKILL" | "DOCUMENT_ONLY";
      readonly target_agent: string | null;
      readonly proposal_id: string | null;
    } | null;
    readonly contradicts?: readonly string[];
    readonly covered_by?: string;
  };
  readonly EvaluatedFeedbackDetail: {
    readonly schema: 1;
    readonly feedback_id: string;
    readonly revision: number;
    readonly evaluation: Schemas["Evaluation"];
    readonly resolution: {
      readonly as: "generalizable" | "edge_case" | "ignore";
      readonly by: string;
      readonly at: string;
      readonly reason: string;
    } | null;
    readonly history?: readonly {
      readonly revision: number;
      readonly classification:
        | "generalizable_high"
        | "generalizable_low"
        | "edge_case"
        | "ambiguous"
        | "positive";
      readonly confidence: number;
      readonly rationale: string;
      readonly evaluated_at: string;
    }[];
    readonly evaluated_at: string;
    readonly updated_at: string;
    readonly standing:
      | "generalizable_high"
      | "generalizable_low"
      | "edge_case"
      | "ambiguous"
      | "positive"
      | "ignored";
    readonly feedback: Schemas["SaidFeedback"] | null;
    readonly cluster_id: string | null;
    readonly similar: readonly Schemas["SaidFeedback"][];
  };
  readonly Problem: {
    readonly type: string;
    readonly title: string;
    readonly status: number;
    readonly detail: string;
    readonly code: string;
    readonly instance: string;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
}

export interface Operations {
  readonly listLoginMethods: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly token: true; readonly oidc: { readonly name: string } | null };
  };
  readonly logIn: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly token: string };
    readonly answer: Schemas["Session"];
  };
  readonly getSession: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Session"];
  };
  readonly logOut: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: null;
  };
  readonly getLoop: {
    readonly params: undefined;
    readonly query: {
      readonly until?: string | undefined;
      readonly days?: number | undefined;
      readonly agent?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly first: string;
      readonly last: string;
      readonly figures: Schemas["LoopFigures"];
      readonly previous: {
        readonly first: string;
        readonly last: string;
        readonly figures: Schemas["LoopFigures"];
      };
    };
  };
  readonly listCommonMistakes: {
    readonly params: undefined;
    readonly query: {
      readonly until?: string | undefined;
      readonly days?: number | undefined;
      readonly limit?: number | undefined;
      readonly agent?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly first: string;
      readonly last: string;
      readonly mistakes: readonly Schemas["CommonMistake"][];
    };
  };
  readonly getLoopDay: {
    readonly params: { readonly day: string };
    readonly query: { readonly agent?: string | undefined; readonly person?: string | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly day: string;
      readonly corrected: number;
      readonly recurred: number;
      readonly acts: readonly Schemas["LoopAct"][];
      readonly acts_more: number;
    };
  };
  readonly recordFeedback: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly items: readonly Readonly<Record<string, unknown>>[] };
    readonly answer: {
      readonly new: number;
      readonly known: number;
      readonly refused: number;
      readonly items: readonly Schemas["Recorded"][];
    };
  };
  readonly listFeedback: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly agent?: string | undefined;
      readonly tag?: string | undefined;
      readonly since?: string | undefined;
      readonly outcome?: "approved" | "rejected" | "approved_with_changes" | undefined;
      readonly author?: string | undefined;
      readonly source?:
        | "review"
        | "signal"
        | "rejection"
        | "decision"
        | "actionable"
        | "sarif"
        | "github_comment"
        | "jsonl"
        | undefined;
      readonly class?:
        | "generalizable_high"
        | "generalizable_low"
        | "edge_case"
        | "ambiguous"
        | "positive"
        | "ignored"
        | "not_evaluated"
        | undefined;
      readonly search?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Feedback"][]; readonly next: string | null };
  };
  readonly getFeedback: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Feedback"];
  };
  readonly getFeedbackStory: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["FeedbackStory"];
  };
  readonly findSimilarFeedback: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly limit?: number;
      readonly threshold?: number;
      readonly search?: boolean;
    };
    readonly answer: { readonly items: readonly Schemas["SimilarFeedback"][]; readonly next: string | null };
  };
  readonly listCorrections: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly project?: string | undefined;
      readonly agent?: string | undefined;
      readonly author?: string | undefined;
      readonly path?: string | undefined;
      readonly found?: "conversation" | "review" | "commit" | "decision" | undefined;
      readonly outcome?: "landed" | "declined" | "unknown" | undefined;
      readonly with_edit?: "true" | "false" | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["PastCorrection"][]; readonly next: string | null };
  };
  readonly getCorrection: {
    readonly params: { readonly correction_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["PastCorrection"];
  };
  readonly streamEvents: {
    readonly params: undefined;
    readonly query: { readonly after?: string | undefined };
    readonly body: undefined;
    readonly answer: string;
  };
  readonly listLatestEvents: {
    readonly params: undefined;
    readonly query: { readonly limit?: number | undefined };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["LatestEvent"][]; readonly next: string | null };
  };
  readonly getEventBacklog: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly outbox: number;
      readonly groups: readonly {
        readonly group: string;
        readonly endpoint: string | null;
        readonly waiting: number;
        readonly pending: number;
        readonly dead: number;
      }[];
    };
  };
  readonly listDeadLetters: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly group?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["DeadLetter"][]; readonly next: string | null };
  };
  readonly replayDeadLetters: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly ids: readonly string[] };
    readonly answer: { readonly replayed: number };
  };
  readonly discardDeadLetters: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly ids: readonly string[] };
    readonly answer: { readonly discarded: number };
  };
  readonly submitWork: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly id?: string;
      readonly agent?: string;
      readonly gate: string;
      readonly title: string;
      readonly output: string;
      readonly format?: "text" | "markdown" | "diff";
      readonly run?: string;
      readonly task?: string;
      readonly epic?: string;
      readonly files?: readonly string[];
      readonly context?: string;
      readonly url?: string;
    };
    readonly answer: Schemas["Submission"];
  };
  readonly listSubmissions: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly status?: "waiting" | "decided" | "withdrawn" | undefined;
      readonly gate?: string | undefined;
      readonly agent?: string | undefined;
      readonly order?: "due" | "newest" | "closed" | undefined;
      readonly similar?: boolean | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["SubmissionHeader"][]; readonly next: string | null };
  };
  readonly countSubmissions: {
    readonly params: undefined;
    readonly query: { readonly decided_since?: string | undefined; readonly mine?: boolean | undefined };
    readonly body: undefined;
    readonly answer: Schemas["SubmissionCounts"];
  };
  readonly getSubmission: {
    readonly params: { readonly submission_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Submission"];
  };
  readonly getSimilarDecisions: {
    readonly params: { readonly submission_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly {
        readonly score: number;
        readonly relation: "same" | "opposite" | "other";
        readonly reasons: readonly { readonly sign: string; readonly says: string; readonly text: string }[];
        readonly because: "same_file" | "same_agent" | "same_meaning";
        readonly feedback: Schemas["Feedback"];
      }[];
      readonly next: string | null;
    };
  };
  readonly decideSubmission: {
    readonly params: { readonly submission_id: string };
    readonly query: undefined;
    readonly body: {
      readonly decision: "approved" | "rejected" | "approved_with_changes";
      readonly comment?: string;
      readonly tags?: readonly string[];
      readonly edited_output?: string;
      readonly place?: { readonly path: string; readonly line: number; readonly end_line?: number };
      readonly duration_seconds?: number;
    };
    readonly answer: Schemas["Submission"];
  };
  readonly withdrawSubmission: {
    readonly params: { readonly submission_id: string };
    readonly query: undefined;
    readonly body: { readonly reason?: string };
    readonly answer: Schemas["Submission"];
  };
  readonly recordDecision: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: Schemas["DecisionEventInput"];
    readonly answer: {
      readonly state: "new" | "known";
      readonly feedback_id: string;
      readonly diagnostics: readonly {
        readonly reason: string;
        readonly path: string;
        readonly message: string;
      }[];
    };
  };
  readonly listTokens: {
    readonly params: undefined;
    readonly query: { readonly limit?: number | undefined; readonly after?: string | undefined };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Token"][]; readonly next: string | null };
  };
  readonly createToken: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly role: "agent" | "reviewer" | "approver" | "admin";
      readonly agent?: string;
      readonly expires_in_hours?: number;
    };
    readonly answer: { readonly token: Schemas["Token"]; readonly text: string };
  };
  readonly revokeToken: {
    readonly params: { readonly token_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Token"];
  };
  readonly listInvitations: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Invitation"][]; readonly next: string | null };
  };
  readonly invitePerson: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly name: string;
      readonly role: "reviewer" | "approver" | "admin";
      readonly expires_in_hours?: number;
    };
    readonly answer: { readonly invitation: Schemas["Invitation"]; readonly secret: string };
  };
  readonly withdrawInvitation: {
    readonly params: { readonly invitation_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Invitation"];
  };
  readonly lookAtInvitation: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly secret: string };
    readonly answer: {
      readonly name: string;
      readonly role: "reviewer" | "approver" | "admin";
      readonly created_by: string;
      readonly expires_at: string;
    };
  };
  readonly acceptInvitation: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly secret: string };
    readonly answer: {
      readonly session: Schemas["Session"];
      readonly token: string;
      readonly token_expires_at: string;
    };
  };
  readonly listPeople: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Person"][]; readonly next: string | null };
  };
  readonly getLonePerson: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly name: string | null; readonly may_declare: boolean };
  };
  readonly workAlone: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly name: string };
  };
  readonly workAsTeam: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly name: null };
  };
  readonly getPerson: {
    readonly params: { readonly person: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Person"];
  };
  readonly linkLogin: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly person: string; readonly login: string };
    readonly answer: { readonly person: Schemas["Person"]; readonly short_of_quorum: readonly string[] };
  };
  readonly linkOwnLogin: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly token: string };
    readonly answer: { readonly person: Schemas["Person"]; readonly short_of_quorum: readonly string[] };
  };
  readonly unlinkLogin: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly login: string };
    readonly answer: { readonly unlinked: true };
  };
  readonly admitPerson: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly login: string };
    readonly answer: { readonly admitted: true };
  };
  readonly listAudit: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly kind?: string | undefined;
      readonly actor?: string | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["AuditEntry"][]; readonly next: string | null };
  };
  readonly verifyAudit: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly head?: { readonly seq: number; readonly hash: string } };
    readonly answer:
      | {
          readonly ok: true;
          readonly entries: number;
          readonly erased: number;
          readonly head: { readonly seq: number; readonly hash: string };
          readonly rules: { readonly in_force: number; readonly unverified: readonly string[] };
        }
      | {
          readonly ok: false;
          readonly seq: number;
          readonly reason: string;
          readonly message: string;
          readonly rule_id?: string;
        };
  };
  readonly getSettings: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly version: string;
      readonly public_url: string;
      readonly settings: readonly Schemas["Setting"][];
      readonly integrations: {
        readonly webhooks: { readonly endpoints: readonly string[]; readonly types: readonly string[] };
        readonly github: { readonly address: string; readonly takes_in: boolean };
        readonly oidc: { readonly name: string; readonly callback: string } | null;
        readonly signed_rejections: boolean;
      };
    };
  };
  readonly testWebhooks: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly answers: readonly {
        readonly endpoint: string;
        readonly ok: boolean;
        readonly status: number | null;
        readonly problem: string | null;
      }[];
    };
  };
  readonly lintFeedback: {
    readonly params: undefined;
    readonly query: { readonly strict?: boolean | undefined };
    readonly body: Readonly<Record<string, unknown>>;
    readonly answer: {
      readonly kind: "document" | "item" | "comment" | "unknown";
      readonly actionable: boolean;
      readonly violations: readonly Schemas["Violation"][];
      readonly diagnostics: readonly {
        readonly kind: "coercion_applied";
        readonly reason: string;
        readonly message: string;
        readonly path: string;
        readonly from: unknown;
        readonly to: unknown;
      }[];
    };
  };
  readonly recordIteration: {
    readonly params: { readonly task: string };
    readonly query: undefined;
    readonly body: {
      readonly document: Readonly<Record<string, unknown>>;
      readonly agent?: string;
      readonly content?: string;
      readonly verified?: boolean;
      readonly strict?: boolean;
    };
    readonly answer: {
      readonly state: "new" | "known" | "updated";
      readonly violations: readonly Schemas["Violation"][];
      readonly history: Schemas["TaskHistory"];
    };
  };
  readonly showTask: {
    readonly params: { readonly task: string };
    readonly query: { readonly agent?: string | undefined; readonly limit?: number | undefined };
    readonly body: undefined;
    readonly answer: Schemas["TaskHistory"];
  };
  readonly listTasks: {
    readonly params: undefined;
    readonly query: {
      readonly agent?: string | undefined;
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Task"][]; readonly next: string | null };
  };
  readonly checkReview: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly raw: string;
      readonly changed_files?: readonly string[];
      readonly config?: {
        readonly schema_version?: string;
        readonly prompt_version?: string;
        readonly allow_prompt_patch_drift?: boolean;
      };
      readonly fail_on?: "critical" | "high" | "medium" | "low" | "info";
      readonly count?: boolean;
      readonly assignment?: string;
      readonly record?: {
        readonly agent?: string;
        readonly run?: string;
        readonly task?: string;
        readonly epic?: string;
        readonly gate?: string;
        readonly model?: string;
        readonly agent_version?: string;
        readonly reviewer?: string;
      };
    };
    readonly answer: {
      readonly status: "accepted" | "rejected";
      readonly result?: Schemas["Review"];
      readonly diagnostics: readonly Schemas["ReviewDiagnostic"][];
      readonly verdict?: Schemas["ReviewVerdict"];
      readonly counted?: Schemas["CountedReview"];
      readonly recorded?: {
        readonly new: number;
        readonly known: number;
        readonly items: readonly {
          readonly finding_id: string;
          readonly feedback_id: string;
          readonly state: "new" | "known";
        }[];
      };
    };
  };
  readonly buildReviewPrompt: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly changed_files: readonly string[];
      readonly diff?: string;
      readonly config?: { readonly schema_version?: string; readonly prompt_version?: string };
    };
    readonly answer: {
      readonly prompt: string;
      readonly schema_version: string;
      readonly prompt_version: string;
    };
  };
  readonly listRollouts: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly stage?: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired" | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Rollout"][]; readonly next: string | null };
  };
  readonly startRollout: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly baseline: Schemas["VersionPairInput"];
      readonly candidate: Schemas["VersionPairInput"];
      readonly steps?: readonly number[];
      readonly slo?: {
        readonly drop_rate?: number;
        readonly incompatible_rate?: number;
        readonly min_reviews?: number;
        readonly rejection_factor?: number;
        readonly min_rejections?: number;
        readonly rejection_floor?: number;
      };
      readonly reason?: string;
    };
    readonly answer: Schemas["Rollout"];
  };
  readonly getRollout: {
    readonly params: { readonly rollout_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["RolloutStanding"];
  };
  readonly advanceRollout: {
    readonly params: { readonly rollout_id: string };
    readonly query: undefined;
    readonly body: { readonly slice?: number; readonly reason?: string };
    readonly answer: Schemas["Rollout"];
  };
  readonly promoteRollout: {
    readonly params: { readonly rollout_id: string };
    readonly query: undefined;
    readonly body: { readonly reason?: string };
    readonly answer: Schemas["Rollout"];
  };
  readonly rollBackRollout: {
    readonly params: { readonly rollout_id: string };
    readonly query: undefined;
    readonly body: { readonly reason?: string };
    readonly answer: Schemas["Rollout"];
  };
  readonly assignReview: {
    readonly params: { readonly rollout_id: string };
    readonly query: undefined;
    readonly body: { readonly key: string };
    readonly answer: {
      readonly assignment_id: string;
      readonly rollout_id: string;
      readonly key: string;
      readonly stage: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired";
      readonly role: "baseline" | "candidate";
      readonly version: Schemas["VersionPair"];
    };
  };
  readonly assignRollout: {
    readonly params: { readonly rollout_id: string };
    readonly query: { readonly key: string };
    readonly body: undefined;
    readonly answer: {
      readonly rollout_id: string;
      readonly stage: "read_compatible" | "canary" | "promoted" | "rolled_back" | "retired";
      readonly role: "baseline" | "candidate";
      readonly version: Schemas["VersionPair"];
    };
  };
  readonly getReviewHealth: {
    readonly params: undefined;
    readonly query: { readonly window?: string | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly window: { readonly hours: number; readonly from: string; readonly to: string };
      readonly versions: readonly Schemas["VersionHealth"][];
    };
  };
  readonly detectSignal: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly kind?: "tool_output" | "user_message";
      readonly exit_code?: number;
      readonly history?: readonly {
        readonly role: "user" | "assistant" | "system" | "tool";
        readonly text: string;
      }[];
      readonly record?: {
        readonly agent?: string;
        readonly run?: string;
        readonly task?: string;
        readonly epic?: string;
        readonly gate?: string;
        readonly model?: string;
        readonly agent_version?: string;
        readonly path?: string;
      };
    };
    readonly answer: Schemas["Signal"];
  };
  readonly scorePrompt: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly prompt: string };
    readonly answer: Schemas["PromptScore"];
  };
  readonly refinePrompt: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly prompt: string;
      readonly feedback: string | Readonly<Record<string, unknown>>;
      readonly kind?: "tool_output" | "user_message";
      readonly exit_code?: number;
      readonly history?: readonly {
        readonly role: "user" | "assistant" | "system" | "tool";
        readonly text: string;
      }[];
      readonly limit?: number;
      readonly agent?: string;
      readonly session?: string;
      readonly run?: string;
      readonly log?: boolean;
    };
    readonly answer: Schemas["Refinement"];
  };
  readonly listRefinements: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly agent?: string | undefined;
      readonly type?:
        | "runtime_error"
        | "verification_failure"
        | "user_rejection"
        | "partial_success"
        | undefined;
      readonly action?:
        | "add_context"
        | "add_constraint"
        | "request_approach"
        | "add_test_context"
        | "specify_behavior"
        | "request_validation"
        | "request_clarification"
        | "narrow_scope"
        | "offer_alternatives"
        | "focus_on_gap"
        | "add_targeted_constraint"
        | "request_incremental_fix"
        | undefined;
      readonly session?: string | undefined;
      readonly run?: string | undefined;
      readonly since?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["LoggedRefinement"][]; readonly next: string | null };
  };
  readonly summariseRefinements: {
    readonly params: undefined;
    readonly query: {
      readonly agent?: string | undefined;
      readonly type?:
        | "runtime_error"
        | "verification_failure"
        | "user_rejection"
        | "partial_success"
        | undefined;
      readonly action?:
        | "add_context"
        | "add_constraint"
        | "request_approach"
        | "add_test_context"
        | "specify_behavior"
        | "request_validation"
        | "request_clarification"
        | "narrow_scope"
        | "offer_alternatives"
        | "focus_on_gap"
        | "add_targeted_constraint"
        | "request_incremental_fix"
        | undefined;
      readonly session?: string | undefined;
      readonly run?: string | undefined;
      readonly since?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly entries: number;
      readonly more: boolean;
      readonly actions: readonly Schemas["RefinementSummary"][];
    };
  };
  readonly getRefinement: {
    readonly params: { readonly refinement_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["LoggedRefinement"];
  };
  readonly formatRejection: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly issues?: readonly string[];
      readonly source?: string;
      readonly comment?: string;
    };
    readonly answer: {
      readonly comment: string;
      readonly issues: readonly string[];
      readonly unregistered: readonly { readonly tag: string; readonly nearest: string | null }[];
      readonly signed: boolean;
      readonly verdict: "rejected" | "warnings";
    };
  };
  readonly parseRejection: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly comment: string };
    readonly answer: {
      readonly rejection: Schemas["Rejection"] | null;
      readonly guidance: readonly Schemas["TagGuidance"][];
      readonly problem: {
        readonly code: "none" | "malformed" | "unsupported_version" | "unsigned" | "bad_signature";
        readonly message: string;
      } | null;
      readonly diagnostics: readonly {
        readonly code: string;
        readonly message: string;
        readonly block: number;
      }[];
    };
  };
  readonly findDuplicates: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly against?: readonly { readonly name: string; readonly text: string }[];
      readonly gate?: string;
      readonly agent?: string;
      readonly except?: string;
      readonly threshold?: number;
    };
    readonly answer: {
      readonly issues: readonly string[];
      readonly rivals: readonly Schemas["Rival"][];
      readonly nearest: { readonly name: string; readonly score: number } | null;
      readonly looked_at: number;
      readonly threshold: number;
      readonly comment: string | null;
    };
  };
  readonly listGates: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly packs: readonly { readonly name: string; readonly description: string | null }[];
      readonly fallback_tag: string;
      readonly gates: readonly Schemas["Gate"][];
      readonly hours: readonly { readonly gate: string; readonly hours: number }[];
    };
  };
  readonly listAgents: {
    readonly params: undefined;
    readonly query: { readonly window?: string | undefined; readonly limit?: number | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly window: Schemas["PatternWindow"];
      readonly agents: readonly Schemas["AgentPattern"][];
      readonly agents_more: number;
      readonly alerts: readonly Schemas["Alert"][];
      readonly alerts_more: number;
    };
  };
  readonly getAgentPatterns: {
    readonly params: { readonly agent: string };
    readonly query: { readonly window?: string | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly window: Schemas["PatternWindow"];
      readonly pattern: Schemas["AgentPattern"];
      readonly alerts: readonly Schemas["Alert"][];
      readonly alerts_more: number;
    };
  };
  readonly getAgentTrend: {
    readonly params: { readonly agent: string };
    readonly query: {
      readonly window?: string | undefined;
      readonly bucket?: "hour" | "day" | "week" | undefined;
    };
    readonly body: undefined;
    readonly answer: Schemas["AgentTrend"];
  };
  readonly listAgentRejections: {
    readonly params: { readonly agent: string };
    readonly query: { readonly limit?: number | undefined; readonly after?: string | undefined };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["AgentRejection"][]; readonly next: string | null };
  };
  readonly getAgentRules: {
    readonly params: { readonly agent: string };
    readonly query: {
      readonly path?: readonly string[] | undefined;
      readonly run?: string | undefined;
      readonly task?: string | undefined;
      readonly model?: string | undefined;
      readonly agent_version?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly agent: string;
      readonly rules: readonly Schemas["ActiveRule"][];
      readonly section: string;
      readonly withheld: readonly (
        | {
            readonly rule_id: string;
            readonly version: number;
            readonly reason:
              | "other_agent"
              | "other_files"
              | "flagged"
              | "empty"
              | "check"
              | "limit"
              | "budget";
          }
        | {
            readonly rule_id: string;
            readonly version: number;
            readonly reason: "consolidated_into";
            readonly into: string;
          }
      )[];
      readonly withheld_more: number;
      readonly tokens: number;
      readonly recorded: boolean;
    };
  };
  readonly getAgentMistakes: {
    readonly params: { readonly agent: string };
    readonly query: { readonly path: readonly string[]; readonly limit?: number | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly agent: string;
      readonly mistakes: readonly Schemas["Mistake"][];
      readonly more: number;
      readonly looked_at: number;
    };
  };
  readonly buildAgentPrompt: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: {
      readonly base_prompt?: string;
      readonly run?: string;
      readonly task?: string;
      readonly paths?: readonly string[];
      readonly at?: string;
      readonly model?: string;
      readonly agent_version?: string;
    };
    readonly answer: {
      readonly agent: string;
      readonly prompt: string;
      readonly injection: {
        readonly rules: readonly { readonly rule_id: string; readonly version: number }[];
        readonly withheld: readonly (
          | {
              readonly rule_id: string;
              readonly version: number;
              readonly reason:
                | "other_agent"
                | "other_files"
                | "flagged"
                | "empty"
                | "check"
                | "limit"
                | "budget";
            }
          | {
              readonly rule_id: string;
              readonly version: number;
              readonly reason: "consolidated_into";
              readonly into: string;
            }
        )[];
        readonly withheld_more: number;
        readonly tokens: number;
      };
      readonly recorded: boolean;
    };
  };
  readonly getAgentPrompt: {
    readonly params: { readonly agent: string };
    readonly query: {
      readonly at: string;
      readonly path?: readonly string[] | undefined;
      readonly task?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly agent: string;
      readonly at: string;
      readonly prompt: string;
      readonly injection: {
        readonly rules: readonly { readonly rule_id: string; readonly version: number }[];
        readonly withheld: readonly (
          | {
              readonly rule_id: string;
              readonly version: number;
              readonly reason:
                | "other_agent"
                | "other_files"
                | "flagged"
                | "empty"
                | "check"
                | "limit"
                | "budget";
            }
          | {
              readonly rule_id: string;
              readonly version: number;
              readonly reason: "consolidated_into";
              readonly into: string;
            }
        )[];
        readonly withheld_more: number;
        readonly tokens: number;
      };
    };
  };
  readonly reportOutcome: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: {
      readonly run: string;
      readonly outcome: "approved" | "rejected" | "approved_with_changes";
      readonly comment?: string;
      readonly tags?: readonly string[];
      readonly path?: string;
      readonly diff?: string;
      readonly task?: string;
      readonly epic?: string;
      readonly gate?: string;
      readonly duration_seconds?: number;
      readonly model?: string;
      readonly agent_version?: string;
    };
    readonly answer: {
      readonly feedback_id: string;
      readonly state: "new" | "known";
      readonly trust: "person" | "reviewer_bot" | "tool" | "outsider";
      readonly counted: boolean;
    };
  };
  readonly reportRunModel: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: { readonly run: string; readonly model?: string; readonly agent_version?: string };
    readonly answer: { readonly changed: boolean };
  };
  readonly reportCommits: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: {
      readonly commits: readonly {
        readonly commit: string;
        readonly run: string;
        readonly time?: string;
        readonly rules?: readonly {
          readonly rule_id: string;
          readonly version: number;
          readonly trial?: { readonly id: string; readonly share: number };
        }[];
        readonly reminders?: readonly string[];
        readonly model?: string;
        readonly agent_version?: string;
      }[];
    };
    readonly answer: { readonly recorded: number };
  };
  readonly listPromptMoments: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly agent: string;
      readonly moments: readonly Schemas["PromptMoment"][];
      readonly more: boolean;
    };
  };
  readonly listReminders: {
    readonly params: { readonly agent: string };
    readonly query: {
      readonly path?: readonly string[] | undefined;
      readonly about?: string | undefined;
      readonly source?: "own" | "team" | "off" | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly agent: string;
      readonly source: "own" | "team" | "off";
      readonly reminders: readonly Schemas["Reminder"][];
      readonly more: number;
      readonly section: string;
    };
  };
  readonly dismissReminder: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly feedback_id: string;
      readonly how: "dismissed" | "fixed";
      readonly by: string;
      readonly reason: string;
      readonly at: string;
    };
  };
  readonly reportFixed: {
    readonly params: { readonly agent: string };
    readonly query: undefined;
    readonly body: { readonly event_ids: readonly string[]; readonly command: string };
    readonly answer: { readonly ended: number };
  };
  readonly listProposals: {
    readonly params: undefined;
    readonly query: { readonly limit?: number | undefined; readonly after?: string | undefined };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly Schemas["ProposalSummary"][];
      readonly next: string | null;
      readonly total: number;
    };
  };
  readonly proposeRule: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly type?: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly reason?: string;
      readonly scope?: { readonly agents?: readonly string[]; readonly paths?: readonly string[] };
      readonly insertion_point?: string;
      readonly cluster_id?: string;
    };
    readonly answer: Schemas["Proposal"];
  };
  readonly checkRule: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly text: string;
      readonly type?: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly scope?: { readonly agents?: readonly string[]; readonly paths?: readonly string[] };
      readonly rule_id?: string;
    };
    readonly answer: Schemas["RuleCheck"];
  };
  readonly approveProposals: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly items: readonly { readonly rule_id: string; readonly version: number }[] };
    readonly answer: {
      readonly approved: number;
      readonly refused: number;
      readonly items: readonly Schemas["BatchOutcome"][];
    };
  };
  readonly getProposal: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Proposal"];
  };
  readonly approveProposal: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly text?: string };
    readonly answer: Schemas["Rule"];
  };
  readonly rejectProposal: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly reason: string };
    readonly answer: Schemas["Rule"];
  };
  readonly modifyProposal: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: {
      readonly version: number;
      readonly text?: string;
      readonly type?: "constraint" | "negative_example" | "guideline" | "positive_example";
      readonly agents?: readonly string[];
      readonly paths?: readonly string[];
      readonly reason?: string;
    };
    readonly answer: Schemas["Rule"];
  };
  readonly proposeAgain: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly reason?: string };
    readonly answer: Schemas["Rule"];
  };
  readonly deferProposal: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly reason?: string };
    readonly answer: Schemas["Rule"];
  };
  readonly listRules: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly status?:
        | readonly ("proposed" | "active" | "flagged" | "rejected" | "expired" | "retired")[]
        | undefined;
      readonly agent?: string | undefined;
      readonly effect?: boolean | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["RuleSummary"][]; readonly next: string | null };
  };
  readonly getRule: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["CheckedRule"];
  };
  readonly getRuleEffect: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly effect: Schemas["RuleEffect"];
      readonly regression: Schemas["RuleRegression"] | null;
    };
  };
  readonly getRuleEffectTimeline: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["RuleEffectTimeline"];
  };
  readonly getRuleHistory: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["RuleHistory"];
  };
  readonly retireRule: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: Schemas["Rule"];
  };
  readonly rollBackRule: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly to: number; readonly reason: string };
    readonly answer: Schemas["Rule"];
  };
  readonly keepRule: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: Schemas["Rule"];
  };
  readonly replayRule: {
    readonly params: { readonly rule_id: string };
    readonly query: { readonly commits?: number | undefined; readonly skip?: number | undefined };
    readonly body: undefined;
    readonly answer: Schemas["Replay"];
  };
  readonly listTrials: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly state?: "running" | "stopped" | undefined;
      readonly rule?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Trial"][]; readonly next: string | null };
  };
  readonly startTrial: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly rule_id: string;
      readonly kind?: "introduction" | "withdrawal";
      readonly share?: number;
      readonly margin?: number;
      readonly anyway?: boolean;
    };
    readonly answer: Schemas["Trial"];
  };
  readonly getTrial: {
    readonly params: { readonly trial_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["Trial"];
  };
  readonly stopTrial: {
    readonly params: { readonly trial_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: Schemas["Trial"];
  };
  readonly exemptRule: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly exemption: {
        readonly rule_id: string;
        readonly by: string;
        readonly at: string;
        readonly reason: string;
      };
      readonly stopped: string | null;
    };
  };
  readonly endRuleExemption: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: { readonly rule_id: string };
  };
  readonly getSunset: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly needless: readonly {
        readonly rule_id: string;
        readonly version: number;
        readonly text: string;
        readonly reason: "never_relevant" | "covered_by_check" | "folder_gone";
        readonly message: string;
        readonly token_cost: number;
      }[];
      readonly offers: readonly {
        readonly rule_id: string;
        readonly version: number;
        readonly text: string;
        readonly model: string;
        readonly since: string;
        readonly saving: number;
      }[];
    };
  };
  readonly listChecks: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly state?: readonly ("drafted" | "watching" | "nudging" | "blocking" | "retired")[] | undefined;
      readonly rule?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Check"][]; readonly next: string | null };
  };
  readonly getCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["WholeCheck"];
  };
  readonly draftCheck: {
    readonly params: { readonly rule_id: string };
    readonly query: undefined;
    readonly body: {
      readonly check?: {
        readonly kind: "structure" | "text" | "lint";
        readonly language?: string;
        readonly rule?: Readonly<Record<string, unknown>>;
        readonly fix?: string;
        readonly tokens?: readonly string[];
        readonly linters?: readonly { readonly tool: string; readonly rule: string }[];
      };
      readonly language?: string;
      readonly note?: string;
    };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly approveCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly watchCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly reason?: string };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly nudgeCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly reason?: string };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly blockCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: { readonly version: number; readonly reason?: string };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly retireCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: { readonly reason: string };
    readonly answer: Schemas["WholeCheck"];
  };
  readonly tryCheck: {
    readonly params: { readonly check_id: string };
    readonly query: undefined;
    readonly body: {
      readonly version?: number;
      readonly files: readonly { readonly path: string; readonly text: string }[];
    };
    readonly answer: Schemas["TriedCheck"];
  };
  readonly listCheckHits: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly check?: string | undefined;
      readonly verdict?: "right" | "wrong" | "overridden" | "none" | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["CheckHit"][]; readonly next: string | null };
  };
  readonly judgeCheckHit: {
    readonly params: { readonly hit_id: string };
    readonly query: undefined;
    readonly body: { readonly verdict: "right" | "wrong" | "overridden"; readonly reason?: string };
    readonly answer: Schemas["CheckHit"];
  };
  readonly listRunningChecks: {
    readonly params: undefined;
    readonly query: { readonly agent?: string | undefined };
    readonly body: undefined;
    readonly answer: { readonly checks: readonly Schemas["RunningCheck"][] };
  };
  readonly checkFiles: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly files: readonly {
        readonly path: string;
        readonly text: string;
        readonly changed?: readonly { readonly from: number; readonly to: number }[];
      }[];
      readonly agent?: string;
      readonly run?: string;
      readonly report?: boolean;
    };
    readonly answer: {
      readonly files: number;
      readonly checks: number;
      readonly hits: readonly Schemas["FileHit"][];
      readonly notices: readonly {
        readonly code: string;
        readonly message: string;
        readonly path: string;
        readonly line?: number;
        readonly check_id?: string;
      }[];
    };
  };
  readonly reportChecks: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: {
      readonly agent?: string;
      readonly checked_in?: "hook" | "command" | "ci" | "mcp" | "api";
      readonly run?: string;
      readonly time: string;
      readonly ran: readonly { readonly check_id: string; readonly files: number }[];
      readonly hits: readonly {
        readonly check_id: string;
        readonly version: number;
        readonly state: "watching" | "nudging" | "blocking";
        readonly path: string;
        readonly line: number;
        readonly code: string;
        readonly verdict: "overridden" | null;
        readonly reason?: string;
      }[];
    };
    readonly answer: null;
  };
  readonly explainCommit: {
    readonly params: { readonly commit: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly commit: string; readonly runs: readonly Schemas["RunStory"][] };
  };
  readonly listClusters: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly order?: "size" | "recent" | undefined;
      readonly min_size?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["Cluster"][]; readonly next: string | null };
  };
  readonly mergeClusters: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly cluster_ids: readonly string[] };
    readonly answer: Schemas["Cluster"];
  };
  readonly listClusterSuggestions: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly Schemas["ClusterSuggestion"][];
      readonly next: string | null;
    };
  };
  readonly keepClusters: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { readonly cluster_ids: readonly string[] };
    readonly answer: { readonly items: readonly Schemas["Cluster"][]; readonly next: string | null };
  };
  readonly getCluster: {
    readonly params: { readonly cluster_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["ClusterDetail"];
  };
  readonly listClusterMembers: {
    readonly params: { readonly cluster_id: string };
    readonly query: { readonly limit?: number | undefined; readonly after?: string | undefined };
    readonly body: undefined;
    readonly answer: { readonly items: readonly Schemas["ClusterMember"][]; readonly next: string | null };
  };
  readonly splitCluster: {
    readonly params: { readonly cluster_id: string };
    readonly query: undefined;
    readonly body: { readonly feedback_ids: readonly string[] };
    readonly answer: { readonly cluster: Schemas["Cluster"]; readonly from: Schemas["Cluster"] };
  };
  readonly renameCluster: {
    readonly params: { readonly cluster_id: string };
    readonly query: undefined;
    readonly body: { readonly name: string };
    readonly answer: Schemas["Cluster"];
  };
  readonly listEvaluations: {
    readonly params: undefined;
    readonly query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly standing?:
        | "generalizable_high"
        | "generalizable_low"
        | "edge_case"
        | "ambiguous"
        | "positive"
        | "ignored"
        | undefined;
      readonly resolved?: boolean | undefined;
      readonly search?: string | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly Schemas["EvaluatedFeedback"][];
      readonly next: string | null;
    };
  };
  readonly countEvaluations: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly generalizable_high: number;
      readonly generalizable_low: number;
      readonly edge_case: number;
      readonly ambiguous: number;
      readonly positive: number;
      readonly ignored: number;
    };
  };
  readonly getEvaluation: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Schemas["EvaluatedFeedbackDetail"];
  };
  readonly resolveEvaluation: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: { readonly as: "generalizable" | "edge_case" | "ignore"; readonly reason?: string };
    readonly answer: Schemas["EvaluatedFeedbackDetail"];
  };
  readonly promoteEvaluation: {
    readonly params: { readonly feedback_id: string };
    readonly query: undefined;
    readonly body: { readonly reason?: string };
    readonly answer: Schemas["EvaluatedFeedbackDetail"];
  };
}

/** The method and address of each operation. */
export const ENDPOINTS = {
  listLoginMethods: ["GET", "/api/v1/session/methods"],
  logIn: ["POST", "/api/v1/session"],
  getSession: ["GET", "/api/v1/session"],
  logOut: ["DELETE", "/api/v1/session"],
  getLoop: ["GET", "/api/v1/loop"],
  listCommonMistakes: ["GET", "/api/v1/loop/mistakes"],
  getLoopDay: ["GET", "/api/v1/loop/days/{day}"],
  recordFeedback: ["POST", "/api/v1/feedback"],
  listFeedback: ["GET", "/api/v1/feedback"],
  getFeedback: ["GET", "/api/v1/feedback/{feedback_id}"],
  getFeedbackStory: ["GET", "/api/v1/feedback/{feedback_id}/story"],
  findSimilarFeedback: ["POST", "/api/v1/feedback/similar"],
  listCorrections: ["GET", "/api/v1/corrections"],
  getCorrection: ["GET", "/api/v1/corrections/{correction_id}"],
  streamEvents: ["GET", "/api/v1/events"],
  listLatestEvents: ["GET", "/api/v1/events/latest"],
  getEventBacklog: ["GET", "/api/v1/events/backlog"],
  listDeadLetters: ["GET", "/api/v1/events/dead"],
  replayDeadLetters: ["POST", "/api/v1/events/dead/replay"],
  discardDeadLetters: ["POST", "/api/v1/events/dead/discard"],
  submitWork: ["POST", "/api/v1/submissions"],
  listSubmissions: ["GET", "/api/v1/submissions"],
  countSubmissions: ["GET", "/api/v1/submissions/counts"],
  getSubmission: ["GET", "/api/v1/submissions/{submission_id}"],
  getSimilarDecisions: ["GET", "/api/v1/submissions/{submission_id}/similar"],
  decideSubmission: ["POST", "/api/v1/submissions/{submission_id}/decision"],
  withdrawSubmission: ["POST", "/api/v1/submissions/{submission_id}/withdraw"],
  recordDecision: ["POST", "/api/v1/decisions"],
  listTokens: ["GET", "/api/v1/tokens"],
  createToken: ["POST", "/api/v1/tokens"],
  revokeToken: ["POST", "/api/v1/tokens/{token_id}/revoke"],
  listInvitations: ["GET", "/api/v1/invitations"],
  invitePerson: ["POST", "/api/v1/invitations"],
  withdrawInvitation: ["POST", "/api/v1/invitations/{invitation_id}/withdraw"],
  lookAtInvitation: ["POST", "/api/v1/invitations/look"],
  acceptInvitation: ["POST", "/api/v1/invitations/accept"],
  listPeople: ["GET", "/api/v1/people"],
  getLonePerson: ["GET", "/api/v1/people/alone"],
  workAlone: ["POST", "/api/v1/people/alone"],
  workAsTeam: ["POST", "/api/v1/people/team"],
  getPerson: ["GET", "/api/v1/people/{person}"],
  linkLogin: ["POST", "/api/v1/people/link"],
  linkOwnLogin: ["POST", "/api/v1/people/link-mine"],
  unlinkLogin: ["POST", "/api/v1/people/unlink"],
  admitPerson: ["POST", "/api/v1/people/admit"],
  listAudit: ["GET", "/api/v1/audit"],
  verifyAudit: ["POST", "/api/v1/audit/verify"],
  getSettings: ["GET", "/api/v1/settings"],
  testWebhooks: ["POST", "/api/v1/settings/webhooks/test"],
  lintFeedback: ["POST", "/api/v1/feedback/lint"],
  recordIteration: ["POST", "/api/v1/tasks/{task}/iterations"],
  showTask: ["GET", "/api/v1/tasks/{task}/iterations"],
  listTasks: ["GET", "/api/v1/tasks"],
  checkReview: ["POST", "/api/v1/reviews"],
  buildReviewPrompt: ["POST", "/api/v1/reviews/prompt"],
  listRollouts: ["GET", "/api/v1/rollouts"],
  startRollout: ["POST", "/api/v1/rollouts"],
  getRollout: ["GET", "/api/v1/rollouts/{rollout_id}"],
  advanceRollout: ["POST", "/api/v1/rollouts/{rollout_id}/advance"],
  promoteRollout: ["POST", "/api/v1/rollouts/{rollout_id}/promote"],
  rollBackRollout: ["POST", "/api/v1/rollouts/{rollout_id}/roll-back"],
  assignReview: ["POST", "/api/v1/rollouts/{rollout_id}/assignments"],
  assignRollout: ["GET", "/api/v1/rollouts/{rollout_id}/assignment"],
  getReviewHealth: ["GET", "/api/v1/reviews/health"],
  detectSignal: ["POST", "/api/v1/signals"],
  scorePrompt: ["POST", "/api/v1/prompts/score"],
  refinePrompt: ["POST", "/api/v1/prompts/refine"],
  listRefinements: ["GET", "/api/v1/prompts/refinements"],
  summariseRefinements: ["GET", "/api/v1/prompts/refinements/summary"],
  getRefinement: ["GET", "/api/v1/prompts/refinements/{refinement_id}"],
  formatRejection: ["POST", "/api/v1/rejections/format"],
  parseRejection: ["POST", "/api/v1/rejections/parse"],
  findDuplicates: ["POST", "/api/v1/rejections/duplicates"],
  listGates: ["GET", "/api/v1/gates"],
  listAgents: ["GET", "/api/v1/agents"],
  getAgentPatterns: ["GET", "/api/v1/agents/{agent}/patterns"],
  getAgentTrend: ["GET", "/api/v1/agents/{agent}/trend"],
  listAgentRejections: ["GET", "/api/v1/agents/{agent}/rejections"],
  getAgentRules: ["GET", "/api/v1/agents/{agent}/rules"],
  getAgentMistakes: ["GET", "/api/v1/agents/{agent}/mistakes"],
  buildAgentPrompt: ["POST", "/api/v1/agents/{agent}/prompt"],
  getAgentPrompt: ["GET", "/api/v1/agents/{agent}/prompt"],
  reportOutcome: ["POST", "/api/v1/agents/{agent}/outcomes"],
  reportRunModel: ["POST", "/api/v1/agents/{agent}/runs"],
  reportCommits: ["POST", "/api/v1/agents/{agent}/commits"],
  listPromptMoments: ["GET", "/api/v1/agents/{agent}/prompt/moments"],
  listReminders: ["GET", "/api/v1/agents/{agent}/reminders"],
  dismissReminder: ["POST", "/api/v1/reminders/{feedback_id}/dismiss"],
  reportFixed: ["POST", "/api/v1/agents/{agent}/fixed"],
  listProposals: ["GET", "/api/v1/proposals"],
  proposeRule: ["POST", "/api/v1/proposals"],
  checkRule: ["POST", "/api/v1/proposals/check"],
  approveProposals: ["POST", "/api/v1/proposals/approve"],
  getProposal: ["GET", "/api/v1/proposals/{rule_id}"],
  approveProposal: ["POST", "/api/v1/proposals/{rule_id}/approve"],
  rejectProposal: ["POST", "/api/v1/proposals/{rule_id}/reject"],
  modifyProposal: ["POST", "/api/v1/proposals/{rule_id}/modify"],
  proposeAgain: ["POST", "/api/v1/proposals/{rule_id}/again"],
  deferProposal: ["POST", "/api/v1/proposals/{rule_id}/defer"],
  listRules: ["GET", "/api/v1/rules"],
  getRule: ["GET", "/api/v1/rules/{rule_id}"],
  getRuleEffect: ["GET", "/api/v1/rules/{rule_id}/effect"],
  getRuleEffectTimeline: ["GET", "/api/v1/rules/{rule_id}/effect/timeline"],
  getRuleHistory: ["GET", "/api/v1/rules/{rule_id}/history"],
  retireRule: ["POST", "/api/v1/rules/{rule_id}/retire"],
  rollBackRule: ["POST", "/api/v1/rules/{rule_id}/roll-back"],
  keepRule: ["POST", "/api/v1/rules/{rule_id}/keep"],
  replayRule: ["GET", "/api/v1/rules/{rule_id}/replay"],
  listTrials: ["GET", "/api/v1/trials"],
  startTrial: ["POST", "/api/v1/trials"],
  getTrial: ["GET", "/api/v1/trials/{trial_id}"],
  stopTrial: ["POST", "/api/v1/trials/{trial_id}/stop"],
  exemptRule: ["POST", "/api/v1/rules/{rule_id}/exempt"],
  endRuleExemption: ["POST", "/api/v1/rules/{rule_id}/end-exemption"],
  getSunset: ["GET", "/api/v1/sunset"],
  listChecks: ["GET", "/api/v1/checks"],
  getCheck: ["GET", "/api/v1/checks/{check_id}"],
  draftCheck: ["POST", "/api/v1/rules/{rule_id}/checks"],
  approveCheck: ["POST", "/api/v1/checks/{check_id}/approve"],
  watchCheck: ["POST", "/api/v1/checks/{check_id}/watch"],
  nudgeCheck: ["POST", "/api/v1/checks/{check_id}/nudge"],
  blockCheck: ["POST", "/api/v1/checks/{check_id}/block"],
  retireCheck: ["POST", "/api/v1/checks/{check_id}/retire"],
  tryCheck: ["POST", "/api/v1/checks/{check_id}/try"],
  listCheckHits: ["GET", "/api/v1/check-hits"],
  judgeCheckHit: ["POST", "/api/v1/check-hits/{hit_id}/judge"],
  listRunningChecks: ["GET", "/api/v1/running-checks"],
  checkFiles: ["POST", "/api/v1/check-files"],
  reportChecks: ["POST", "/api/v1/check-reports"],
  explainCommit: ["GET", "/api/v1/commits/{commit}/why"],
  listClusters: ["GET", "/api/v1/clusters"],
  mergeClusters: ["POST", "/api/v1/clusters/merge"],
  listClusterSuggestions: ["GET", "/api/v1/clusters/suggestions"],
  keepClusters: ["POST", "/api/v1/clusters/keep"],
  getCluster: ["GET", "/api/v1/clusters/{cluster_id}"],
  listClusterMembers: ["GET", "/api/v1/clusters/{cluster_id}/members"],
  splitCluster: ["POST", "/api/v1/clusters/{cluster_id}/split"],
  renameCluster: ["POST", "/api/v1/clusters/{cluster_id}/rename"],
  listEvaluations: ["GET", "/api/v1/evaluations"],
  countEvaluations: ["GET", "/api/v1/evaluations/counts"],
  getEvaluation: ["GET", "/api/v1/evaluations/{feedback_id}"],
  resolveEvaluation: ["POST", "/api/v1/evaluations/{feedback_id}/resolve"],
  promoteEvaluation: ["POST", "/api/v1/evaluations/{feedback_id}/promote"],
} as const satisfies Record<keyof Operations, readonly [string, string]>;
