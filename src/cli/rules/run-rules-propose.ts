import type { RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import type { SkippedCluster } from "../../app/rule/propose-rules.ts";
import type { Emend } from "../../compose.ts";
import type { ProposalDossier } from "../../app/rule/proposal-dossier.ts";
import {
  DEFAULT_INSERTION_POINT,
  findVersion,
  type Rule,
  RULE_TYPES,
  type RuleText,
} from "../../core/rule/rule.ts";
import { quorumOf } from "../../core/rule/quorum.ts";
import { actorOf, parseChoice } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { decisionOf } from "./run-rules-decide.ts";
import type { RulesProposeOptions } from "./rules.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatCount, shortId } from "../terminal/plain-text.ts";
import { approvalText, ruleTextOf } from "./rules-text.ts";

export async function runRulesPropose(options: RulesProposeOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const { text, again } = options;
  if (again !== undefined) return proposeAgain(again, options, context);
  if (text !== undefined) {
    const rule = ownRule(text, options);
    const by = actorOf(io, options.as);
    return printFromStore({ ...options, create: true }, context, (emend) =>
      proposeOwn(emend, rule, by, options, io),
    );
  }
  const { reason, type, agent, path, cluster } = options;
  if ((reason ?? type ?? agent ?? path ?? cluster) !== undefined) {
    throw usageError(
      "text_missing",
      "--text with your rule is missing",
      "without any option, rules are proposed for what recurs",
    );
  }
  await printFromStore(options, context, async (emend) => {
    const report = await learn(emend, io);
    return options.json === true ? toJson(toWire(report)) : toText(report);
  });
}

interface LearnReport {
  /** Proposals that expired now. */
  readonly expired: readonly Rule[];
  readonly evaluated: number;
  readonly proposed: readonly Rule[];
  readonly skipped: readonly SkippedCluster[];
  /** Checks that were drafted for the proposed rules. */
  readonly checks: readonly RuleCheck[];
}

/** Evaluates new feedback and proposes rules for what recurs. */
async function learn({ feedback, rules, checks }: Emend, io: CliIo): Promise<LearnReport> {
  const expired = await rules.expire();
  const { evaluated } = await feedback.learn();
  const { command } = (await configOf(io)).llm;
  if (command !== undefined && io.stderr.isTTY === true) {
    io.stderr.write(`emend: asking ${safeLine(command[0])} to word new rules; each may take a minute\n`);
  }
  const { proposed, skipped } = await rules.proposeRecurring();
  const drafted = await checks.draftMissing(proposed.map(({ id }) => id));
  return { evaluated, expired, proposed, skipped, checks: drafted };
}

/** Proposes an expired rule again with the same text. */
async function proposeAgain(id: string, options: RulesProposeOptions, context: CliContext): Promise<void> {
  const { text, type, agent, path, cluster } = options;
  if ((text ?? type ?? agent ?? path ?? cluster) !== undefined) {
    throw usageError(
      "again_alone",
      "--again cannot be used with --text, --type, --agent, --path or --cluster",
      "the rule keeps its text and scope; change them afterwards with `emend rules modify`",
    );
  }
  const by = { id: actorOf(context.io, options.as), trust: "person" } as const;
  await printFromStore(options, context, async ({ store, rules, policy }) => {
    const { id: ruleId } = await findRuleByPrefix(store.rules, id);
    const { reason } = options;
    const rule = unwrapResult(await rules.proposeAgain(ruleId, { by, ...defined({ note: reason }) }));
    const people = await store.people.read();
    if (options.json === true) return toJson(decisionOf(rule, { policy, people }));
    const version = findVersion(rule, rule.pending)!;
    const { earlier } = version;
    const before =
      earlier === null ? "" : `version ${earlier.version} ${earlier.status}: ${safeLine(earlier.reason)}\n`;
    return `proposed ${shortId(rule.id)} again as version ${version.version}: ${approvalText(quorumOf(version, policy, people), version)}\n${before}`;
  });
}

const ownRule = (text: string, { reason, type, agent = [], path = [] }: RulesProposeOptions): RuleText => ({
  type: type === undefined ? "guideline" : parseChoice("--type", type, RULE_TYPES),
  text,
  reason: reason ?? "",
  insertion_point: DEFAULT_INSERTION_POINT,
  scope: { agents: agent, paths: path },
});

async function proposeOwn(
  { store, rules, policy }: Emend,
  rule: RuleText,
  by: string,
  options: RulesProposeOptions,
  io: CliIo,
): Promise<string> {
  const decided = unwrapResult(
    await rules.propose({
      by: { id: by, trust: "person" },
      rule,
      ...defined({ clusterId: options.cluster }),
    }),
  );
  const { id } = decided;
  const dossier = (await rules.dossier(id))!;
  for (const line of warningsOn(dossier)) io.stderr.write(`emend: ${line}\n`);
  if (options.json === true)
    return toJson(decisionOf(decided, { policy, people: await store.people.read() }));
  return `proposed ${shortId(id)}: ${approvalText(dossier.approval, dossier.version)}\n`;
}

/** What the proposer can still fix before others decide. */
const warningsOn = ({ warnings, related }: ProposalDossier): readonly string[] => [
  ...warnings.map(({ level, message }) => `about the text, ${level}: ${safeLine(message)}`),
  ...related.map(
    ({ relation, rule_id, text, reasons }) =>
      `${relation === "conflict" ? "conflicts with" : "repeats"} ${shortId(rule_id)}, ${safeLine(JSON.stringify(text))}: ${safeLine(reasons[0] ?? "")}`,
  ),
];

const toWire = ({ evaluated, expired, proposed, skipped, checks }: LearnReport): unknown => ({
  evaluated,
  expired: expired.map(({ id, last_answer }) => ({
    rule_id: id,
    version: last_answer?.version ?? null,
    reason: last_answer?.reason ?? null,
  })),
  proposed: proposed.map((rule) => ({
    rule_id: rule.id,
    version: rule.pending,
    text: pendingText(rule),
    wants_words: findVersion(rule, rule.pending)?.wants_words ?? null,
  })),
  skipped,
  checks: checks.map(({ id, rule_id }) => ({ check_id: id, rule_id })),
});

function toText({ evaluated, expired, proposed, skipped, checks }: LearnReport): string {
  return [
    ...expired.map(
      ({ id, last_answer }) =>
        `expired ${shortId(id)}: ${safeLine(last_answer?.reason ?? "")}. To propose it again: emend rules propose --again ${shortId(id)}\n`,
    ),
    `evaluated ${formatCount(evaluated, "new piece", "new pieces")} of feedback, proposed ${formatCount(proposed.length, "rule")}\n`,
    ...proposed.map((rule) => `  ${shortId(rule.id)}  ${safeLine(ruleTextOrNote(rule))}\n`),
    ...skipped.map(
      ({ cluster_id, message, code }) =>
        `  skipped ${safeLine(cluster_id)}: ${safeLine(message)} [${safeLine(code)}]\n`,
    ),
    ...checks.map(
      ({ id, rule_id }) =>
        `  drafted a check for ${shortId(rule_id)}. To see it: emend checks show ${shortId(id)}\n`,
    ),
    proposed.length === 0
      ? ""
      : `Next: emend rules show ${proposed.length === 1 ? shortId(proposed[0]!.id) : "<id>"}\n`,
  ].join("");
}

const pendingText = (rule: Rule): string => findVersion(rule, rule.pending)?.text ?? "";

function ruleTextOrNote(rule: Rule): string {
  const pending = findVersion(rule, rule.pending);
  return pending === undefined ? "" : ruleTextOf(pending);
}
