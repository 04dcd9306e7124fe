import { defined } from "../../core/defined.ts";
import { isSamePerson, type People } from "../../core/person/people.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { feedbackWords, isCoveredBy } from "../../core/reminder/correction-words.ts";
import { rankReminders, createReminders } from "../../core/reminder/rank-reminders.ts";
import { type Reminder, REMINDER_DAYS, type ReminderSource } from "../../core/reminder/reminder.ts";
import { findVersion, holdsFor, type Rule } from "../../core/rule/rule.ts";
import { daysAfter } from "../../core/time/time.ts";
import { isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore, ReminderStore, RuleStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { PersonStore } from "../../ports/access-store.ts";

export interface FindRemindersParts {
  readonly feedback: Pick<FeedbackStore, "list">;
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members">;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly evaluations: Pick<EvaluationStore, "findAll">;
  readonly people: Pick<PersonStore, "read">;
  readonly reminders: Pick<ReminderStore, "ends">;
  readonly now: () => string;
}

export interface RemindersQuestion {
  readonly agent: string;
  /** Files that the agent is about to touch; none at the start of a conversation. */
  readonly files: readonly string[];
  /** A description of the work. */
  readonly about?: string;
  readonly source: ReminderSource;
  /** Names of the person who runs the agent, for `own`. */
  readonly own: readonly string[];
  readonly limit: number;
}

/** Most of the latest records are failures reported by tools. */
const MAX_PAGES = 4;
const PAGE = 500;
/** The most remarks that are considered. */
const MAX_READ = 200;

/** Corrections to remind an agent of, most relevant first. */
export const findReminders =
  (parts: FindRemindersParts) =>
  async ({ agent, files, about, source, own, limit }: RemindersQuestion): Promise<readonly Reminder[]> => {
    if (source === "off" || (source === "own" && own.length === 0)) return [];
    const now = parts.now();
    const latest = await loadLatest(parts.feedback, agent, daysAfter(now, -REMINDER_DAYS));
    if (latest.length === 0) return [];
    const relevant = source === "team" ? latest : ofPerson(latest, own, await parts.people.read());
    const ends = await parts.reminders.ends(relevant.map(({ id }) => id));
    const evaluated = await parts.evaluations.findAll(relevant.map(({ id }) => id));
    // Contradictory feedback that waits for a person is left out.
    const open = relevant.filter(({ id }) => !ends.has(id) && isEvidenceForRule(evaluated.get(id)));
    if (open.length === 0) return [];
    const isCovered = await coverage(parts, agent, open);
    const toReminder = createReminders();
    const found: Reminder[] = [];
    for (const ranked of rankReminders(open, { files, now, ...defined({ about }) })) {
      if (found.length === limit) break;
      if (await isCovered(ranked.record)) continue;
      const reminder = toReminder(ranked);
      if (reminder !== undefined) found.push(reminder);
    }
    return found;
  };

async function loadLatest(
  feedback: FindRemindersParts["feedback"],
  agent: string,
  since: string,
): Promise<readonly Feedback[]> {
  const found: Feedback[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < MAX_READ; page += 1) {
    const { items, next } = await feedback.list({
      agent,
      since,
      limit: PAGE,
      ...defined({ after }),
    });
    found.push(...items.filter((record) => feedbackWords(record) !== undefined));
    if (next === undefined) break;
    after = next;
  }
  return found.slice(0, MAX_READ);
}

const ofPerson = (
  found: readonly Feedback[],
  own: readonly string[],
  people: People,
): readonly Feedback[] => {
  const isOwn = new Map<string, boolean>();
  return found.filter(({ author: { id } }) => {
    const known = isOwn.get(id) ?? own.some((name) => isSamePerson(name, id, people));
    isOwn.set(id, known);
    return known;
  });
};

/** Checks whether a rule in force covers a record, or a tool has reported the same since. */
async function coverage(
  { rules, clusters }: FindRemindersParts,
  agent: string,
  records: readonly Feedback[],
): Promise<(record: Feedback) => Promise<boolean>> {
  const inForce = (await rules.inForce(agent)).filter((rule) => appliesToAgent(rule, agent));
  const memberships = await clusters.membershipsOf(records.map(({ id }) => id));
  const checked = new Map<string, Promise<string>>();
  return async (record) => {
    const cluster = memberships.get(record.id)?.cluster_id;
    if (inForce.some((rule) => isCoveredBy(record, rule, cluster))) return true;
    if (cluster === undefined) return false;
    const last = checked.get(cluster) ?? lastReported(clusters, cluster);
    checked.set(cluster, last);
    return (await last) > record.time;
  };
}

const appliesToAgent = (rule: Rule, agent: string): boolean => {
  const version = findVersion(rule, rule.in_force);
  return version !== undefined && holdsFor(version.scope, agent);
};

/** When a tool or review bot last reported the mistake of a cluster; empty for never. */
async function lastReported(clusters: FindRemindersParts["clusters"], id: string): Promise<string> {
  const { items } = await clusters.members(id, { limit: PAGE });
  return items.find(({ trust }) => trust === "tool" || trust === "reviewer_bot")?.time ?? "";
}
