import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import { labelValue, OTHER } from "./label-value.ts";
import { type GaugeReading, sample, type Sample, ageSeconds } from "./reading.ts";
import { defined } from "../../core/defined.ts";
import { measureRules, type MeasureParts } from "../../app/rule/measure-rules.ts";
import { RULE_STATUSES, findVersion } from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { cachedRollUps } from "../../app/pattern/roll-up-cache.ts";
import { windowOf } from "../../core/pattern/pattern-window.ts";
import type { RollUpIndex } from "../../core/pattern/roll-up.ts";
import { addHours, countHours } from "../../core/pattern/tally-rows.ts";
import { noWork } from "../../core/pattern/work-counts.ts";
import { hourNumber } from "../../core/time/time.ts";

const addTo = (sums: Sums, name: string, count: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + count);

const MAX_AGENTS = 100;

const MAX_TAGS = 20;

const OUTCOMES = ["approved", "approved_with_changes", "rejected"] as const;

const MAX_GATES = 100;

const MAX_RULES = 100;

const PAGE = 500;

const MAX_PAGES = 10;

export interface ReadingDependencies {
  readonly store: Store;
  readonly events: EventLog;
  /** The groups whose backlog is measured. */
  readonly groups: readonly string[];
  readonly policy: RulePolicy;
  readonly now: () => string;
}

const FRESH_MS = 5_000;
/** Effects change slowly and are the most expensive to read. */
const EFFECT_FRESH_MS = 300_000;
const RULES_FRESH_MS = 60_000;

export const readingsOf = ({
  store,
  events,
  groups,
  policy,
  now,
}: ReadingDependencies): readonly GaugeReading[] => [
  {
    part: "work",
    freshMs: FRESH_MS,
    metrics: ["emend_rejections_last_day", "emend_decisions_last_day", "emend_approval_ratio"],
    read: () => readWork(store.feedback, now()),
  },
  {
    part: "submissions",
    freshMs: FRESH_MS,
    metrics: [
      "emend_submissions_waiting",
      "emend_submissions_overdue",
      "emend_submissions_oldest_age_seconds",
    ],
    read: () => readSubmissions(store.submissions, now()),
  },
  {
    part: "proposals",
    freshMs: FRESH_MS,
    metrics: ["emend_proposals_pending", "emend_proposals_oldest_age_seconds"],
    read: () => readProposals(store.rules, now()),
  },
  {
    part: "rules",
    freshMs: RULES_FRESH_MS,
    metrics: ["emend_rules"],
    read: () => readRules(store.rules),
  },
  {
    part: "effects",
    freshMs: EFFECT_FRESH_MS,
    metrics: ["emend_rule_recurrence_ratio"],
    read: () => readRecurrence({ ...store, policy, now }),
  },
  {
    part: "events",
    freshMs: FRESH_MS,
    metrics: ["emend_events_waiting", "emend_events_pending", "emend_events_dead"],
    read: () => readBacklogs(events, groups),
  },
  {
    part: "outbox",
    freshMs: FRESH_MS,
    metrics: ["emend_outbox_events"],
    read: async () => [sample("emend_outbox_events", await store.outbox.depth())],
  },
  {
    part: "evaluations",
    freshMs: FRESH_MS,
    metrics: ["emend_evaluations"],
    read: async () =>
      Object.entries(await store.evaluations.counts()).map(([standing, count]) =>
        sample("emend_evaluations", count, { standing: labelValue(standing) }),
      ),
  },
];

/** Counts rules by status. Pages are read one at a time, so that requests can run in between. */
async function readRules(rules: Pick<RuleStore, "list">): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const status of RULE_STATUSES) {
    let count = 0;
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, next } = await rules.list({ status: [status], limit: PAGE, ...defined({ after }) });
      count += items.length;
      after = next;
      if (after === undefined) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    samples.push(sample("emend_rules", count, { status }));
  }
  return samples;
}

/** Measures the newest rules in force, without flagging any. */
async function readRecurrence(parts: MeasureParts): Promise<readonly Sample[]> {
  const inForce = await parts.rules.inForce();
  const ruleIds = inForce.slice(-MAX_RULES).map(({ id }) => id);
  if (ruleIds.length === 0) return [];
  const { effects } = await measureRules(parts)({ ruleIds, flag: false });
  return [...effects.values()].flatMap(({ rule_id, reduction }) =>
    reduction === null
      ? []
      : [sample("emend_rule_recurrence_ratio", 1 - reduction, { rule: labelValue(rule_id) })],
  );
}

async function readSubmissions(
  submissions: Pick<SubmissionStore, "counts">,
  now: string,
): Promise<readonly Sample[]> {
  // Only waiting submissions are needed: none is decided since now.
  const { gates, oldest_submitted_at } = await submissions.counts({ now, decidedSince: now });
  const waiting: Sums = new Map();
  const overdue: Sums = new Map();
  for (const gate of gates) {
    addTo(waiting, labelValue(gate.gate), gate.waiting);
    addTo(overdue, labelValue(gate.gate), gate.overdue);
  }
  return [
    ...[...boundSums(waiting, MAX_GATES)].map(([gate, count]) =>
      sample("emend_submissions_waiting", count, { gate }),
    ),
    ...[...boundSums(overdue, MAX_GATES)].map(([gate, count]) =>
      sample("emend_submissions_overdue", count, { gate }),
    ),
    sample("emend_submissions_oldest_age_seconds", ageSeconds(oldest_submitted_at, now)),
  ];
}

async function readProposals(rules: Pick<RuleStore, "pending">, now: string): Promise<readonly Sample[]> {
  const pending = await rules.pending();
  const [oldest] = pending;
  const since = oldest === undefined ? undefined : findVersion(oldest, oldest.pending)?.proposed_at;
  return [
    sample("emend_proposals_pending", pending.length),
    sample("emend_proposals_oldest_age_seconds", ageSeconds(since, now)),
  ];
}

async function readBacklogs(
  events: Pick<EventLog, "backlog">,
  groups: readonly string[],
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const name of groups) {
    const { waiting, pending, dead } = await events.backlog(name);
    const group = labelValue(name);
    samples.push(
      sample("emend_events_waiting", waiting, { group }),
      sample("emend_events_pending", pending, { group }),
      sample("emend_events_dead", dead, { group }),
    );
  }
  return samples;
}

type RollUpSource = Parameters<typeof cachedRollUps>[0];

/** The outcomes of each agent's work in the last 24 hours, from the roll-ups in memory. */
async function readWork(feedback: RollUpSource, now: string): Promise<readonly Sample[]> {
  const window = windowOf(now, 24);
  if (!window.ok) throw new Error(window.error.message);
  const { from, to } = window.value;
  return workSamples(await cachedRollUps(feedback).read({ from, to }), hourNumber(from)!, hourNumber(to)!);
}

/** The busiest agents get their own label; the others share one. */
function workSamples(book: RollUpIndex, from: number, end: number): readonly Sample[] {
  const labelOf = memoize(labelValue);
  const decided = new Map<string, Sums>();
  const rejected = new Map<string, Sums>();
  const totals: Sums = new Map();
  for (const [agent, { work, tags }] of book) {
    const label = labelOf(agent);
    const counts = noWork();
    addHours(counts, work, from, end);
    for (const outcome of OUTCOMES) {
      if (counts[outcome] === 0) continue;
      addTo(sumsOf(decided, label), outcome, counts[outcome]);
      addTo(totals, label, counts[outcome]);
    }
    for (const [tag, list] of tags) {
      const count = countHours(list, from, end);
      if (count === 0) continue;
      addTo(sumsOf(rejected, label), labelOf(tag), count);
      addTo(totals, label, count);
    }
  }
  const kept = largest(totals, MAX_AGENTS);
  return [
    ...[...mergeOthers(rejected, kept)].flatMap(([agent, sums]) =>
      [...boundSums(sums, MAX_TAGS)].map(([tag, count]) =>
        sample("emend_rejections_last_day", count, { agent, tag }),
      ),
    ),
    ...[...mergeOthers(decided, kept)].flatMap(([agent, sums]) => decisions(agent, sums)),
  ];
}

/** Adds up the sums of all other agents under one label. */
function mergeOthers(all: ReadonlyMap<string, Sums>, kept: ReadonlySet<string>): ReadonlyMap<string, Sums> {
  const bounded = new Map<string, Sums>();
  for (const [agent, sums] of all) {
    const into = sumsOf(bounded, kept.has(agent) ? agent : OTHER);
    for (const [name, count] of sums) addTo(into, name, count);
  }
  return bounded;
}

function decisions(agent: string, sums: Sums): readonly Sample[] {
  const [clean = 0, changed = 0, rejected = 0] = OUTCOMES.map((outcome) => sums.get(outcome) ?? 0);
  const all = clean + changed + rejected;
  if (all === 0) return [];
  return [
    ...OUTCOMES.map((outcome) =>
      sample("emend_decisions_last_day", sums.get(outcome) ?? 0, { agent, outcome }),
    ),
    sample("emend_approval_ratio", (clean + changed) / all, { agent }),
  ];
}

/** The same names occur in every hour. */
function memoize(make: (name: string) => string): (name: string) => string {
  const cache = new Map<string, string>();
  return (name) => {
    const label = cache.get(name) ?? make(name);
    cache.set(name, label);
    return label;
  };
}

function sumsOf(map: Map<string, Sums>, name: string): Sums {
  const sums = map.get(name) ?? new Map<string, number>();
  map.set(name, sums);
  return sums;
}

/** Counts by name. */
type Sums = Map<string, number>;

/** The `max` names with the largest counts; ties are broken by name. */
function largest(sums: ReadonlyMap<string, number>, max: number): ReadonlySet<string> {
  if (sums.size <= max) return new Set(sums.keys());
  const ranked = [...sums].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return new Set(ranked.slice(0, max).map(([name]) => name));
}

/** Keeps the `max` largest counts and adds up the rest. */
function boundSums(sums: ReadonlyMap<string, number>, max: number): Sums {
  const kept = largest(sums, max);
  const bounded: Sums = new Map();
  for (const [name, count] of sums) addTo(bounded, kept.has(name) ? name : OTHER, count);
  return bounded;
}
