import { defined } from "../../core/defined.ts";
import { type Page, pageAnswer } from "../../core/page.ts";
import type { Evaluated } from "../../app/evaluation/search-evaluated.ts";
import {
  type EvaluationRecord,
  RESOLUTIONS,
  type Standing,
  standingOf,
} from "../../core/evaluation/evaluation.ts";
import type { Emend } from "../../compose.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { actorOf, parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { findEvaluationByPrefix } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/safe-text.ts";
import type { EvaluationsListOptions, PromoteOptions, ResolveOptions } from "./rules-evaluations.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatDay, renderIndented, formatPercent, shortId, widthOf } from "../terminal/plain-text.ts";

export const runRulesAmbiguous = (
  _action: string | undefined,
  options: EvaluationsListOptions,
  context: CliContext,
): Promise<void> =>
  printEvaluations(options, context, {
    query: { standing: "ambiguous" },
    empty: "there is no ambiguous feedback to resolve",
    advice: "To resolve one: emend rules resolve <id> --as generalizable, edge_case or ignore\n",
  });

export async function runRulesEdgeCases(options: EvaluationsListOptions, context: CliContext): Promise<void> {
  const words = (options.search ?? []).flatMap((text) => text.split(/\s/)).filter((word) => word !== "");
  await printEvaluations(options, context, {
    query: { standing: "edge_case", words },
    empty: `no edge case${words.length === 0 ? "" : " contains all of these words"}`,
    advice: "To turn one into a rule: emend rules promote <id>\n",
  });
}

interface EvaluationList {
  readonly query: { readonly standing: Standing; readonly words?: readonly string[] };
  readonly empty: string;
  readonly advice: string;
}

async function printEvaluations(
  options: EvaluationsListOptions,
  context: CliContext,
  { query, empty, advice }: EvaluationList,
): Promise<void> {
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  await printFromStore(options, context, async ({ evaluations }) => {
    const page = await evaluations.search({ ...query, limit, ...after });
    if (options.json === true) return toJson(pageAnswer({ ...page, items: page.items.map(toWire) }));
    if (page.items.length === 0) context.io.stderr.write(`emend: ${empty}\n`);
    return toText(page, context, advice);
  });
}

export async function runRulesResolve(
  id: string,
  options: ResolveOptions,
  context: CliContext,
): Promise<void> {
  const as = parseChoice("--as", options.as, RESOLUTIONS);
  const { reason = "" } = options;
  await decide(id, "ambiguous", options, context, options.by, (by) => ({
    type: "resolve_ambiguous",
    by,
    as,
    reason,
  }));
}

export const runRulesPromote = (id: string, options: PromoteOptions, context: CliContext): Promise<void> =>
  decide(id, "edge_case", options, context, options.as ?? options.by, (by) => ({
    type: "promote_edge_case",
    by,
    reason: options.reason ?? "",
  }));

async function decide(
  id: string,
  standing: Standing,
  options: StoreOptions,
  context: CliContext,
  actor: string | undefined,
  commandOf: (by: RuleActor) => Parameters<Emend["evaluations"]["decide"]>[1],
): Promise<void> {
  const by = { id: actorOf(context.io, actor), trust: "person" } as const;
  await printFromStore(options, context, async ({ store, evaluations }) => {
    const { feedback_id } = await findEvaluationByPrefix(store.evaluations, id, standing);
    const decided = unwrapResult(await evaluations.decide(feedback_id, commandOf(by)));
    return options.json === true ? toJson(decided) : decidedText(decided);
  });
}

function decidedText(record: EvaluationRecord): string {
  const standing = standingOf(record);
  const next = standing === "generalizable_high" ? "To draft a rule from it: emend rules propose\n" : "";
  return `${shortId(record.feedback_id)} is now ${standing.replaceAll("_", " ")}\n${next}`;
}

function toText({ items, next }: Page<Evaluated>, { io }: CliContext, advice: string): string {
  const width = widthOf(io);
  const lines = items.map(({ record, feedback }) => {
    const { confidence, rationale } = record.evaluation;
    const who =
      feedback === undefined
        ? "deleted"
        : `${feedback.author.id}${feedback.agent === undefined ? "" : ` to ${feedback.agent}`}`;
    return [
      `${shortId(record.feedback_id)}  ${renderIndented(`${formatDay(feedback?.time ?? record.evaluated_at)}  ${who}`, width, 0)}`,
      renderIndented(textOf(feedback) || "(no text)", width),
      renderIndented(`${rationale} (confidence ${formatPercent(confidence)})`, width, 4),
    ].join("");
  });
  if (next !== undefined) io.stderr.write("emend: there are more; use --limit to see them\n");
  return lines.length === 0 ? "" : `${lines.join("")}\n${advice}`;
}

const MAX_TEXT = 400;

const textOf = (feedback: Evaluated["feedback"]): string =>
  (feedback?.comment ?? feedback?.fix ?? feedback?.wrong ?? feedback?.similarity_text ?? "").slice(
    0,
    MAX_TEXT,
  );

const toWire = ({ record, feedback }: Evaluated): unknown => ({
  feedback_id: record.feedback_id,
  time: feedback?.time ?? null,
  agent: feedback?.agent ?? null,
  author: feedback?.author.id ?? null,
  said: textOf(feedback),
  rationale: record.evaluation.rationale,
  confidence: record.evaluation.confidence,
  contradicts: record.evaluation.contradicts ?? [],
  history: record.history ?? [],
});
