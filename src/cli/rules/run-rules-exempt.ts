import type { RuleActor } from "../../core/feedback/feedback.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { actorOf } from "../options/parse-options.ts";
import { shortId } from "../terminal/plain-text.ts";
import type { ExemptOptions } from "./rules-decide.ts";

export async function runRulesExempt(id: string, options: ExemptOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const by: RuleActor = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND };
  await printFromStore(options, context, async ({ store, trials }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const request = { by, reason: options.reason };
    if (options.end === true) {
      unwrapResult(await trials.endExemption(rule.id, request));
      return `${shortId(rule.id)} may be tried again\n`;
    }
    const { stopped } = unwrapResult(await trials.exempt(rule.id, request));
    const trial = stopped === undefined ? "" : `; its trial ${stopped.id} has stopped`;
    return `every task is given ${shortId(rule.id)} from now on${trial}\n`;
  });
}
