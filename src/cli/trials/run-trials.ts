import { defined } from "../../core/defined.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import { pageAnswer } from "../../core/page.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import { toTrialWire } from "../../core/trial/trial-wire.ts";
import { TRIAL_STATES } from "../../core/trial/trial.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix, findTrialByPrefix } from "../options/find-by-prefix.ts";
import { actorOf, parseChoice, parseShare, parseWholeNumber } from "../options/parse-options.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import { startedText, trialsTable, trialText } from "./trials-text.ts";
import type { TrialsListOptions, TrialsStartOptions, TrialsStopOptions } from "./trials.ts";
import type { StoreOptions } from "../options/store-option.ts";

export async function runTrialsList(options: TrialsListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const state = options.state === undefined ? undefined : parseChoice("--state", options.state, TRIAL_STATES);
  await printFromStore(options, context, async ({ trials, store }) => {
    const rule =
      options.rule === undefined ? undefined : (await findRuleByPrefix(store.rules, options.rule)).id;
    const page = await trials.list({ limit, ...defined({ after: options.after, state, rule }) });
    const items = page.items.map(toTrialWire);
    if (items.length === 0)
      io.stderr.write("emend: there are no trials; start one with `emend rules approve ID --trial`\n");
    if (page.next !== undefined)
      io.stderr.write(`emend: for more: \`emend trials list --after ${page.next}\`\n`);
    if (options.json === true) return toJson(pageAnswer({ ...page, items }));
    return items.length === 0 ? "" : trialsTable(items, widthOf(io));
  });
}

export async function runTrialsShow(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  await printFromStore(options, context, async ({ trials, store }) => {
    const found = await findTrialByPrefix(store.trials, id);
    const wire = toTrialWire(unwrapResult(await trials.show(found.id)));
    return options.json === true ? toJson(wire) : trialText(wire, widthOf(context.io));
  });
}

const personOf = (io: CliIo, as: string | undefined): RuleActor => ({
  id: actorOf(io, as),
  trust: "person",
  login: BY_COMMAND,
});

export async function runTrialsStart(
  id: string,
  options: TrialsStartOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const share = options.share === undefined ? undefined : parseShare("--share", options.share);
  const margin = options.margin === undefined ? undefined : parseShare("--margin", options.margin);
  await printFromStore(options, context, async ({ trials, store }) => {
    const rule = await findRuleByPrefix(store.rules, id);
    const started = unwrapResult(
      await trials.start({
        rule_id: rule.id,
        kind: options.withdraw === true ? "withdrawal" : "introduction",
        by: personOf(io, options.as),
        anyway: options.anyway === true,
        ...defined({ share, margin }),
      }),
    );
    if (options.json !== true) return startedText(started, widthOf(io));
    return toJson(toTrialWire(unwrapResult(await trials.show(started.id))));
  });
}

export async function runTrialsStop(
  id: string,
  options: TrialsStopOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ trials, store }) => {
    const found = await findTrialByPrefix(store.trials, id);
    const request = { by: personOf(io, options.as), reason: options.reason };
    const stopped = unwrapResult(await trials.stop(found.id, request));
    if (options.json === true) return toJson(toTrialWire(unwrapResult(await trials.show(stopped.id))));
    return `stopped ${stopped.id}; every task is given the rule from now on\n`;
  });
}
