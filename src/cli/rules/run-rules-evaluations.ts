import { defined } from "../../core/defined.ts";
import { type Page, pageAnswer } from "../../core/page.ts";
import type { Evaluated } from "../../app/evaluation/search-evaluated.ts";
import { type EvaluationRecord, RESOLUTIONS, standingOf } from "../../core/evaluation/evaluation.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrap } from "../cli-error.ts";
import { findEvaluationByPrefix } from "../options/find-by-prefix.ts";
import { toJson } from "../terminal/json-text.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { parseChoice } from "../options/parse-choice.ts";
import type { EvaluationsListOptions, PromoteOptions, ResolveOptions } from "./rules-evaluations.ts";
import { printFromStore } from "../open/open-emend.ts";
import { formatDay, renderIndented, formatPercent, shortId, widthOf } from "../terminal/plain-text.ts";

export async function runRulesAmbiguous(options: EvaluationsListOptions, context: CliContext): Promise<void> {
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  await printFromStore(options, context, async ({ evaluations }) => {
    const page = await evaluations.search({ standing: "ambiguous", limit, ...after });
    if (options.json === true) return toJson(pageAnswer({ ...page, items: page.items.map(toWire) }));
    if (page.items.length === 0)
      context.io.stderr.write("emend: there is no ambiguous feedback to resolve\n");
    return toText(
      page,
      context,
      "To resolve one: emend rules resolve <id> --as generalizable, edge_case or ignore\n",
    );
  });
}

export async function runRulesEdgeCases(options: EvaluationsListOptions, context: CliContext): Promise<void> {
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  const words = (options.search ?? []).flatMap((text) => text.split(/\s/)).filter((word) => word !== "");
  await printFromStore(options, context, async ({ evaluations }) => {
    const page = await evaluations.search({ standing: "edge_case", words, limit, ...after });
    if (options.json === true) return toJson(pageAnswer({ ...page, items: page.items.map(toWire) }));
    if (page.items.length === 0) {
      context.io.stderr.write(
        `emend: no edge case${words.length === 0 ? "" : " contains all of these words"}\n`,
      );
    }
    return toText(page, context, "To turn one into a rule: emend rules promote <id>\n");
  });
}

export async function runRulesResolve(
  id: string,
  options: ResolveOptions,
  context: CliContext,
): Promise<void> {
  const as = parseChoice("--as", options.as, RESOLUTIONS);
  const by = { id: actorOf(context.io, options.by), trust: "person" } as const;
  await printFromStore(options, context, async ({ store, evaluations }) => {
    const { feedback_id } = await findEvaluationByPrefix(store.evaluations, id, "ambiguous");
    const decided = unwrap(
      await evaluations.decide(feedback_id, {
        type: "resolve_ambiguous",
        by,
        as,
        reason: options.reason ?? "",
      }),
    );
    return options.json === true ? toJson(decided) : settled(decided);
  });
}

export async function runRulesPromote(
  id: string,
  options: PromoteOptions,
  context: CliContext,
): Promise<void> {
  const by = { id: actorOf(context.io, options.by), trust: "person" } as const;
  await printFromStore(options, context, async ({ store, evaluations }) => {
    const { feedback_id } = await findEvaluationByPrefix(store.evaluations, id, "edge_case");
    const decided = unwrap(
      await evaluations.decide(feedback_id, {
        type: "promote_edge_case",
        by,
        reason: options.reason ?? "",
      }),
    );
    return options.json === true ? toJson(decided) : settled(decided);
  });
}

function settled(record: EvaluationRecord): string {
  const standing = standingOf(record);
  const next = standing === "generalizable_high" ? "To draft a rule from it: emend rules propose\n" : "";
  return `${shortId(record.feedback_id)} is now ${standing.replaceAll("_", " ")}\n${next}`;
}

function toText({ items, next: more }: Page<Evaluated>, { io }: CliContext, next: string): string {
  const width = widthOf(io);
  const lines = items.map(({ record, feedback }) => {
    const { confidence, rationale } = record.evaluation;
    const who =
      feedback === undefined
        ? "deleted"
        : `${feedback.author.id}${feedback.agent === undefined ? "" : ` to ${feedback.agent}`}`;
    return [
      `${shortId(record.feedback_id)}  ${renderIndented(`${formatDay(feedback?.time ?? record.evaluated_at)}  ${who}`, width, 0)}`,
      renderIndented(saidBy(feedback) || "(no text)", width),
      renderIndented(`${rationale} (confidence ${formatPercent(confidence)})`, width, 4),
    ].join("");
  });
  if (more !== undefined) io.stderr.write("emend: there are more; use --limit to see them\n");
  return lines.length === 0 ? "" : `${lines.join("")}\n${next}`;
}

const MAX_SAID = 400;

const saidBy = (feedback: Evaluated["feedback"]): string =>
  (feedback?.comment ?? feedback?.fix ?? feedback?.wrong ?? feedback?.similarity_text ?? "").slice(
    0,
    MAX_SAID,
  );

const toWire = ({ record, feedback }: Evaluated): unknown => ({
  feedback_id: record.feedback_id,
  time: feedback?.time ?? null,
  agent: feedback?.agent ?? null,
  author: feedback?.author.id ?? null,
  said: saidBy(feedback),
  rationale: record.evaluation.rationale,
  confidence: record.evaluation.confidence,
  contradicts: record.evaluation.contradicts ?? [],
  history: record.history ?? [],
});
