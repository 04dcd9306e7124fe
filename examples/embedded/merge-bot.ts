// A merge bot of its own that uses Emend as a library: no command, no server, no store. What it keeps, it keeps itself.
import { lintFeedback } from "emend/actionable";
import { type Feedback, fromReview, fromSignal } from "emend/feedback";
import { BUILT_IN_PACKS, createGateCatalogue, formatRejection, parseRejection } from "emend/gate";
import { agentPattern, type RollUp, windowOf } from "emend/pattern";
import { refinePrompt, scorePrompt } from "emend/prompt";
import { judgeReview, parseReview } from "emend/review";
import {
  buildAgentPrompt,
  checkRuleText,
  decideRule,
  DEFAULT_RULE_POLICY,
  relateRules,
  type Rule,
  type RuleCommand,
  ruleId,
  toActiveRule,
} from "emend/rule";
import { detectSignal } from "emend/signal";

/** A change that the bot was asked to merge, with all that was said about it. */
export interface Change {
  readonly id: string;
  readonly agent: string;
  readonly prompt: string;
  readonly files: readonly string[];
  /** What a model answered that was asked to review it. */
  readonly review: string;
  /** What the tests printed. */
  readonly log: string;
  /** What the author's colleague wrote. */
  readonly reply: string;
}

export interface Judged {
  readonly merge: boolean;
  /** What goes onto the pull request; empty where it is merged. */
  readonly comment: string;
  /** One record for each thing that was said. */
  readonly feedback: readonly Feedback[];
  /** The prompt to try again with. */
  readonly prompt: string;
}

const catalogue = createGateCatalogue(BUILT_IN_PACKS);

/** Reads everything that was said about a change and decides; the clock is the caller's, as everywhere in the library. */
export function judgeChange(change: Change, now: string): Judged {
  const about = { now, agent: change.agent, run: change.id };
  const parsed = parseReview(change.review, { changedFiles: change.files });
  // Fails closed: a severe finding that had to be dropped blocks as well.
  const verdict = judgeReview(parsed, "high");
  const failure = detectSignal(change.log, { kind: "tool_output" });
  const refusal = detectSignal(change.reply, { kind: "user_message" });

  const feedback = [
    ...(parsed.status === "accepted" ? fromReview(parsed.review, about).feedback : []),
    ...(failure === null ? [] : fromSignal(failure, about).feedback),
    ...(refusal === null
      ? []
      : fromSignal(refusal, { ...about, author: { id: "ana", trust: "person" } }, change.reply).feedback),
  ];
  const issues = [
    ...(parsed.status === "rejected" ? ["review_unusable"] : []),
    ...(parsed.status === "accepted" && !verdict.passes ? ["review_findings"] : []),
    ...(failure === null ? [] : ["tests_failing"]),
  ];
  const merge = issues.length === 0 && refusal === null;
  return {
    merge,
    comment: merge
      ? ""
      : formatRejection({ issues, source: "merge-bot", ts: now, catalogue, comment: change.reply }),
    feedback,
    prompt: refinePrompt({ prompt: change.prompt, signal: failure, feedback: change.log }).refined_prompt,
  };
}

/** A rule from proposal to force: two people say yes to the same words. */
export function agreeOnRule(
  text: string,
  evidence: readonly string[],
  people: readonly string[],
  now: string,
): Rule {
  const warnings = checkRuleText(text);
  if (warnings.length > 0)
    throw new Error(`not fit for a rule: ${warnings.map(({ message }) => message).join("; ")}`);
  const [proposer = ""] = people;
  const scope = { agents: ["rio"], paths: ["src/**"] };
  const commands: readonly RuleCommand[] = [
    {
      type: "propose",
      id: ruleId({ text, scope }),
      by: { id: proposer, trust: "person" },
      cluster_id: null,
      rule: {
        type: "constraint",
        text,
        reason: "Said by two people about one agent's work.",
        insertion_point: "learned_rules",
        scope,
      },
      evidence,
      confidence: null,
    },
    ...people.map((id): RuleCommand => ({ type: "approve", by: { id, trust: "person" }, version: 1 })),
  ];
  let rule: Rule | null = null;
  for (const command of commands) {
    const decided = decideRule(rule, command, { now, policy: DEFAULT_RULE_POLICY });
    if (!decided.ok) throw new Error(`${decided.error.code}: ${decided.error.message}`);
    rule = decided.value.state;
  }
  return rule!;
}

/** The prompt of the next run, with the rules that hold for its files. */
export function promptFor(
  agent: string,
  base: string,
  rules: readonly Rule[],
  files: readonly string[],
  now: string,
) {
  const active = rules.flatMap((rule) => toActiveRule(rule) ?? []);
  return buildAgentPrompt(agent, base, active, { run: "run-2", files, now, policy: DEFAULT_RULE_POLICY });
}

const NOW = "2026-03-04T12:00:00.000Z";

/** What `run.js` looks at; a program of yours would answer a webhook here. */
export function demonstrate(change: Change): unknown {
  const judged = judgeChange(change, NOW);
  const rejection = parseRejection(judged.comment);
  const rule = agreeOnRule(
    "Always return the full price where there is no voucher.",
    judged.feedback.map(({ id }) => id),
    ["ana", "ben"],
    NOW,
  );
  const { prompt, injection } = promptFor("rio", change.prompt, [rule], ["src/cart/total.js"], NOW);
  const elsewhere = promptFor("rio", change.prompt, [rule], ["docs/guide.md"], NOW);
  const rows: RollUp = {
    hours: [{ agent: "rio", hour: NOW, submitted: 4, approved: 3, approved_with_changes: 0, rejected: 1 }],
    tags: [{ agent: "rio", tag: "tests_failing", hour: NOW, count: 1 }],
  };
  const window = windowOf(NOW, 24);
  if (!window.ok) throw new Error(window.error.message);
  const pattern = agentPattern("rio", rows, window.value, catalogue);
  return {
    merge: judged.merge,
    issues: rejection.ok ? rejection.value.issues : rejection.error.code,
    feedback: judged.feedback.map(({ source, author, tags, wrong, comment }) => ({
      source: source.kind,
      trust: author.trust,
      tags,
      said: comment ?? wrong,
    })),
    prompt: {
      text: judged.prompt,
      before: scorePrompt(change.prompt).score,
      after: scorePrompt(judged.prompt).score,
    },
    rule: {
      status: rule.status,
      in_prompt: prompt,
      injected: injection.rules.length,
      elsewhere: elsewhere.injection,
    },
    relation: relateRules("Always return the full price.", "Never return the full price.").relation,
    pattern: {
      approval_rate: pattern.approval_rate,
      top: pattern.top_issues.map(({ tag, fix }) => ({ tag, fix })),
    },
    lint: lintFeedback("Maybe rename this?").actionable,
  };
}
