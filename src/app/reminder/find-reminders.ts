import { isSamePerson, type People } from "../../core/person/people.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { correctionWords } from "../../core/reminder/correction-words.ts";
import { isCoveredBy } from "../../core/reminder/is-covered.ts";
import { rankReminders } from "../../core/reminder/rank-reminders.ts";
import { type Reminder, REMINDER_DAYS, type ReminderSource } from "../../core/reminder/reminder.ts";
import { findVersion, holdsFor, type Rule } from "../../core/rule/rule.ts";
import { daysAfter } from "../../core/time/days-after.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import type { ReminderStore } from "../../ports/reminder-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

export interface FindRemindersParts {
  readonly feedback: Pick<FeedbackStore, "list">;
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members">;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly people: Pick<PersonStore, "read">;
  readonly reminders: Pick<ReminderStore, "ends">;
  readonly now: () => string;
}

export interface RemindersQuestion {
  readonly agent: string;
  /** Files that the agent is about to touch; none where a conversation begins. */
  readonly files: readonly string[];
  /** What the work is about, in words. */
  readonly about?: string;
  readonly source: ReminderSource;
  /** Names of the person who runs the agent, for `own`. */
  readonly own: readonly string[];
}

/** Of so many of the latest records within two weeks, most are failures that tools heard. */
const MAX_PAGES = 4;
const PAGE = 500;
/** As many corrections as anybody can be reminded of; five are told. */
const MAX_FOUND = 100;

/** The corrections that an agent is to be reminded of, the nearest first. */
export const findReminders =
  (parts: FindRemindersParts) =>
  async ({ agent, files, about, source, own }: RemindersQuestion): Promise<readonly Reminder[]> => {
    if (source === "off" || (source === "own" && own.length === 0)) return [];
    const now = parts.now();
    const found = await latestCorrections(parts.feedback, agent, daysAfter(now, -REMINDER_DAYS));
    if (found.length === 0) return [];
    const counted = source === "team" ? found : ofPerson(found, own, await parts.people.read());
    const ends = await parts.reminders.ends(counted.map(({ id }) => id));
    const open = await notCovered(
      parts,
      agent,
      counted.filter(({ id }) => !ends.has(id)),
    );
    return rankReminders(open, { files, now, ...(about === undefined ? {} : { about }) });
  };

async function latestCorrections(
  feedback: FindRemindersParts["feedback"],
  agent: string,
  since: string,
): Promise<readonly Feedback[]> {
  const found: Feedback[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < MAX_FOUND; page += 1) {
    const { items, next } = await feedback.list({
      agent,
      since,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...items.filter((record) => correctionWords(record) !== undefined));
    if (next === undefined) break;
    after = next;
  }
  return found.slice(0, MAX_FOUND);
}

const ofPerson = (found: readonly Feedback[], own: readonly string[], people: People): readonly Feedback[] =>
  found.filter(({ author }) => own.some((name) => isSamePerson(name, author.id, people)));

/** Without those that a rule in force covers, or that a tool has found again by itself. */
async function notCovered(
  { rules, clusters }: FindRemindersParts,
  agent: string,
  corrections: readonly Feedback[],
): Promise<readonly Feedback[]> {
  if (corrections.length === 0) return [];
  const inForce = (await rules.inForce(agent)).filter((rule) => isFor(rule, agent));
  const memberships = await clusters.membershipsOf(corrections.map(({ id }) => id));
  const checked = await checkedSince(
    clusters,
    [...memberships.values()].map(({ cluster_id }) => cluster_id),
  );
  return corrections.filter((record) => {
    const cluster = memberships.get(record.id)?.cluster_id;
    if (cluster !== undefined && (checked.get(cluster) ?? "") > record.time) return false;
    return !inForce.some((rule) => isCoveredBy(record, rule, cluster));
  });
}

const isFor = (rule: Rule, agent: string): boolean => {
  const version = findVersion(rule, rule.in_force);
  return version !== undefined && holdsFor(version.scope, agent);
};

/** When a tool or a review bot last reported each of these mistakes. */
async function checkedSince(
  clusters: FindRemindersParts["clusters"],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const id of new Set(ids)) {
    const { items } = await clusters.members(id, { limit: PAGE });
    const tool = items.find(({ trust }) => trust === "tool" || trust === "reviewer_bot");
    if (tool !== undefined) found.set(id, tool.time);
  }
  return found;
}
