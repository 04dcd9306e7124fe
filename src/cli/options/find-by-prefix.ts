import type { Page } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { EvaluationRecord, Standing } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { notFound, usageError } from "../cli-error.ts";

const PAGE = 500;
/** Records looked through for a prefix. */
const MAX_READ = 10_000;
const MAX_NAMED = 5;

/** The rule of an id, or of the beginning of one; with or without its `ru_`. */
export async function findRuleByPrefix(
  rules: Pick<RuleStore, "find" | "list">,
  given: string,
): Promise<Rule> {
  return findByPrefix(given, {
    mark: "ru_",
    what: "rule",
    listing: "emend rules list",
    find: (id) => rules.find(id),
    list: (page) => rules.list(page),
    idOf: ({ id }) => id,
  });
}

/** The evaluation of a piece of feedback that counts as this now; by its id or the beginning of it. */
export async function findEvaluationByPrefix(
  evaluations: Pick<EvaluationStore, "find" | "list">,
  given: string,
  standing: Standing,
): Promise<EvaluationRecord> {
  return findByPrefix(given, {
    mark: "fb_",
    what: "evaluation",
    listing: standing === "ambiguous" ? "emend rules ambiguous" : "emend rules edge-cases",
    find: (id) => evaluations.find(id),
    list: (page) => evaluations.list({ standing, ...page }),
    idOf: ({ feedback_id }) => feedback_id,
  });
}

/** Feedback of an id, or of the beginning of one that was said since then. */
export async function findReminderByPrefix(
  feedback: Pick<FeedbackStore, "find" | "list">,
  given: string,
  since: string,
): Promise<Feedback> {
  return findByPrefix(given, {
    mark: "fb_",
    what: "reminder",
    listing: "emend reminders list",
    find: (id) => feedback.find(id),
    list: (page) => feedback.list({ since, ...page }),
    idOf: ({ id }) => id,
  });
}

/** What has an id, by the id or the beginning of it. */
export async function findByPrefix<T>(
  given: string,
  { mark, what, listing, find, list, idOf }: PrefixSearch<T>,
): Promise<T> {
  const whole = await find(given);
  if (whole !== undefined) return whole;
  const found = await matching(mark, given, (after) => list({ limit: PAGE, ...after }), idOf);
  return theOne(
    found.map((each) => [idOf(each), each]),
    given,
    what,
    listing,
  );
}

interface PrefixSearch<T> {
  readonly mark: string;
  readonly what: string;
  /** The command that shows which there are. */
  readonly listing: string;
  readonly find: (id: string) => Promise<T | undefined>;
  readonly list: (page: { readonly limit: number; readonly after?: string }) => Promise<Page<T>>;
  readonly idOf: (item: T) => string;
}

async function matching<T>(
  mark: string,
  given: string,
  read: (after: { readonly after?: string }) => Promise<Page<T>>,
  idOf: (item: T) => string,
): Promise<readonly T[]> {
  // A script's variable that is not set must not approve whatever there is.
  if (given.trim() === "") return [];
  const prefix = given.startsWith(mark) ? given : mark + given;
  const found: T[] = [];
  let after: string | undefined;
  let count = 0;
  do {
    const page = await read(defined({ after }));
    found.push(...page.items.filter((item) => idOf(item).startsWith(prefix)));
    count += page.items.length;
    after = page.next;
  } while (after !== undefined && count < MAX_READ);
  return found;
}

function theOne<T>(
  found: readonly (readonly [string, T])[],
  given: string,
  what: string,
  listing: string,
): T {
  const [first] = found;
  if (first === undefined) {
    throw notFound(what, given, listing);
  }
  if (found.length === 1) return first[1];
  const ids = found.slice(0, MAX_NAMED).map(([id]) => id);
  throw usageError(
    "ambiguous_id",
    `${given.slice(0, 80)} matches ${found.length} ids: ${ids.join(", ")}${found.length > MAX_NAMED ? ", …" : ""}`,
    "use a longer prefix",
  );
}
