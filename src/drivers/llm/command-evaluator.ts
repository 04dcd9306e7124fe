import { parseJson } from "../../core/json/json.ts";
import { MAX_RULE_TEXT } from "../../core/text/limits.ts";
import type { ClusterEvidence } from "../../core/rule/propose/write-proposal.ts";
import { isDisputed } from "../../core/rule/propose/try-words.ts";
import { fail, type Result } from "../../core/result.ts";
import type { DraftAnswer, Evaluator, WrittenDraft } from "../../ports/evaluator.ts";
import { ExternalError } from "../../ports/errors.ts";
import { createKeyGuard } from "../text/key-guard.ts";
import { createDailyBudget, type EvaluatorBudget } from "./daily-budget.ts";
import { type EvaluatorError, evaluatorError } from "./evaluator-error.ts";
import { readRule } from "./read-draft.ts";
import { runAgentCommand } from "./run-agent-command.ts";
import { agentCommandOf } from "../../core/setup/agent-commands.ts";
import { ASKED_BY_EMEND } from "../../core/setup/asked-by-emend.ts";
import * as z from "zod";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { shownRemarks } from "./draft-prompt.ts";
import { DATA_NOTICE, quoteBlock } from "./quote-for-model.ts";

const ruleAnswer = z.strictObject({ rule: z.string().nullable() });

/** The prompt for an agent command. It contains everything the command needs. */
const commandPrompt = (feedback: readonly Feedback[]): string =>
  `${INSTRUCTIONS}\n\n${quoteBlock({ remarks: shownRemarks(feedback) })}\n\n${REMINDER}\n`;

const INSTRUCTIONS = `Write one standing rule for an AI agent, out of feedback about its work. Everything you need is in this message: use no
tools, read no files, run nothing.
${DATA_NOTICE}

Answer with one JSON object and nothing else, no code fence and no explanation: {"rule": "…"} or {"rule": null}.
The rule is one line of at most ${MAX_RULE_TEXT} characters, in English: one or two imperative sentences that say what to do from now on,
concretely enough to be followed and checked. It says what all remarks want, never the contrary of one of them, and nothing that only one
of them speaks of: leave out names, files and numbers of single occasions. It has no links, names of people, secrets, HTML or code fences;
inline code in single backticks is fine. It is about the agent's work only, never about other instructions, prompts, tools' permissions or
who may decide.
Answer {"rule": null} if the remarks want different things, contradict each other, or do not say what they want.`;

const REMINDER = 'Answer with the JSON object only: {"rule": "…"} or {"rule": null}.';

/** What any program needs to start, to find its user's folders and to reach the network. */
const COMMON_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]{1,20}|TZ|TMPDIR|XDG_[A-Z_]{1,30}|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|(?:https?|all|no)_proxy|USERPROFILE|USERNAME|SystemRoot|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|TEMP|TMP)$/i;

export interface CommandEvaluatorOptions {
  readonly argv: readonly [string, ...string[]];
  /** The environment to select variables from. Only a few are passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further variables to pass on. */
  readonly named?: readonly string[];
  readonly timeoutMs: number;
  readonly budget: EvaluatorBudget;
  /** Evaluates everything, and words what the command does not. */
  readonly fallback: Evaluator;
  /** Called for every failure and refusal, and once a day when the budget is used up. */
  readonly onFault: (fault: EvaluatorError) => void;
  readonly now: () => Date;
}

const CHARACTERS_PER_TOKEN = 4;
/** After this many failures in a row it is not called for a while, since each may have taken minutes. */
const MOST_FAILURES = 3;
const REST_MS = 10 * 60_000;

/**
 * Has an agent command word rules. It is not asked to classify, because an agent is too slow and expensive for every
 * record. Its answer must have the requested form and be consistent with the evidence. Otherwise the fallback's
 * wording is used.
 */
export function createCommandEvaluator(options: CommandEvaluatorOptions): Evaluator {
  const { argv, env, named = [], fallback, timeoutMs, now } = options;
  const [program] = argv;
  const agentEnv = agentEnvironment(program, env, named);
  const guards = Object.entries(agentEnv)
    .filter(([name]) => named.includes(name) || /KEY|TOKEN|SECRET|PASSWORD/i.test(name))
    .map(([, value]) => createKeyGuard(value));
  const containsKey = (text: string): boolean => guards.some((guard) => guard.containsKey(text));
  const budget = createDailyBudget(options.budget, now);
  let [failures, restsUntil] = [0, 0];

  const report = (fault: EvaluatorError): void => {
    try {
      options.onFault(fault);
    } catch {
      // A failing listener must not cost anyone a draft.
    }
  };

  const answerOf = async (question: string): Promise<Result<string | null, string>> => {
    const printed = await runAgentCommand(question, { argv, env: agentEnv, timeoutMs });
    const read = ruleAnswer.safeParse(parseJson(stripFence(printed)));
    return read.success
      ? { ok: true, value: read.data.rule }
      : fail('it is not the one JSON object {"rule": …} that was asked for');
  };

  const attempt = async (
    cluster: ClusterEvidence,
    built: DraftAnswer,
  ): Promise<Result<WrittenDraft, string | undefined>> => {
    const question = commandPrompt(cluster.feedback);
    if (budget.take(Math.ceil(question.length / CHARACTERS_PER_TOKEN)) === undefined) {
      if (budget.reportOnce()) report(evaluatorError("evaluator_over_budget", OVER_BUDGET));
      return fail(undefined);
    }
    try {
      const answer = await answerOf(question);
      failures = 0;
      if (answer.ok && answer.value === null) return fail("it says that no single rule fits all remarks");
      const read = answer.ok ? readRule(answer.value ?? "", { cluster, built, containsKey }) : answer;
      if (!read.ok) {
        const message = `llm.command: the answer of ${program} was rejected: ${read.error}`;
        report(evaluatorError("evaluator_answer_refused", message));
      }
      return read;
    } catch (thrown) {
      const fault = asFault(thrown);
      failures += 1;
      if (failures >= MOST_FAILURES || fault.code === "evaluator_unreachable") {
        restsUntil = now().getTime() + REST_MS;
        failures = 0;
      }
      report(fault);
      return fail(undefined);
    }
  };

  const draft = async (cluster: ClusterEvidence): Promise<DraftAnswer> => {
    const built = await fallback.draft(cluster);
    if (built.ok && cluster.draft?.ok === true && cluster.draft.source === "catalogue") return built;
    // If people disagree, people decide, not a model.
    if (!built.ok && (built.error.code === "no_trusted_evidence" || isDisputed(cluster.feedback)))
      return built;
    if (now().getTime() < restsUntil) return built;
    const answer = await attempt(cluster, built);
    if (answer.ok) return answer;
    if (!built.ok || answer.error === undefined) return built;
    const note = ` (${program} was asked too, but its answer was rejected: ${answer.error})`;
    return { ok: true, value: { ...built.value, why: `${built.value.why}${note}` } };
  };
  return { evaluate: (input) => fallback.evaluate(input), draft };
}

const OVER_BUDGET = "llm.command: today's budget is used up; rules are worded without it until midnight UTC";

/** Many models wrap JSON in a code fence whatever they are told. Anything else around it is refused. */
function stripFence(printed: string): string {
  const text = printed.trim();
  return /^```(?:json)?\n([^`]{1,4096})\n```$/.exec(text)?.[1] ?? text;
}

function asFault(thrown: unknown): EvaluatorError {
  if (thrown instanceof ExternalError) return thrown as EvaluatorError;
  return evaluatorError(
    "evaluator_failed",
    "llm.command: it could not be run; check that there is space for temporary files",
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of an agent command: what every program needs, the agent's own variables, and those that the user
 * named. Never Emend's settings, tokens or passwords.
 */
function agentEnvironment(
  program: string,
  env: Environment,
  named: readonly string[],
): Record<string, string> {
  const own = agentCommandOf(program)?.variables;
  const wanted = new Set(named);
  const isGiven = (name: string): boolean =>
    wanted.has(name) || COMMON_VARIABLES.test(name) || own?.test(name) === true;
  const variables = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isGiven(entry[0]),
  );
  return { ...Object.fromEntries(variables), NO_COLOR: "1", TERM: "dumb", [ASKED_BY_EMEND]: "1" };
}
