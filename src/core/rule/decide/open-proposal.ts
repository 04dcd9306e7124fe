import type { RuleActor } from "../../feedback/feedback.ts";
import { defined } from "../../defined.ts";
import { ok } from "../../result.ts";
import { daysAfter } from "../../time/time.ts";
import {
  MAX_EVIDENCE,
  MAX_VERSIONS,
  findVersion,
  type Rule,
  RULE_SCHEMA,
  type RuleAnswer,
  type RuleText,
  type RuleVersion,
  type WantedWords,
  RULE_ID,
} from "../rule.ts";
import { renderRuleLine, tokenCost } from "../render-rules.ts";
import {
  type RuleContext,
  actsOf,
  change,
  type CommandOf,
  type RuleCommandResult,
  needsPerson,
  needsWords,
  refuse,
  statedReason,
} from "../rule-command.ts";
import { endedByPack, type PackOrigin } from "../pack-origin.ts";
import { ruleTextSchema, wantedWordsSchema, wordlessRuleSchema } from "../rule-schema.ts";

/** Proposes a rule, or a rejected one again if there is new evidence. */
export function propose(
  rule: Rule | null,
  command: CommandOf<"propose">,
  context: RuleContext,
): RuleCommandResult {
  const { by, id, cluster_id, wants_words, pack } = command;
  if (by.trust === "outsider") {
    return refuse(
      "not_trusted",
      "an outsider's feedback cannot become a rule; have a team member propose it",
    );
  }
  const invalid = invalidRule(command.rule, id, wants_words);
  if (invalid !== undefined) return invalid;
  const evidence = [...new Set(command.evidence)].slice(0, MAX_EVIDENCE);
  const opened = {
    by,
    rule: command.rule,
    evidence,
    confidence: command.confidence,
    note: statedReason(command.note ?? "") ?? null,
    context,
    ...defined({ wants_words, pack }),
  };
  if (rule !== null) return proposeAgain(rule, opened);
  const { now } = context;
  const state: Rule = {
    schema: RULE_SCHEMA,
    id,
    revision: 1,
    status: "proposed",
    cluster_id,
    versions: [newVersion(1, { ...opened, origin: "proposed", restores: null, earlier: null })],
    in_force: null,
    pending: 1,
    in_force_since: null,
    measured_from: null,
    flag: null,
    last_answer: null,
    created_at: now,
    updated_at: now,
  };
  return ok({
    state,
    acts: actsOf(state, by, [
      [
        "rule.proposed",
        { version: 1, text: command.rule.text, evidence: evidence.length, ...markedIn(opened) },
      ],
    ]),
  });
}

function proposeAgain(
  rule: Rule,
  opened: Omit<Opened, "origin" | "restores" | "earlier">,
): RuleCommandResult {
  const pending = findVersion(rule, rule.pending);
  if (pending?.wants_words !== undefined && opened.wants_words === undefined) {
    // Somebody has found the text that the rule was waiting for.
    const { earlier } = pending;
    return open(rule, { ...opened, origin: "proposed", restores: null, earlier }, "rule.proposed", {
      words_for: pending.version,
      evidence: opened.evidence.length,
    });
  }
  if (rule.pending !== null) {
    return refuse("already_proposed", `version ${rule.pending} is pending; modify that one`);
  }
  if (rule.in_force !== null) {
    return refuse("already_active", `version ${rule.in_force} is in force; modify it instead`);
  }
  const known = new Set(rule.versions.flatMap((version) => version.evidence));
  const fresh = opened.evidence.filter((id) => !known.has(id)).length;
  const earlier = rule.last_answer;
  // Nobody rejected what merely expired or ended with its pack, so a person may propose it once more.
  const isUnjudged =
    rule.status === "expired" || (opened.pack !== undefined && endedByPack(earlier, opened.pack.name));
  const mayAsk = isUnjudged && opened.by.trust === "person";
  if (fresh === 0 && !mayAsk) {
    return refuse(
      "no_new_evidence",
      `it was ${rule.status} (${earlier?.reason ?? "no reason recorded"}); propose it again once there is new feedback`,
    );
  }
  return open(rule, { ...opened, origin: "proposed_again", restores: null, earlier }, "rule.proposed", {
    new_evidence: fresh,
    earlier_version: earlier?.version ?? null,
  });
}

/** A new text makes a new version, whose approvals start from zero. The version in force stays until then. */
export function modify(rule: Rule, command: CommandOf<"modify">, context: RuleContext): RuleCommandResult {
  const { by } = command;
  const base = findVersion(rule, rule.pending ?? rule.in_force);
  const wordless = base?.wants_words !== undefined && command.rule.text.trim() === "";
  const wrong = needsPerson(by) ?? (wordless ? needsWords() : invalidRule(command.rule, rule.id));
  if (wrong !== undefined) return wrong;
  if (base === undefined) {
    return refuse("nothing_pending", `the rule is ${rule.status}; propose it again or roll it back instead`);
  }
  if (base.version !== command.version) {
    return refuse(
      "stale_version",
      `version ${base.version} is the current one, not ${command.version}; read it and modify that one`,
    );
  }
  if (sameWords(base, command.rule)) {
    return refuse(
      "nothing_changed",
      "the text, type, reason, scope and place are unchanged; approve it instead",
    );
  }
  const { evidence, confidence, earlier } = base;
  const pack =
    command.pack ?? (base.pack === undefined ? undefined : { ...base.pack, changed: true as const });
  const note = statedReason(command.reason ?? "") ?? null;
  return open(
    rule,
    {
      by,
      rule: command.rule,
      evidence,
      confidence,
      earlier,
      origin: "modified",
      restores: null,
      note,
      context,
      ...defined({ pack }),
    },
    "rule.modified",
    { modified_from: base.version, reason: note },
  );
}

/**
 * Proposes an earlier version's text again. It was approved once, but for the rules and the code of that time. To
 * stop a bad rule immediately, retire it.
 */
export function rollBack(
  rule: Rule,
  command: CommandOf<"roll_back">,
  context: RuleContext,
): RuleCommandResult {
  const { by, to } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const reason = statedReason(command.reason);
  if (reason === undefined)
    return refuse("reason_required", "expected a reason, for those who must approve it");
  const target = findVersion(rule, to);
  if (target === undefined) {
    return refuse("no_such_version", `the rule has versions 1 to ${rule.versions.length}; name one of them`);
  }
  if (target.quorum === null) {
    return refuse("never_in_force", `version ${to} was never in force; modify the rule instead`);
  }
  if (to === rule.in_force) return refuse("already_active", `version ${to} is already in force`);
  const { type, text, insertion_point, scope, evidence, confidence, pack } = target;
  return open(
    rule,
    {
      by,
      rule: { type, text, reason: target.reason, insertion_point, scope },
      evidence,
      confidence,
      earlier: null,
      origin: "rolled_back",
      restores: to,
      note: reason,
      context,
      ...defined({ pack }),
    },
    "rule.roll_back_proposed",
    { restores: to, reason },
  );
}

interface Opened {
  readonly by: RuleActor;
  readonly rule: RuleText;
  readonly wants_words?: WantedWords;
  readonly pack?: PackOrigin;
  readonly evidence: readonly string[];
  readonly confidence: number | null;
  readonly origin: RuleVersion["origin"];
  readonly restores: number | null;
  readonly note: string | null;
  readonly earlier: RuleAnswer | null;
  readonly context: RuleContext;
}

function open(
  rule: Rule,
  opened: Opened,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): RuleCommandResult {
  const version = rule.versions.length + 1;
  if (version > MAX_VERSIONS) {
    return refuse("too_many_versions", `a rule has at most ${MAX_VERSIONS} versions; propose a new rule`);
  }
  const { now } = opened.context;
  const versions = rule.versions.map((each) =>
    each.version === rule.pending ? { ...each, status: "superseded" as const, decided_at: now } : each,
  );
  return change(
    rule,
    opened.by,
    now,
    { versions: [...versions, newVersion(version, opened)], pending: version },
    [
      [action, { version, text: opened.rule.text, ...markedIn(opened), ...detail }],
      ...(rule.pending === null
        ? []
        : [["rule.superseded", { version: rule.pending, superseded_by: version }] as const]),
    ],
  );
}

/** What the audit log keeps about a version besides its text. */
const markedIn = ({
  wants_words,
  pack,
}: Pick<Opened, "wants_words" | "pack">): Readonly<Record<string, unknown>> => ({
  ...(wants_words === undefined ? {} : { wants_words: true }),
  ...(pack === undefined ? {} : { pack: `${pack.name} ${pack.version}`, integrity: pack.integrity }),
});

function newVersion(version: number, opened: Opened): RuleVersion {
  const { now, policy } = opened.context;
  const { type, text, reason, insertion_point, scope } = opened.rule;
  return {
    version,
    status: "pending",
    origin: opened.origin,
    restores: opened.restores,
    note: opened.note,
    type,
    text,
    reason,
    insertion_point,
    scope,
    ...defined({ wants_words: opened.wants_words, pack: opened.pack }),
    evidence: opened.evidence,
    confidence: opened.confidence,
    token_cost: opened.wants_words === undefined ? tokenCost(renderRuleLine(opened.rule)) : 0,
    proposed_by: actorOf(opened.by),
    proposed_at: now,
    expires_at: daysAfter(now, policy.proposalExpiryDays),
    deferrals: [],
    approvals: [],
    quorum: null,
    decided_at: null,
    rejection: null,
    retirement: null,
    earlier: opened.earlier,
  };
}

const actorOf = ({ id, trust, login }: RuleActor): RuleActor => ({
  id,
  trust,
  ...defined({ login }),
});

function invalidRule(
  rule: RuleText,
  id: string,
  wanted?: WantedWords,
): ReturnType<typeof refuse> | undefined {
  if (!RULE_ID.test(id)) return refuse("invalid_rule", "expected an id as ruleId makes it");
  const parsed = (wanted === undefined ? ruleTextSchema : wordlessRuleSchema).safeParse(rule);
  const asked = wanted === undefined ? undefined : wantedWordsSchema.safeParse(wanted);
  const issue = parsed.error?.issues[0] ?? asked?.error?.issues[0];
  if (issue === undefined) return undefined;
  return refuse("invalid_rule", `${issue.path.join(".") || "rule"}: ${issue.message}`);
}

const sameWords = (a: RuleText, b: RuleText): boolean => wordsOf(a) === wordsOf(b);

const wordsOf = ({ type, text, reason, insertion_point, scope }: RuleText): string =>
  JSON.stringify([type, text, reason, insertion_point, scope.agents, scope.paths]);
