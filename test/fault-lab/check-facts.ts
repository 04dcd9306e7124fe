import type { Rule } from "../../src/core/rule/rule.ts";
import type { Fact } from "./lab-facts.ts";
import type { Hearing } from "./hear-events.ts";
import type { SiteState } from "./read-site.ts";

/** What does not fit between what clients were told and what is there. */
export interface Violation {
  readonly law: string;
  readonly detail: string;
}

export interface Checked {
  readonly violations: readonly Violation[];
  /** How many times each law was looked at. */
  readonly looked: ReadonlyMap<string, number>;
}

/** As many people as the default policy asks for. */
const QUORUM = 2;

type Law = (holds: boolean, law: string, detail: () => string) => void;
type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;

/** Holds everything that was told against everything that is there. */
export function checkFacts(
  facts: readonly Fact[],
  state: SiteState,
  hearing: Pick<Hearing, "heard" | "resets">,
  webhooks: ReadonlyMap<string, ReadonlySet<string>>,
): Checked {
  const violations: Violation[] = [];
  const looked = new Map<string, number>();
  const law: Law = (holds, name, detail) => {
    looked.set(name, (looked.get(name) ?? 0) + 1);
    if (!holds) violations.push({ law: name, detail: detail() });
  };
  const of = <K extends Fact["kind"]>(kind: K): readonly Of<K>[] =>
    facts.filter((fact): fact is Of<K> => fact.kind === kind);
  checkFeedback(of("feedback"), of("decision"), state, law);
  checkSubmissions(of("submission"), of("answer"), state, law);
  checkRules(
    { proposals: of("proposal"), approvals: of("approval"), retirements: of("retirement") },
    state,
    law,
  );
  checkTokens(of("token"), state, law);
  for (const { fate, path, first, second } of of("repeat")) {
    law(
      fate === "acknowledged",
      "the same key is answered the same",
      () => `${path}: ${first} then ${second}`,
    );
  }
  checkAudit(state, law);
  checkEvents(state, hearing, law);
  checkWebhooks(state, webhooks, law);
  return { violations, looked };
}

const countBy = <T>(
  values: readonly T[],
  keyOf: (value: T) => string | undefined,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) {
    const key = keyOf(value);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

function checkFeedback(
  sent: readonly Of<"feedback">[],
  decisions: readonly Of<"decision">[],
  { feedback, counted, evaluated }: SiteState,
  law: Law,
): void {
  const byComment = countBy(feedback, ({ comment }) => comment);
  const byEvent = countBy(feedback, ({ event_id }) => event_id);
  for (const { comments, fate } of sent) {
    const times = comments.map((comment) => byComment.get(comment) ?? 0);
    const told = (): string =>
      `${comments[0]} and ${comments.length - 1} more: ${fate}, there ${times.join(",")} times`;
    law(fate !== "acknowledged" || times.every((n) => n >= 1), "acknowledged feedback is there", told);
    law(fate !== "refused" || times.every((n) => n === 0), "refused feedback is not there", told);
    law(
      times.every((n) => n <= 1),
      "feedback is there once",
      told,
    );
    law(new Set(times).size === 1, "a batch is there as a whole or not at all", told);
  }
  for (const { decisionId, by, fate } of decisions) {
    const n = byEvent.get(`decision:${decisionId}`) ?? 0;
    const told = (): string => `${decisionId} over ${by}: ${fate}, there ${n} times`;
    law(fate !== "acknowledged" || n >= 1, "an acknowledged decision is there", told);
    law(n <= 1, "a decision is there once", told);
  }
  const decided = feedback.filter(({ outcome }) => outcome !== null).length;
  law(counted === decided, "counters equal facts", () => `${counted} counted, ${decided} decided records`);
  const evaluations = countBy(evaluated, (id) => id);
  for (const { id, comment } of feedback) {
    if (comment === undefined) continue;
    const n = evaluations.get(id) ?? 0;
    law(n === 1, "feedback is evaluated once", () => `${id} has ${n} evaluations: ${comment}`);
  }
}

function checkSubmissions(
  sent: readonly Of<"submission">[],
  answers: readonly Of<"answer">[],
  { submissions, feedback }: SiteState,
  law: Law,
): void {
  const byTitle = countBy(submissions, ({ title }) => title);
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  for (const { title, id, fate } of sent) {
    const n = byTitle.get(title) ?? 0;
    const told = (): string => `${title} (${id ?? "no id told"}): ${fate}, there ${n} times`;
    law(fate !== "acknowledged" || (n >= 1 && byId.has(id!)), "acknowledged work is there", told);
    law(n <= 1, "work is there once", told);
  }
  const records = countBy(feedback, ({ event_id }) => event_id);
  for (const { id, status, decision } of submissions) {
    const n = records.get(`decision:${id}`) ?? 0;
    law(
      n === (decision === undefined ? 0 : 1) && (status === "waiting") === (decision === undefined),
      "an answer and its record are both there or neither",
      () => `${id} is ${status} and has ${n} records`,
    );
  }
  for (const { submissionId, reviewer, decision, fate } of answers) {
    if (fate !== "acknowledged") continue;
    const held = byId.get(submissionId)?.decision;
    law(
      held?.reviewer === reviewer && held.decision === decision,
      "the one acknowledged answer holds",
      () =>
        `${submissionId}: ${reviewer} was told that ${decision} holds, ${JSON.stringify(held ?? null)} does`,
    );
  }
}

interface RuleFacts {
  readonly proposals: readonly Of<"proposal">[];
  readonly approvals: readonly Of<"approval">[];
  readonly retirements: readonly Of<"retirement">[];
}

function checkRules({ proposals, approvals, retirements }: RuleFacts, state: SiteState, law: Law): void {
  const rules = new Map(state.rules.map((rule) => [rule.id, rule]));
  const byText = countBy(state.rules, (rule) => rule.versions[0]?.text);
  for (const { text, ruleId, fate } of proposals) {
    const n = byText.get(text) ?? 0;
    const told = (): string => `${ruleId ?? text}: ${fate}, there ${n} times`;
    law(
      fate !== "acknowledged" || (n === 1 && rules.has(ruleId!)),
      "an acknowledged proposal is there",
      told,
    );
    law(n <= 1, "a proposal is there once", told);
  }
  for (const { ruleId, by, fate } of approvals) {
    if (fate !== "acknowledged") continue;
    const given = rules.get(ruleId)?.versions[0]?.approvals.filter((approval) => approval.by === by) ?? [];
    law(
      given.length === 1,
      "an acknowledged approval counts once",
      () => `${ruleId} has ${given.length} of ${by}`,
    );
  }
  for (const { ruleId, fate } of retirements) {
    if (fate !== "acknowledged") continue;
    const status = rules.get(ruleId)?.status;
    law(status === "retired", "an acknowledged retirement holds", () => `${ruleId} is ${status}`);
  }
  const histories = new Map(state.histories.map((history) => [history.rule_id, history]));
  for (const rule of state.rules) checkRule(rule, histories.get(rule.id), law);
}

function checkRule(rule: Rule, history: SiteState["histories"][number] | undefined, law: Law): void {
  const [version] = rule.versions;
  if (version === undefined || rule.versions.length > 1) {
    return law(
      false,
      "a rule has the versions that were asked for",
      () => `${rule.id}: ${rule.versions.length}`,
    );
  }
  const people = new Set(version.approvals.map(({ by }) => by)).size;
  const wasInForce = version.quorum !== null;
  const told = (): string =>
    `${rule.id} is ${rule.status} with ${version.approvals.map(({ by }) => by).join(", ") || "nobody"}, revision ${rule.revision}`;
  law(people === version.approvals.length, "nobody's approval counts twice", told);
  law(
    wasInForce ? people === QUORUM && version.quorum === QUORUM : people < QUORUM,
    "the quorum is kept exactly",
    told,
  );
  const isRetired = version.retirement !== null;
  law(
    rule.status === (isRetired ? "retired" : wasInForce ? "active" : "proposed"),
    "a status follows from acts",
    told,
  );
  law(rule.revision === 1 + people + (isRetired ? 1 : 0), "each revision is one act", told);
  const acts = countBy(history?.acts ?? [], ({ act }) => act);
  const expected = {
    proposed: 1,
    approved: people,
    came_into_force: wasInForce ? 1 : 0,
    retired: isRetired ? 1 : 0,
  };
  law(
    Object.entries(expected).every(([act, times]) => (acts.get(act) ?? 0) === times),
    "a rule's history is whole",
    () => `${told()}: ${JSON.stringify([...acts])}`,
  );
}

function checkTokens(made: readonly Of<"token">[], { tokens }: SiteState, law: Law): void {
  const byName = countBy(tokens, ({ name }) => name);
  const ids = new Set(tokens.map(({ id }) => id));
  for (const { name, id, attempts, fate } of made) {
    const n = byName.get(name) ?? 0;
    const told = (): string => `${name}: ${fate} after ${attempts} attempts, there ${n} times`;
    law(fate !== "acknowledged" || ids.has(id!), "an acknowledged token is there", told);
    law(n <= attempts, "no attempt makes two tokens", told);
  }
}

/** Everything that changed has its one entry, and every entry has what changed. */
function checkAudit({ audit, verdict, rules, tokens, submissions }: SiteState, law: Law): void {
  law(verdict.ok, "the audit chain is whole", () => verdict.message ?? "");
  const entries = countBy(audit, ({ action, subject, actor }) =>
    action === "rule.approved" ? `${action} ${subject} ${actor}` : `${action} ${subject}`,
  );
  const expected = new Map<string, number>();
  for (const { id } of tokens) expected.set(`token.issued ${id}`, 1);
  for (const { id, decision } of submissions) {
    if (decision !== undefined) expected.set(`submission.${decision.decision} ${id}`, 1);
  }
  for (const { id, versions } of rules) {
    const [version] = versions;
    expected.set(`rule.proposed ${id}`, 1);
    for (const { by } of version?.approvals ?? []) expected.set(`rule.approved ${id} ${by}`, 1);
    if (version?.quorum !== null) expected.set(`rule.activated ${id}`, 1);
    if (version?.retirement !== null) expected.set(`rule.retired ${id}`, 1);
  }
  for (const [what, times] of expected) {
    const n = entries.get(what) ?? 0;
    law(n === times, "each change is in the audit log once", () => `${what}: ${n} entries`);
  }
  for (const [what, n] of entries) {
    law(
      expected.has(what),
      "the audit log tells of nothing that is not there",
      () => `${what}: ${n} entries`,
    );
  }
}

/** One event for each revision, heard at least once, and none of what is not there. */
function checkEvents(
  { feedback, rules, submissions, dead }: SiteState,
  { heard, resets }: Pick<Hearing, "heard" | "resets">,
  law: Law,
): void {
  for (const [group, n] of countBy(dead, (letter) => letter.group)) {
    const { reason } = dead.find((letter) => letter.group === group)!;
    law(false, "no event is given up", () => `${n} dead letters of ${group}, such as: ${reason}`);
  }
  law(true, "no event is given up", () => "");
  law(resets() === 0, "the consumer misses nothing", () => `${resets()} resets`);
  const expected = new Map<string, number>();
  for (const { id } of feedback) expected.set(`emend.feedback.recorded ${id}`, 1);
  for (const { id, revision } of rules) expected.set(`emend.rule.changed ${id}`, revision);
  for (const { id, revision } of submissions) expected.set(`emend.submission.changed ${id}`, revision);
  for (const [about, times] of expected) {
    const n = heard.get(about)?.size ?? 0;
    law(n === times, "each change is told as one event", () => `${about}: ${times} changes, ${n} events`);
  }
  for (const [about, ids] of heard) {
    const isWatched = /^emend\.(?:feedback\.recorded|rule\.changed|submission\.changed) /.test(about);
    if (isWatched)
      law(expected.has(about), "no event tells of what is not there", () => `${about}: ${ids.size}`);
  }
}

function checkWebhooks({ rules }: SiteState, told: ReadonlyMap<string, ReadonlySet<string>>, law: Law): void {
  for (const { id, versions } of rules) {
    const [version] = versions;
    const expected = {
      "proposal.created": true,
      "rule.activated": version?.quorum !== null,
      "rule.retired": version?.retirement !== null,
    };
    for (const [type, happened] of Object.entries(expected)) {
      const n = told.get(`${type} ${id}`)?.size ?? 0;
      law(
        n === (happened ? 1 : 0),
        "an endpoint is told each change as one message",
        () => `${type} ${id}: ${n}`,
      );
    }
  }
}
