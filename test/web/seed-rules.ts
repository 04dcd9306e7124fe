import { decideRule, EMEND_ACTOR } from "../../src/app/rule/decide-rule.ts";
import { measureRules } from "../../src/app/rule/measure-rules.ts";
import type { RuleCommand } from "../../src/core/rule/rule-command.ts";
import { ruleId, DEFAULT_INSERTION_POINT, type RuleType } from "../../src/core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import type { Store } from "../../src/ports/store.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { makeInjection } from "../contract/make-injection.ts";
import { fillCluster } from "../fill-cluster.ts";

interface SeededRule {
  readonly name: string;
  readonly text: string;
  readonly said: readonly string[];
  readonly agent: string;
  readonly tag: string;
  readonly type: RuleType;
  readonly paths?: readonly string[];
  /** Days ago that it took effect. */
  readonly since: number;
  /** How often the mistake came up in the weeks before it, and how often since. */
  readonly before: number;
  readonly after: number;
  /** What it said at first, where it was rewritten. */
  readonly first?: string;
  /** Why it was retired. */
  readonly retired?: string;
}

const RULES: readonly SeededRule[] = [
  {
    name: "flagged",
    text: "Keep functions short enough to read without scrolling.",
    said: ["This function is too long to follow.", "Split this up, it does five things."],
    agent: "rio",
    tag: "long_function",
    type: "guideline",
    since: 36,
    before: 11,
    after: 13,
  },
  {
    name: "helping",
    text: "Write amounts of money as whole cents.",
    first: "Write amounts of money as integers.",
    said: ["A float loses cents here.", "Use whole cents, not 0.1 + 0.2."],
    agent: "rio",
    tag: "float_money",
    type: "constraint",
    since: 40,
    before: 26,
    after: 2,
  },
  {
    name: "clear",
    text: "Leave the public response as it is unless the task names it.",
    said: ["This changes the response that others read.", "Nobody asked for a new field here."],
    agent: "rio",
    tag: "changed_contract",
    type: "constraint",
    paths: ["src/api/**"],
    since: 30,
    before: 14,
    after: 4,
  },
  {
    name: "undecided",
    text: "Let a failure reach the caller; an empty catch hides it.",
    said: ["The catch hides the failure.", "Rethrow what you cannot handle."],
    agent: "rio",
    tag: "swallowed_error",
    type: "negative_example",
    since: 20,
    before: 9,
    after: 6,
  },
  {
    name: "new",
    text: "Bring the test that failed before the fix.",
    said: ["Where is the test for this fix?", "No test fails without the change."],
    agent: "rio",
    tag: "missing_tests",
    type: "constraint",
    since: 4,
    before: 17,
    after: 1,
  },
  {
    name: "few",
    text: "Begin a guide with what the reader does first.",
    said: ["Say what to do before the history.", "Lead with the step."],
    agent: "docsmith",
    tag: "buried_lead",
    type: "guideline",
    paths: ["docs/**/*.md"],
    since: 3,
    before: 6,
    after: 0,
  },
  {
    name: "drafts",
    text: "Never promise a customer a date.",
    said: ["We cannot keep that date.", "Say what happens next, not when."],
    agent: "support-drafts",
    tag: "promised_date",
    type: "negative_example",
    since: 25,
    before: 12,
    after: 1,
  },
  {
    name: "retired",
    text: "Prefer early returns.",
    said: ["Too many branches.", "Return early here."],
    agent: "rio",
    tag: "nesting",
    type: "guideline",
    since: 50,
    before: 4,
    after: 3,
    retired: "It made no difference, and the linter says it now.",
  },
];

const RUNS_A_DAY: Readonly<Record<string, number>> = { rio: 4, docsmith: 1, "support-drafts": 3 };
const DAYS = 75;
const DAY = 86_400_000;

export type RuleNames = Readonly<Record<string, string>>;

/**
 * Weeks of runs, corrections and approvals with a rule in every state: flagged, stabilising, measured with a large and with a
 * small effect, undecided, too new to draw, retired, one of two versions; answers their ids by name. Times end at `present`.
 */
export async function seedRules(store: Store, present: Date = new Date()): Promise<RuleNames> {
  const policy = DEFAULT_RULE_POLICY;
  let now = "";
  let n = 500_000;
  const ago = (days: number): string => new Date(present.getTime() - days * DAY).toISOString();
  const decide = decideRule({ ...store, policy, now: () => now });
  const ids: Record<string, string> = {};
  const does = async (id: string, command: RuleCommand): Promise<void> => {
    const done = await decide(id, command);
    if (!done.ok) throw new Error(`${command.type}: ${done.error.message}`);
  };
  const approve = async (id: string, version: number): Promise<void> => {
    for (const by of ["ana", "ben"])
      await does(id, { type: "approve", by: { id: by, trust: "person" }, version });
  };
  for (const rule of RULES) {
    const said = (days: number) =>
      makeFeedback((n += 1), {
        time: ago(days),
        agent: rule.agent,
        tags: [rule.tag],
        comment: rule.said[n % rule.said.length]!,
        author: { id: ["ana", "ben", "cleo"][n % 3]!, trust: "person" },
        target: { path: rule.paths === undefined ? `src/${rule.tag}/main.ts` : "src/api/orders.ts" },
      });
    const spread = (count: number, from: number, to: number): readonly number[] =>
      Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 0.5)) / count);
    const cluster = await fillCluster(
      store,
      spread(rule.before, rule.since + 28, rule.since + 1.2).map(said),
    );
    const id = ruleId({ cluster_id: cluster });
    ids[rule.name] = id;
    const words = (text: string) => ({
      type: rule.type,
      text,
      reason: `Said ${rule.before} times about ${rule.agent}'s work.`,
      insertion_point: DEFAULT_INSERTION_POINT,
      scope: { agents: [rule.agent], paths: rule.paths ?? [] },
    });
    now = ago(rule.since + 1);
    const first = words(rule.first ?? rule.text);
    await does(id, {
      type: "propose",
      id,
      by: EMEND_ACTOR,
      cluster_id: cluster,
      rule: first,
      evidence: [],
      confidence: 0.9,
    });
    now = ago(rule.since);
    await approve(id, 1);
    if (rule.first !== undefined) {
      now = ago(rule.since - 6);
      const by = { id: "cleo", trust: "person" } as const;
      await does(id, {
        type: "modify",
        by,
        version: 1,
        rule: words(rule.text),
        reason: "an integer of what?",
      });
      await approve(id, 2);
    }
    if (rule.after > 0) {
      await fillCluster(store, spread(rule.after, rule.since - 1.2, 0.4).map(said), { into: cluster });
    }
    if (rule.retired !== undefined) {
      now = ago(12);
      await does(id, { type: "retire", by: { id: "ana", trust: "person" }, reason: rule.retired });
    }
  }
  const held = RULES.filter(({ retired }) => retired === undefined);
  for (const [agent, runs] of Object.entries(RUNS_A_DAY)) {
    const days = Array.from({ length: DAYS * runs }, (_, at) => DAYS - Math.floor(at / runs));
    await Promise.all(
      days.map((day, at) =>
        store.rules.recordInjection(
          makeInjection({
            run: `${agent}-${at}`,
            agent,
            time: ago(day),
            rules: held
              .filter((rule) => rule.agent === agent && rule.since > day)
              .map(({ name }) => ({ rule_id: ids[name]!, version: 1 })),
          }),
        ),
      ),
    );
    const approvals = Array.from({ length: Math.ceil(DAYS * runs * 0.55) }, (_, at) =>
      makeFeedback((n += 1), {
        time: ago(((at + 0.3) * DAYS) / Math.ceil(DAYS * runs * 0.55)),
        agent,
        tags: [],
        outcome: at % 9 === 0 ? "approved_with_changes" : "approved",
        comment: "Fine.",
      }),
    );
    await store.feedback.record(approvals);
  }
  // Three of a kind within hours, of which somebody has to be told.
  const lately = [1, 2, 3].map((hours) =>
    makeFeedback((n += 1), {
      time: new Date(present.getTime() - hours * 3_600_000).toISOString(),
      agent: "rio",
      tags: ["swallowed_error"],
      comment: "The catch hides the failure again.",
    }),
  );
  await store.feedback.record(lately);
  now = present.toISOString();
  await measureRules({ ...store, policy, now: () => now })({ flag: true });
  return ids;
}
