import { type Page, pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { RuleEffect } from "../../app/rule/measure-rules.ts";
import type { Emend } from "../../compose.ts";
import { renderColumns, widest } from "../../core/text/render-columns.ts";
import { daysBetween } from "../../core/time/time.ts";
import type { ExpectedBenefit } from "../../core/rule/effect.ts";
import { type Quorum, quorumOf } from "../../core/rule/quorum.ts";
import {
  effectiveVersion,
  findVersion,
  pendingChange,
  type Rule,
  RULE_STATUSES,
  type RuleStatus,
  type RuleVersion,
} from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { toJson } from "../terminal/safe-text.ts";
import { parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import type { RulesListOptions } from "./rules.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatAge, cut, shortId, widthOf } from "../terminal/plain-text.ts";
import { effectText, ruleTextOf } from "./rules-text.ts";

interface ListedRule {
  readonly rule: Rule;
  /** The version in force, otherwise the pending one, otherwise the last. */
  readonly version: RuleVersion;
  readonly since: string;
  /** A pending change of a rule in force. */
  readonly change: RuleVersion | null;
  readonly approval: Quorum | null;
  readonly benefit: ExpectedBenefit | null;
  readonly effect: RuleEffect | null;
}

export async function runRulesList(options: RulesListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const status =
    options.status === undefined ? undefined : parseChoice("--status", options.status, RULE_STATUSES);
  await printFromStore(options, context, async (emend) => {
    const { now } = emend.tools;
    const { agent, after } = options;
    const { items: listed, next } = await list(emend, { status, agent, after, limit });
    if (options.json === true)
      return toJson(pageAnswer({ items: listed.map((each) => toWire(each, now())), next }));
    if (listed.length === 0) {
      io.stderr.write(
        "emend: no rules yet; `emend rules propose` proposes rules for what recurs, or your own\n",
      );
      return "";
    }
    if (next !== undefined) io.stderr.write(`emend: for more: --after ${next}\n`);
    return toText(listed, now(), widthOf(io));
  });
}

interface RuleFilter {
  readonly status: RuleStatus | undefined;
  readonly agent: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

async function list(
  { store, rules, policy }: Emend,
  { status, agent, after, limit }: RuleFilter,
): Promise<Page<ListedRule>> {
  const { items: shown, next } = await rules.list({
    limit,
    ...(status === undefined ? {} : { status: [status] }),
    ...defined({ agent, after }),
  });
  const inForce = shown.filter(({ in_force }) => in_force !== null).map(({ id }) => id);
  const { effects } =
    inForce.length === 0
      ? { effects: new Map<string, RuleEffect>() }
      : await rules.measure({ ruleIds: inForce, flag: false });
  const pending = await rules.rank(shown.filter((rule) => rule.pending !== null));
  const benefits = new Map(pending.map(({ rule, benefit }) => [rule.id, benefit]));
  const order = [...pending.map(({ rule }) => rule), ...shown.filter((rule) => rule.pending === null)];
  const people = await store.people.read();
  const listed = order.map((rule): ListedRule => {
    const version = effectiveVersion(rule);
    const pendingVersion = findVersion(rule, rule.pending);
    return {
      rule,
      version,
      since: rule.in_force_since ?? pendingVersion?.proposed_at ?? rule.updated_at,
      change: pendingChange(rule) ?? null,
      approval: pendingVersion === undefined ? null : quorumOf(pendingVersion, policy, people),
      benefit: benefits.get(rule.id) ?? null,
      effect: effects.get(rule.id) ?? null,
    };
  });
  const items = listed.toSorted((a, b) => rankOf(a.rule) - rankOf(b.rule));
  return next === undefined ? { items } : { items, next };
}

/** Rules that need a decision come first. */
function rankOf({ pending, status }: Rule): number {
  if (pending !== null) return 0;
  return status === "flagged" ? 1 : status === "active" ? 2 : 3;
}

function toText(listed: readonly ListedRule[], now: string, width: number): string {
  const rows = listed.flatMap(rowsOf);
  const cells = rows.map(({ id, status, approval, effect, since }) => [
    shortId(id),
    status,
    approval === null ? "" : `${approval.given}/${approval.required}`,
    effect === null ? "" : effectText(effect),
    formatAge(since, now),
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
    { title: "TEXT", align: "left" as const, cells: rows.map(({ text }) => cut(text, room)), leaves: 0 },
  ];
  return `${renderColumns(columns, Math.max(width, used + room), "…").join("\n")}\n`;
}

interface Row extends Pick<ListedRule, "approval" | "effect" | "since"> {
  readonly id: string;
  readonly status: RuleStatus | "change";
  readonly text: string;
}

/** A pending change of a rule in force has its own line, so that its text is not shown next to the effect of the other. */
function rowsOf({
  rule: { id, status },
  version,
  change,
  approval,
  effect,
  since,
}: ListedRule): readonly Row[] {
  if (change === null) return [{ id, status, approval, effect, since, text: ruleTextOf(version) }];
  return [
    { id, status, approval: null, effect, since, text: ruleTextOf(version) },
    { id, status: "change", approval, effect: null, since: change.proposed_at, text: ruleTextOf(change) },
  ];
}

function toWire(
  { rule, version, since, change, approval, benefit, effect }: ListedRule,
  now: string,
): unknown {
  return {
    rule_id: rule.id,
    // The former name of rule_id, which scripts still read.
    id: rule.id,
    status: rule.status,
    version: version.version,
    type: version.type,
    text: version.text,
    wants_words: version.wants_words ?? null,
    scope: version.scope,
    cluster_id: rule.cluster_id,
    since,
    age_days: Math.round(Math.max(0, daysBetween(since, now)) * 100) / 100,
    change:
      change === null
        ? null
        : { version: change.version, type: change.type, text: change.text, scope: change.scope },
    expires_at: findVersion(rule, rule.pending)?.expires_at ?? null,
    approval,
    benefit,
    effect,
  };
}
