import cast from "./story/cast.json" with { type: "json" };
import codeWork from "./story/code-work.json" with { type: "json" };
import decisions from "./story/decisions.json" with { type: "json" };
import findings from "./story/findings.json" with { type: "json" };
import singleRemarks from "./story/single-remarks.json" with { type: "json" };
import textWork from "./story/text-work.json" with { type: "json" };
import themes from "./story/themes.json" with { type: "json" };
import waitingWork from "./story/waiting-work.json" with { type: "json" };

/** A reviewer who joins on the day `from`; `login` is their GitHub name. */
interface Person {
  readonly name: string;
  readonly role: "reviewer" | "approver";
  readonly login: string;
  readonly from: number;
}

export interface DemoAgent {
  readonly name: string;
  readonly runsPerDay: number;
  readonly gate: string;
  readonly prompt: string;
  readonly reviewers: readonly string[];
  readonly from: number;
  /** The prefix of its tasks' ids. */
  readonly tasks: string;
  readonly epic: string;
}

interface Act {
  readonly day: number;
  readonly by: string;
}

/** A decision about the rule of a theme. `trial` starts a randomised trial of it, and `tidy` merges clusters about the same mistake and names them. */
export type PlannedRuleAct = Act &
  (
    | { readonly do: "approve" }
    | { readonly do: "trial" }
    | { readonly do: "modify"; readonly text: string; readonly reason: string }
    | { readonly do: "reject" | "retire" | "defer"; readonly reason: string }
    | { readonly do: "tidy"; readonly name: string }
  );

/** A recurring mistake of an agent, and what people do about its rule. */
export interface Theme {
  readonly key: string;
  readonly about?: string;
  readonly agent: string;
  readonly tag: string;
  readonly remarks: readonly string[];
  /** The text that shows the mistake, and its correction. In code, lines that are added. */
  readonly flaw?: { readonly shows: string; readonly fixed: string; readonly first?: boolean };
  /** The share of the agent's runs with the mistake, by story days. */
  readonly phases: readonly { readonly from: number; readonly to: number; readonly rate: number }[];
  readonly acts: readonly PlannedRuleAct[];
}

export interface CodeLocation {
  readonly part: string;
  readonly file: string;
  readonly fn: string;
}

/** A text that an agent writes, with placeholders. `edit` is a person's change to it, and `note` their comment. */
export interface TextWork {
  readonly title: string;
  readonly output: string;
  readonly edit: readonly [before: string, after: string];
  readonly note: string;
}

/** A finding of the machine reviewer, with the placeholders `{fn}` and `{part}`. */
export interface FindingText {
  readonly severity: string;
  readonly category: string;
  readonly title: string;
  readonly message: string;
}

/** Two people who decide the same work differently. */
export interface StoryDisagreement {
  readonly title: string;
  readonly output: string;
  readonly approved: Act & { readonly comment: string };
  readonly rejected: Act & { readonly comment: string };
  readonly resolved?: Act & { readonly reason: string };
}

/** A rule that a person proposes, with its approvals and retirement. */
interface OwnRule extends Act {
  readonly text: string;
  readonly reason: string;
  readonly agent: string;
  readonly approvals: readonly Act[];
  readonly retired?: Act & { readonly reason: string };
}

export type RolloutStep = Act & { readonly reason: string } & (
    | { readonly do: "start"; readonly to: string; readonly steps: readonly number[] }
    | { readonly do: "advance" | "promote" | "roll-back" }
  );

export const PEOPLE = cast.people as readonly Person[];
export const AGENTS: readonly DemoAgent[] = cast.agents;
export const THEMES = themes as readonly Theme[];
export const CODE: {
  readonly locations: readonly CodeLocation[];
  readonly changes: typeof codeWork.changes;
  readonly failed_checks: readonly string[];
  readonly failed_tests: readonly string[];
} = codeWork;
export const TEXTS = textWork as unknown as Readonly<
  Record<
    "support" | "notes" | "docs" | "review",
    { readonly parts: readonly string[]; readonly work: readonly TextWork[] }
  >
>;
export const FINDINGS: readonly FindingText[] = findings;
export const SINGLE_REMARKS: Readonly<Record<"code" | "text" | "kind", readonly string[]>> = singleRemarks;
export const WAITING_WORK = waitingWork;
export const DISAGREEMENTS: readonly StoryDisagreement[] = decisions.disagreements;
export const OWN_RULES: readonly OwnRule[] = decisions.own_rules;
/** One rollout that was promoted, one that was rolled back, and one that is still running. */
export const ROLLOUT_STEPS = decisions.rollout_steps as readonly RolloutStep[];
