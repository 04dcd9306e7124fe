import { proposalDossier, type ProposalDossier } from "../../app/rule/proposal-dossier.ts";
import { proposeOwnRule } from "../../app/rule/propose-own-rule.ts";
import {
  DEFAULT_INSERTION_POINT,
  findVersion,
  type Rule,
  RULE_TYPES,
  type RuleText,
} from "../../core/rule/rule.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { refused, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
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
  const { text } = options;
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
    ...(options.cluster === undefined ? {} : { clusterId: options.cluster }),
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

const learnedOf = ({ evaluated, proposed, skipped }: LearnReport): unknown => ({
  evaluated,
  proposed: proposed.map((rule) => ({
    rule_id: rule.id,
    version: rule.pending,
    text: pendingText(rule),
    wants_words: findVersion(rule, rule.pending)?.wants_words ?? null,
  })),
  skipped,
});

function learnedText({ evaluated, proposed, skipped }: LearnReport): string {
  return [
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
