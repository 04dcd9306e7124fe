import { measureRules, type RuleEffect } from "../app/measure-rules.ts";
import { rankProposals } from "../app/rank-proposals.ts";
import { renderColumns, widest } from "../core/pattern/render-columns.ts";
import { daysBetween } from "../core/rule/days-after.ts";
import type { ExpectedBenefit } from "../core/rule/expected-benefit.ts";
import { type Quorum, quorumOf } from "../core/rule/quorum.ts";
import {
  findVersion,
  type Rule,
  RULE_STATUSES,
  type RuleStatus,
  type RuleVersion,
} from "../core/rule/rule.ts";
import type { CliContext } from "./cli-context.ts";
import type { RulesListOptions } from "./rules.ts";
import type { RulesPorts } from "./rules-ports.ts";
import { inRulesStore, oneOf, type RulesSession, toJson, wholeNumber } from "./rules-session.ts";
import { ageOf, cut, effectText, shortId, widthOf } from "./rules-text.ts";

interface ListedRule {
  readonly rule: Rule;
  /** The one that `show` shows. */
  readonly version: RuleVersion;
  readonly since: string;
  readonly approval: Quorum | null;
  readonly benefit: ExpectedBenefit | null;
  readonly effect: RuleEffect | null;
}

export async function runRulesList(
  options: RulesListOptions,
  context: CliContext,
  ports: RulesPorts,
): Promise<void> {
  const { io } = context;
  const limit = wholeNumber("--limit", options.limit, 500);
  const status = options.status === undefined ? undefined : oneOf("--status", options.status, RULE_STATUSES);
  await inRulesStore(options, context, ports, async (session) => {
    const { listed, more } = await list(session, { status, agent: options.agent, limit });
    if (options.json === true)
      return toJson({ rules: listed.map((each) => toWire(each, session.now())), more });
    if (listed.length === 0) {
      io.stderr.write(
        "emend: no rule yet; `emend rules propose` proposes what recurs, or a rule of your own\n",
      );
      return "";
    }
    if (more) io.stderr.write(`emend: only ${limit} are shown; --limit shows more\n`);
    return toText(listed, session.now(), widthOf(io));
  });
}

interface Asked {
  readonly status: RuleStatus | undefined;
  readonly agent: string | undefined;
  readonly limit: number;
}

/** Pages read for the rules of one agent, which a page may hold none of. */
const MAX_PAGES = 20;

async function list(
  session: RulesSession,
  asked: Asked,
): Promise<{ listed: readonly ListedRule[]; more: boolean }> {
  const { store, policy, now } = session;
  const rules: Rule[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && rules.length <= asked.limit; page += 1) {
    const { items, next } = await store.rules.list({
      limit: Math.min(500, asked.limit + 1),
      ...(asked.status === undefined ? {} : { status: [asked.status] }),
      ...(after === undefined ? {} : { after }),
    });
    rules.push(...items.filter((rule) => isFor(rule, asked.agent)));
    after = next;
    if (after === undefined) break;
  }
  const shown = rules.slice(0, asked.limit);
  const inForce = shown.filter(({ in_force }) => in_force !== null).map(({ id }) => id);
  const { effects } =
    inForce.length === 0
      ? { effects: new Map<string, RuleEffect>() }
      : await measureRules({ ...store, policy, now })({ ruleIds: inForce, flag: false });
  const pending = await rankProposals({ ...store, now })(shown.filter((rule) => rule.pending !== null));
  const benefits = new Map(pending.map(({ rule, benefit }) => [rule.id, benefit]));
  const order = [...pending.map(({ rule }) => rule), ...shown.filter((rule) => rule.pending === null)];
  const listed = order.map((rule): ListedRule => {
    const version = shownVersion(rule);
    return {
      rule,
      version,
      since: rule.pending === null ? (rule.in_force_since ?? rule.updated_at) : version.proposed_at,
      approval: rule.pending === null ? null : quorumOf(version, policy),
      benefit: benefits.get(rule.id) ?? null,
      effect: effects.get(rule.id) ?? null,
    };
  });
  return {
    listed: listed.toSorted((a, b) => rankOf(a.rule) - rankOf(b.rule)),
    more: rules.length > asked.limit || after !== undefined,
  };
}

const shownVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.pending ?? rule.in_force) ?? rule.versions.at(-1)!;

function isFor(rule: Rule, agent: string | undefined): boolean {
  const { agents } = shownVersion(rule).scope;
  return agent === undefined || agents.length === 0 || agents.includes(agent);
}

/** What people have to do something about comes first. */
function rankOf({ pending, status }: Rule): number {
  if (pending !== null) return 0;
  return status === "flagged" ? 1 : status === "active" ? 2 : 3;
}

function toText(listed: readonly ListedRule[], now: string, width: number): string {
  const cells = listed.map(({ rule, approval, effect, since }) => [
    shortId(rule.id),
    rule.status,
    approval === null ? "" : `${approval.given}/${approval.required}`,
    effect === null ? "" : effectText(effect),
    ageOf(since, now),
  ]);
  const titles = ["ID", "STATUS", "APPROVALS", "EFFECT", "AGE"];
  const used = titles.reduce(
    (sum, title, at) => sum + 2 + widest([title, ...cells.map((row) => row[at]!)]),
    0,
  );
  const room = Math.max(30, width - used);
  const columns = [
    ...titles.map((title, at) => ({
      title,
      align: title === "AGE" ? ("right" as const) : ("left" as const),
      cells: cells.map((row) => row[at]!),
      leaves: 0,
    })),
    {
      title: "TEXT",
      align: "left" as const,
      cells: listed.map(({ version }) => cut(version.text, room)),
      leaves: 0,
    },
  ];
  return `${renderColumns(columns, Math.max(width, used + room), "…").join("\n")}\n`;
}

function toWire({ rule, version, since, approval, benefit, effect }: ListedRule, now: string): unknown {
  return {
    id: rule.id,
    status: rule.status,
    version: version.version,
    type: version.type,
    text: version.text,
    scope: version.scope,
    cluster_id: rule.cluster_id,
    since,
    age_days: Math.round(Math.max(0, daysBetween(since, now)) * 100) / 100,
    expires_at: rule.pending === null ? null : version.expires_at,
    approval,
    benefit,
    effect,
  };
}
