import type { RuleActor } from "../../core/feedback/feedback.ts";
import { defined } from "../../core/defined.ts";
import type { Emend } from "../../compose.ts";
import type { RuleBusy } from "../../app/rule/decide-rule.ts";
import type { RuleModification } from "../../app/rule/modify-rule.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";
import { checkRuleText } from "../../core/rule-text/check-rule-text.ts";
import { MAX_VERSIONS, findVersion, type Rule, RULE_TYPES, type RuleVersion } from "../../core/rule/rule.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { People } from "../../core/person/people.ts";
import { quorumOf } from "../../core/rule/quorum.ts";
import { ok, type Result } from "../../core/result.ts";
import type { RuleCommand, RuleProblem } from "../../core/rule/rule-command.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { actorOf, parseChoice, parseShare, parseWholeNumber } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import type { DecisionType, ModifyOptions } from "./rules-decide.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatDay, shortId, widthOf } from "../terminal/plain-text.ts";
import type { Trial } from "../../core/trial/trial.ts";
import { startedText } from "../trials/trials-text.ts";
import { approvalText } from "./rules-text.ts";

export async function runRulesDecide(
  type: DecisionType,
  id: string,
  options: ModifyOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by: RuleActor = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND };
  await printFromStore(options, context, async ({ store, rules, trials, policy }) => {
    const before = await findRuleByPrefix(store.rules, id);
    const { alone } = (await store.people.read()).known;
    const command = commandOf(type, before, by, options);
    const tried = { rule_id: before.id, by, ...trialOf(options) };
    // Before the approval, so that every task is in the trial. Other words than the proposed ones are tried after it.
    const early =
      options.trial === true && options.text === undefined ? await startTrial(trials, tried, io) : undefined;
    const decided = await applyDecision(rules, before.id, command);
    if (!decided.ok) {
      if (early !== undefined) await trials.stop(early.id, { by, reason: "the approval was refused" });
      throw refusal(withAdvice(decided.error, before));
    }
    const rule = decided.value;
    const trial =
      options.trial === true && options.text !== undefined ? await startTrial(trials, tried, io) : early;
    if (rule.in_force !== before.in_force) await reconsider(rules, rule.id, io);
    for (const line of textWarnings(command, rule)) io.stderr.write(`emend: ${line}\n`);
    const quorumInput = { policy, people: await store.people.read() };
    if (alone !== undefined && quorumInput.people.known.alone === undefined)
      io.stderr.write(
        `emend: ${safeLine(by.id)} is a second person beside ${safeLine(alone.name)}, so rules need the approvals in the settings again. If both are you: emend people alone\n`,
      );
    return options.json === true
      ? toJson(
          options.trial === true
            ? { ...decisionOf(rule, quorumInput), trial_id: trial?.id ?? null }
            : decisionOf(rule, quorumInput),
        )
      : `${decisionText(command, rule, quorumInput)}\n${trial === undefined ? "" : startedText(trial, widthOf(io))}`;
  });
}

const trialOf = ({ trial, share }: ModifyOptions): { readonly share?: number } => {
  if (share === undefined) return {};
  if (trial === true) return { share: parseShare("--share", share) };
  throw usageError("share_without_trial", "--share is for trials", "add --trial");
};

/** Undefined if there is no trial because the mistake is too rare, or because somebody has started one. */
async function startTrial(
  trials: Emend["trials"],
  request: Parameters<Emend["trials"]["start"]>[0],
  io: CliIo,
): Promise<Trial | undefined> {
  const started = await trials.start(request);
  if (started.ok) return started.value;
  if (started.error.code !== "mistake_too_rare" && started.error.code !== "trial_running")
    throw refusal(started.error);
  io.stderr.write(`emend: no new trial: ${safeLine(started.error.message)}\n`);
  return undefined;
}

type Decision =
  | Exclude<Extract<RuleCommand, { type: DecisionType }>, { type: "modify" }>
  | { readonly type: "modify"; readonly change: RuleModification }
  | { readonly type: "approve_with_changes"; readonly change: RuleModification };

async function applyDecision(
  rules: Emend["rules"],
  id: string,
  command: Decision,
): Promise<Result<Rule, RuleProblem | RuleBusy>> {
  if (command.type === "modify") return rules.modify(id, command.change);
  if (command.type !== "approve_with_changes") return rules.decide(id, command);
  const approved = await rules.approveWithChanges(id, command.change);
  return approved.ok ? ok(approved.value.rule) : approved;
}

/** Re-evaluates the feedback that a rule covers after it came into force or was retired. */
async function reconsider(rules: Emend["rules"], ruleId: string, io: CliIo): Promise<void> {
  try {
    await rules.reconsider([ruleId]);
  } catch (error) {
    // The decision is stored, and its event is processed by the next run of the learner.
    io.stderr.write(
      `emend: the feedback behind the rule was not re-evaluated: ${safeLine(reasonOf(error))}; run \`emend rules propose\`\n`,
    );
  }
}

/** Adds how to approve a rule that has no text yet. */
const withAdvice = (problem: RuleProblem | RuleBusy, { id }: Rule): RuleProblem | RuleBusy =>
  problem.code === "needs_words"
    ? { ...problem, message: `${problem.message}: emend rules approve ${shortId(id)} --text "…"` }
    : problem;

function commandOf(type: DecisionType, rule: Rule, by: RuleActor, options: ModifyOptions): Decision {
  const reason = options.reason ?? "";
  const reviewedVersion = (): number =>
    options.version === undefined
      ? (rule.pending ?? rule.in_force ?? rule.versions.length)
      : parseWholeNumber("--version", options.version, { most: MAX_VERSIONS });
  switch (type) {
    case "approve":
      return options.text === undefined
        ? { type, by, version: reviewedVersion() }
        : { type: "approve_with_changes", change: { by, version: reviewedVersion(), text: options.text } };
    case "reject":
    case "defer":
      return { type, by, version: reviewedVersion(), reason };
    case "modify":
      return { type, change: { by, version: reviewedVersion(), ...changesOf(options), reason } };
    case "roll_back":
      return { type, by, to: parseWholeNumber("--to", options.to ?? "", { most: MAX_VERSIONS }), reason };
    case "keep":
    case "retire":
      return { type, by, reason };
  }
}

/** The changes in options; an empty name or glob means all. */
function changesOf({ text, type, agent, path }: ModifyOptions): Partial<RuleModification> {
  if (text === undefined && type === undefined && agent === undefined && path === undefined) {
    throw usageError("nothing_to_modify", "nothing to change: use --text, --type, --agent or --path");
  }
  const isFilled = (name: string): boolean => name.trim() !== "";
  return defined({
    text,
    type: type === undefined ? undefined : parseChoice("--type", type, RULE_TYPES),
    agents: agent?.filter(isFilled),
    paths: path?.filter(isFilled),
  });
}

function decisionText(command: Decision, rule: Rule, quorumInput: QuorumInput): string {
  const id = shortId(rule.id);
  const pending = findVersion(rule, rule.pending);
  const missing = pending === undefined ? "" : missingApprovals(pending, quorumInput);
  switch (command.type) {
    case "approve":
      return pending === undefined
        ? `version ${command.version} of ${id} is in force now: ${safeLine(findVersion(rule, command.version)!.text)}\nHooks tell agents from their next session on. For rule files such as CLAUDE.md: emend inject`
        : `approved version ${command.version} of ${id}: ${missing}${aloneHint(pending, quorumInput, command.by.id)}`;
    case "reject":
      return `rejected version ${command.version} of ${id}${rule.in_force === null ? "" : `; version ${rule.in_force} stays in force`}`;
    case "approve_with_changes":
      return pending === undefined
        ? `version ${rule.in_force} of ${id} is in force now, with your text: ${safeLine(findVersion(rule, rule.in_force)!.text)}`
        : `version ${rule.pending} of ${id} has your text: ${missing}`;
    case "modify":
      return `version ${rule.pending} of ${id} is waiting for approval: ${missing}`;
    case "defer":
      return `${id} is open until ${formatDay(pending!.expires_at)}: ${missing}`;
    case "roll_back":
      return `version ${rule.pending} of ${id} has the text of version ${command.to} and is waiting for approval: ${missing}`;
    case "keep":
      return `${id} stays, and is measured from now on`;
    case "retire":
      return `retired ${id}; new prompts no longer contain it`;
  }
}

/** For the first approval, which is all that somebody alone can give. */
function aloneHint({ approvals }: RuleVersion, { people }: QuorumInput, by: string): string {
  const isOnly = approvals.every((each) => each.by === by) && people.known.alone === undefined;
  return isOnly ? ". If you work alone: emend people alone, then approve it again" : "";
}

/** What approvals are counted with. */
interface QuorumInput {
  readonly policy: RulePolicy;
  readonly people: People;
}

const missingApprovals = (version: RuleVersion, { policy, people }: QuorumInput): string =>
  approvalText(quorumOf(version, policy, people), version);

/** Warnings about the text that agents will see. */
function textWarnings(command: Decision, rule: Rule): readonly string[] {
  if (!["approve", "modify", "approve_with_changes"].includes(command.type)) return [];
  const version = command.type === "approve" ? command.version : (rule.pending ?? rule.in_force);
  return checkRuleText(findVersion(rule, version)?.text ?? "").map(
    ({ level, message }) => `about the text, ${level}: ${safeLine(message)}`,
  );
}

export function decisionOf(rule: Rule, { policy, people }: QuorumInput) {
  const pending = findVersion(rule, rule.pending);
  return {
    rule_id: rule.id,
    revision: rule.revision,
    status: rule.status,
    pending: rule.pending,
    in_force: rule.in_force,
    approval:
      pending === undefined ? null : { ...quorumOf(pending, policy, people), approved_by: pending.approvals },
  };
}
