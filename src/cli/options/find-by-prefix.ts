import type { Page } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { EvaluationRecord, Standing } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import type { Trial } from "../../core/trial/trial.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { notFound, usageError } from "../cli-error.ts";

const PAGE = 500;
/** How many records are searched for a prefix. */
const MAX_READ = 10_000;
const MAX_NAMED = 5;

/** Finds a rule by its id or a prefix of it, with or without `ru_`. */
export const findRuleByPrefix = (rules: Pick<RuleStore, "find" | "list">, prefix: string): Promise<Rule> =>
  findByPrefix(prefix, {
    type: "ru_",
    what: "rule",
    listing: "emend rules list",
    find: (id) => rules.find(id),
    list: (page) => rules.list(page),
    idOf: ({ id }) => id,
  });

/** Finds a trial by its id or a prefix of it, with or without `tr_`. */
export const findTrialByPrefix = (
  trials: Pick<TrialStore, "find" | "list">,
  prefix: string,
): Promise<Trial> =>
  findByPrefix(prefix, {
    type: "tr_",
    what: "trial",
    listing: "emend trials list",
    find: (id) => trials.find(id),
    list: (page) => trials.list(page),
    idOf: ({ id }) => id,
  });

/** Finds the evaluation of feedback with this standing. */
export const findEvaluationByPrefix = (
  evaluations: Pick<EvaluationStore, "find" | "list">,
  prefix: string,
  standing: Standing,
): Promise<EvaluationRecord> =>
  findByPrefix(prefix, {
    type: "fb_",
    what: "evaluation",
    listing: standing === "ambiguous" ? "emend rules ambiguous" : "emend rules edge-cases",
    find: (id) => evaluations.find(id),
    list: (page) => evaluations.list({ standing, ...page }),
    idOf: ({ feedback_id }) => feedback_id,
  });

/** Finds recent feedback that agents may be reminded of. */
export const findReminderByPrefix = (
  feedback: Pick<FeedbackStore, "find" | "list">,
  prefix: string,
  since: string,
): Promise<Feedback> =>
  findByPrefix(prefix, {
    type: "fb_",
    what: "reminder",
    listing: "emend reminders list",
    find: (id) => feedback.find(id),
    list: (page) => feedback.list({ since, ...page }),
    idOf: ({ id }) => id,
  });

interface PrefixSearch<T> {
  /** What such ids start with. */
  readonly type: string;
  readonly what: string;
  /** The command that lists them, for the message. */
  readonly listing: string;
  readonly find: (id: string) => Promise<T | undefined>;
  readonly list: (page: { readonly limit: number; readonly after?: string }) => Promise<Page<T>>;
  readonly idOf: (item: T) => string;
}

export async function findByPrefix<T>(prefix: string, search: PrefixSearch<T>): Promise<T> {
  const exact = await search.find(prefix);
  if (exact !== undefined) return exact;
  const matches = await findMatches(prefix, search);
  const [only] = matches;
  if (only === undefined) throw notFound(search.what, prefix, search.listing);
  if (matches.length === 1) return only;
  const ids = matches.slice(0, MAX_NAMED).map(search.idOf).join(", ");
  throw usageError(
    "ambiguous_id",
    `${prefix.slice(0, 80)} matches ${matches.length} ids: ${ids}${matches.length > MAX_NAMED ? ", …" : ""}`,
    "use a longer prefix",
  );
}

async function findMatches<T>(prefix: string, { type, list, idOf }: PrefixSearch<T>): Promise<readonly T[]> {
  // An unset variable in a script must not match everything.
  if (prefix.trim() === "") return [];
  const full = prefix.startsWith(type) ? prefix : type + prefix;
  const matches: T[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const page = await list({ limit: PAGE, ...defined({ after }) });
    matches.push(...page.items.filter((item) => idOf(item).startsWith(full)));
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && read < MAX_READ);
  return matches;
}
