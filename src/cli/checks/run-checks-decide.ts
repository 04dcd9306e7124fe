import { checkAnswer } from "../../app/check/check-answer.ts";
import type { CheckDecision } from "../../app/check/decide-check.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import { MAX_CHECK_VERSIONS, openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import { shortId } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import type { CheckDecisionType, ChecksDecideOptions } from "./checks-decide.ts";
import { findCheckByPrefix } from "./find-check.ts";

export async function runChecksDecide(
  type: CheckDecisionType,
  id: string,
  options: ChecksDecideOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by: RuleActor = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND };
  await printFromStore(options, context, async (emend) => {
    const before = await findCheckByPrefix(emend, id);
    const check = unwrapResult(await emend.checks.decide(before.id, commandOf(type, before, by, options)));
    const [described] = await emend.checks.describe([check]);
    if (options.json === true) return toJson(checkAnswer(described!));
    return `${sentence(type, check, described!.approval.missing)}\n`;
  });
}

function commandOf(
  type: CheckDecisionType,
  check: RuleCheck,
  by: RuleActor,
  { version: asked, reason }: ChecksDecideOptions,
): CheckDecision {
  if (type === "retire") return { type, by, reason: reason ?? "" };
  const version =
    asked === undefined
      ? openCheckVersion(check).version
      : parseWholeNumber("--version", asked, { most: MAX_CHECK_VERSIONS });
  return type === "approve" ? { type, by, version } : { type, by, version, ...defined({ reason }) };
}

function sentence(type: CheckDecisionType, check: RuleCheck, missing: number): string {
  const id = shortId(check.id);
  if (type === "approve" && missing > 0)
    return `approved ${id}; ${missing} more ${missing === 1 ? "approval is" : "approvals are"} needed`;
  if (check.state === "retired") return `retired ${id}; the text of its rule returns to the prompt`;
  const next = {
    drafted: "",
    watching: `. It only reports. Next: emend checks hits ${id} --verdict none, then emend checks nudge ${id}`,
    nudging: `. The hook tells agents what it finds`,
    blocking: `. The hook refuses what it finds, and \`emend check\` fails`,
  }[check.state];
  return `${id} is ${check.state} in version ${check.running}${next}`;
}
