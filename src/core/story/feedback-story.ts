import { defined } from "../defined.ts";
import type { Cluster, ClusterMember, Membership } from "../cluster/cluster.ts";
import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import type { Reminder, ReminderEnd } from "../reminder/reminder.ts";
import { type RuleBar, ruleBar } from "../rule/propose/recurrence.ts";
import { presentVersion, type Rule } from "../rule/rule.ts";
import { ruleHistory } from "../rule/rule-history.ts";
import type { Feedback } from "../feedback/feedback.ts";

export const STORY_STEPS = [
  "said",
  "evaluated",
  "resolved",
  "joined_cluster",
  "rule",
  "reminding",
  "reminder_ended",
  "recurred",
] as const;

/** One step of a record's story. */
interface StoryStep {
  readonly at: string;
  readonly step: (typeof STORY_STEPS)[number];
  /** For people. */
  readonly text: string;
  /** The id of the cluster, rule or other feedback. */
  readonly id: string | null;
  readonly by: string | null;
}

export interface FeedbackStory {
  readonly feedback_id: string;
  /** The current state, and the next command. */
  readonly now: string;
  readonly next: string | null;
  /** Oldest first. */
  readonly steps: readonly StoryStep[];
}

export interface StoryFacts {
  readonly record: Feedback;
  readonly evaluation?: EvaluationRecord | undefined;
  readonly membership?: Membership | undefined;
  readonly cluster?: Cluster | undefined;
  /** Later members of the cluster, oldest first. */
  readonly later: readonly ClusterMember[];
  /** Rules with it as evidence, or from its cluster. */
  readonly rules: readonly Rule[];
  readonly reminder?: Reminder | undefined;
  readonly ended?: ReminderEnd | undefined;
}

const MAX_RECURRENCES = 20;

export function buildFeedbackStory(facts: StoryFacts): FeedbackStory {
  const { record, evaluation, membership, cluster, later, rules, reminder, ended } = facts;
  const makeStep = (
    at: string,
    step: StoryStep["step"],
    text: string,
    more: { readonly id?: string; readonly by?: string | null } = {},
  ): StoryStep => ({ at, step, text, id: more.id ?? null, by: more.by ?? null });
  const { author, outcome, agent } = record;
  const what = outcome === null ? "said" : outcome.replaceAll("_", " ");
  const steps = [
    makeStep(
      record.time,
      "said",
      `${what} by ${author.id} (${author.trust})${agent === undefined ? "" : ` about ${agent}`}`,
      {
        by: author.id,
      },
    ),
  ];
  // A re-evaluated record was first evaluated before a rule named it.
  const named = rules.flatMap(({ versions }) =>
    versions.filter(({ evidence }) => evidence.includes(record.id)).map(({ proposed_at }) => proposed_at),
  );
  const evaluatedAt = [evaluation?.evaluated_at ?? record.time, ...named].toSorted()[0]!;
  if (evaluation !== undefined) {
    const { classification, confidence, rationale } = evaluation.evaluation;
    const percent = Math.round(confidence * 100);
    steps.push(
      makeStep(evaluatedAt, "evaluated", `${classification} (confidence ${percent} %): ${rationale}`),
    );
    const { resolution } = evaluation;
    if (resolution !== null) {
      const text = `resolved as ${resolution.as}${resolution.reason === "" ? "" : `: ${resolution.reason}`}`;
      steps.push(makeStep(resolution.at, "resolved", text, { by: resolution.by }));
    }
  }
  if (membership !== undefined) {
    const size =
      cluster === undefined
        ? ""
        : ` of ${cluster.size}${cluster.name === undefined ? "" : `, "${cluster.name}"`}`;
    const by = defined({ by: membership.by });
    steps.push(
      makeStep(evaluatedAt, "joined_cluster", `joined a cluster${size}`, {
        id: membership.cluster_id,
        ...by,
      }),
    );
  }
  for (const rule of rules) {
    for (const act of ruleHistory(rule)) {
      const words = `${act.act.replaceAll("_", " ")}${act.reason === null ? "" : `: ${act.reason}`}`;
      steps.push(makeStep(act.at, "rule", `version ${act.version} ${words}`, { id: rule.id, by: act.by }));
    }
  }
  if (reminder !== undefined) {
    steps.push(
      makeStep(
        record.time,
        "reminding",
        `${agent ?? "the agent"} is reminded of it until ${reminder.until.slice(0, 10)}`,
      ),
    );
  }
  if (ended !== undefined) {
    steps.push(
      makeStep(ended.at, "reminder_ended", `reminder ${ended.how}: ${ended.reason}`, { by: ended.by }),
    );
  }
  for (const member of later.slice(0, MAX_RECURRENCES)) {
    const rule = rules.find(({ in_force_since: since }) => since !== null && since < member.time);
    const text = `said again${member.agent === "" ? "" : ` about ${member.agent}`}${rule === undefined ? "" : `, after rule ${rule.id} came into force`}`;
    steps.push(makeStep(member.time, "recurred", text, { id: member.feedback_id, by: member.author }));
  }
  const order = (step: StoryStep): number => STORY_STEPS.indexOf(step.step);
  return {
    feedback_id: record.id,
    ...standing(facts),
    steps: steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : order(a) - order(b))),
  };
}

const BARRED: Readonly<Record<RuleBar, string>> = {
  author_unknown: "Stored, but not used for rules: its author is unknown",
  author_not_trusted: "Stored, but not used for rules: its author is an outsider",
  no_correction: "Stored, but not used for rules: it corrects nothing",
  no_words: "Stored, but not used for rules: it does not say what was wrong or what to do",
  written_by_author: "Stored, but not used for rules: it was written by whoever did the work",
  work_of_people: "Stored, but not used for rules: the work was done by people, not an agent",
};

function standing({
  record,
  evaluation,
  membership,
  cluster,
  rules,
}: StoryFacts): Pick<FeedbackStory, "now" | "next"> {
  const inForce = rules.find(({ in_force }) => in_force !== null);
  if (inForce !== undefined) {
    const text = `Rule ${inForce.id} covers it, in force since ${inForce.in_force_since ?? inForce.updated_at}`;
    return { now: text, next: `emend rules effect ${inForce.id}` };
  }
  const pending = rules.find((rule) => rule.pending !== null);
  if (pending !== undefined) {
    return { now: `Rule ${pending.id} is waiting for approval`, next: `emend rules show ${pending.id}` };
  }
  const [ended] = rules;
  if (ended !== undefined) {
    return {
      now: `Rule ${ended.id} was ${presentVersion(ended).status.replaceAll("_", " ")}`,
      next: `emend rules history ${ended.id}`,
    };
  }
  if (evaluation === undefined) return { now: "Recorded, not evaluated yet", next: "emend rules propose" };
  if (standingOf(evaluation) === "ambiguous") {
    return { now: "Ambiguous: a person has to resolve it", next: `emend rules resolve ${record.id}` };
  }
  const bar = ruleBar(record);
  if (bar !== undefined) return { now: BARRED[bar], next: null };
  if (membership !== undefined) {
    return { now: `Said ${cluster?.size ?? 1} times; no rule is proposed yet`, next: "emend rules propose" };
  }
  return { now: "Said once, nothing similar yet", next: `emend rules promote ${record.id}` };
}
