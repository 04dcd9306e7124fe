import cast from "./story/cast.json" with { type: "json" };
import codeWork from "./story/code-work.json" with { type: "json" };
import decisions from "./story/decisions.json" with { type: "json" };
import findings from "./story/findings.json" with { type: "json" };
import singleRemarks from "./story/single-remarks.json" with { type: "json" };
import textWork from "./story/text-work.json" with { type: "json" };
import themes from "./story/themes.json" with { type: "json" };
import waitingWork from "./story/waiting-work.json" with { type: "json" };

/** Somebody who reviews, from a day of the story on; `login` is their name on GitHub. */
interface Person {
  readonly name: string;
  readonly role: "reviewer" | "approver";
  readonly login: string;
  readonly from: number;
}

/** An agent at work: how much it hands in on a working day, to which gate, and who reviews it. */
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

/** What a person does about a mistake's rule. `tidy` merges clusters that say the same and names them. */
export type RuleAct = Act &
  (
    | { readonly do: "approve" }
    | { readonly do: "modify"; readonly text: string; readonly reason: string }
    | { readonly do: "reject" | "retire" | "defer"; readonly reason: string }
    | { readonly do: "tidy"; readonly name: string }
  );

/** A mistake that an agent keeps making: how often, from when to when, and what becomes of it. */
export interface Theme {
  readonly key: string;
  readonly about?: string;
  readonly agent: string;
  readonly tag: string;
  readonly remarks: readonly string[];
  /** What it looks like in the work and corrected; in code, lines that are added. */
  readonly flaw?: { readonly shows: string; readonly mended: string; readonly first?: boolean };
  /** The share of the agent's runs that have it, by days of the story. */
  readonly phases: readonly { readonly from: number; readonly to: number; readonly rate: number }[];
  readonly acts: readonly RuleAct[];
}

export interface CodePlace {
  readonly part: string;
  readonly file: string;
  readonly fn: string;
}

/** A text that an agent writes, with gaps; `edit` is what a person replaces and with what, `note` what they say about it. */
export interface TextWork {
  readonly title: string;
  readonly output: string;
  readonly edit: readonly [words: string, instead: string];
  readonly note: string;
}

/** A problem that the machine reviewer claims; `{fn}` and `{part}` are filled in. */
export interface FindingText {
  readonly severity: string;
  readonly category: string;
  readonly title: string;
  readonly message: string;
}

/** Two people who decide the same work differently. */
export interface Disagreement {
  readonly title: string;
  readonly output: string;
  readonly approved: Act & { readonly comment: string };
  readonly rejected: Act & { readonly comment: string };
  readonly resolved?: Act & { readonly reason: string };
}

/** A rule in a person's own words, and who approves and retires it. */
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
  readonly places: readonly CodePlace[];
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
export const DISAGREEMENTS: readonly Disagreement[] = decisions.disagreements;
export const OWN_RULES: readonly OwnRule[] = decisions.own_rules;
/** One version that went through, one that was rolled back, and one that is under way. */
export const ROLLOUT_STEPS = decisions.rollout_steps as readonly RolloutStep[];
