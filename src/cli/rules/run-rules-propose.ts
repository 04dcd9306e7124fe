import { defined } from "../../core/defined.ts";
import { proposalDossier, type ProposalDossier } from "../../app/rule/proposal-dossier.ts";
import { proposeAgain } from "../../app/rule/propose-again.ts";
import { proposeOwnRule } from "../../app/rule/propose-own-rule.ts";
import {
  DEFAULT_INSERTION_POINT,
  findVersion,
  type Rule,
  RULE_TYPES,
  type RuleText,
} from "../../core/rule/rule.ts";
import { quorumOf } from "../../core/rule/quorum.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { refused, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { findRule } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import { oneOf } from "../options/option-word.ts";
import { decisionOf } from "./run-rules-decide.ts";
import type { RulesProposeOptions } from "./rules.ts";
import type { LearnReport, RulesPorts } from "./rules-ports.ts";
import { inRulesStore, knownTo, type RulesSession } from "./rules-session.ts";
import { count, shortId } from "../terminal/plain-text.ts";
import { approvalText, wordsOf } from "./rules-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

export async function runRulesPropose(
  options: RulesProposeOptions,
  context: CliContext,
  ports: RulesPorts,
): Promise<void> {
  const { io } = context;
  const { text, again } = options;
  if (again !== undefined) return proposeOnceMore(again, options, context, ports);
  if (text !== undefined) {
    const rule = ownRule(text, options);
    const by = actorOf(io, options.as);
    return inRulesStore({ ...options, create: true }, context, ports, (session) =>
      proposeOwn({ ...session, ports }, rule, by, options, io),
    );
  }
  if (
    [options.reason, options.type, options.agent, options.path, options.cluster].some(
      (given) => given !== undefined,
    )
  ) {
    throw usageError(
      "text_missing",
      "expected --text with the words of your rule",
      "without any option, what recurs is proposed",
    );
  }
  await inRulesStore(options, context, ports, async ({ store }) => {
    const report = await ports.learn(store, io);
    return options.json === true ? toJson(learnedOf(report)) : learnedText(report);
  });
}

/** What expired before enough people had answered, in the words it had. */
async function proposeOnceMore(
  id: string,
  options: RulesProposeOptions,
  context: CliContext,
  ports: RulesPorts,
): Promise<void> {
  if (
    [options.text, options.type, options.agent, options.path, options.cluster].some(
      (each) => each !== undefined,
    )
  ) {
    throw usageError(
      "again_alone",
      "expected --again without --text, --type, --agent, --path or --cluster",
      "it keeps its words and its scope; change them afterwards with `emend rules modify`",
    );
  }
  const by = { id: actorOf(context.io, options.as), trust: "person" } as const;
  await inRulesStore(options, context, ports, async ({ store, policy, now }) => {
    const { id: ruleId } = await findRule(store.rules, id);
    const { reason } = options;
    const decided = await proposeAgain({ ...store, policy, now })(ruleId, {
      by,
      ...defined({ note: reason }),
    });
    if (!decided.ok) throw refused(decided.error);
    const rule = decided.value;
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
  type: type === undefined ? "guideline" : oneOf("--type", type, RULE_TYPES),
  text,
  reason: reason ?? "",
  insertion_point: DEFAULT_INSERTION_POINT,
  scope: { agents: agent, paths: path },
});

async function proposeOwn(
  { store, policy, now, ports }: RulesSession & { readonly ports: RulesPorts },
  rule: RuleText,
  by: string,
  options: RulesProposeOptions,
  io: CliIo,
): Promise<string> {
  const decided = await proposeOwnRule({ ...store, policy, now })({
    by: { id: by, trust: "person" },
    rule,
    ...defined({ clusterId: options.cluster }),
  });
  if (!decided.ok) throw refused(decided.error);
  const { id } = decided.value;
  const known = await knownTo(ports, io);
  const dossier = (await proposalDossier({ ...store, ...known, policy, now })(id))!;
  for (const line of remarksOn(dossier)) io.stderr.write(`emend: ${line}\n`);
  if (options.json === true)
    return toJson(decisionOf(decided.value, { policy, people: await store.people.read() }));
  return `proposed ${shortId(id)}: ${approvalText(dossier.approval, dossier.version)}\n`;
}

/** What the proposer can still mend before others are asked. */
const remarksOn = ({ warnings, related }: ProposalDossier): readonly string[] => [
  ...warnings.map(({ level, message }) => `about the text, ${level}: ${safeLine(message)}`),
  ...related.map(
    ({ relation, rule_id, text, reasons }) =>
      `${relation === "conflict" ? "conflicts with" : "repeats"} ${shortId(rule_id)}, ${safeLine(JSON.stringify(text))}: ${safeLine(reasons[0] ?? "")}`,
  ),
];

const learnedOf = ({ evaluated, expired = [], proposed, skipped }: LearnReport): unknown => ({
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
});

function learnedText({ evaluated, expired = [], proposed, skipped }: LearnReport): string {
  return [
    ...expired.map(
      ({ id, last_answer }) =>
        `expired ${shortId(id)}: ${safeLine(last_answer?.reason ?? "")}. To propose it again: emend rules propose --again ${shortId(id)}\n`,
    ),
    `evaluated ${count(evaluated, "new piece", "new pieces")} of feedback, proposed ${count(proposed.length, "rule")}\n`,
    ...proposed.map((rule) => `  ${shortId(rule.id)}  ${safeLine(shownText(rule))}\n`),
    ...skipped.map(
      ({ cluster_id, message, code }) =>
        `  passed over ${safeLine(cluster_id)}: ${safeLine(message)} [${safeLine(code)}]\n`,
    ),
    proposed.length === 0 ? "" : "Next: emend rules show <id>\n",
  ].join("");
}

const pendingText = (rule: Rule): string => findVersion(rule, rule.pending)?.text ?? "";

function shownText(rule: Rule): string {
  const pending = findVersion(rule, rule.pending);
  return pending === undefined ? "" : wordsOf(pending);
}
