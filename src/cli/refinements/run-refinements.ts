import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { RefinementRecord, NextOutcome, ActionSummary } from "../../core/prompt/refinement-record.ts";
import type { FollowedRefinement, RefinementQuery } from "../../ports/iteration-store.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";
import { parseTimeOption, parseWholeNumber } from "../options/parse-options.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { safeText, toJson } from "../terminal/safe-text.ts";
import { compact, widthOf, cut, renderField, formatMinute, shortId } from "../terminal/plain-text.ts";
import type { RefinementsListOptions, RefinementsOptions } from "./refinements.ts";
import { promptDiff } from "../../core/diff/unified-diff.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";

const outcomeText = (next: NextOutcome | null): string => next?.heard ?? "nothing yet";

const originText = ({ agent, session, run }: Entry): string =>
  compact([agent, session !== undefined && `session ${session}`, run !== undefined && `run ${run}`]).join(
    ", ",
  );

export async function runRefinementsList(
  options: RefinementsListOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const query = { ...queryOf(options, io), limit, ...defined({ after: options.after }) };
  await printFromStore(options, context, async ({ store }) => {
    const page = await store.refinements.list(query);
    if (options.json === true) return toJson(pageAnswer({ ...page, items: page.items.map(toWire) }));
    if (page.items.length === 0) io.stderr.write(`emend: ${NOTHING}\n`);
    if (page.next !== undefined) io.stderr.write(`emend: for more: --after ${page.next}\n`);
    return renderRefinements(page.items, widthOf(io));
  });
}

const NOTHING = "no refinements in the log; `emend refine --log` stores them, and so do the API and MCP";

export async function runRefinementsShow(
  id: string,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  await printFromStore(options, context, async ({ store }) => {
    const found = await findRefinement(store, id);
    return options.json === true ? toJson(toWire(found)) : renderRefinement(found, widthOf(context.io));
  });
}

export async function runRefinementsSummary(options: RefinementsOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const query = queryOf(options, io);
  await printFromStore(options, context, async ({ refinements }) => {
    const report = await refinements.report(query);
    if (options.json === true) return toJson(report);
    if (report.entries === 0) io.stderr.write(`emend: ${NOTHING}\n`);
    if (report.more) io.stderr.write(`emend: only the newest ${report.entries} iterations are summarised\n`);
    return report.entries === 0 ? "" : renderSummary(report.actions, widthOf(io));
  });
}

const findRefinement = (
  { refinements }: Pick<Store, "refinements">,
  prefix: string,
): Promise<RefinementRecord & FollowedRefinement> =>
  findByPrefix(prefix, {
    type: "rf_",
    what: "refinement",
    listing: "emend refinements list",
    find: (id) => refinements.find(id),
    list: (page) => refinements.list(page),
    idOf: ({ id }) => id,
  });

type Filters = Omit<RefinementQuery, "limit" | "after">;

function queryOf({ agent, type, action, session, run, since }: RefinementsOptions, io: CliIo): Filters {
  const from = since === undefined ? undefined : parseTimeOption("--since", since, io);
  return defined({ agent, type, action, session, run, since: from });
}

const toWire = (record: RefinementRecord & FollowedRefinement): unknown => ({
  ...record,
  agent: record.agent ?? null,
  session: record.session ?? null,
  run: record.run ?? null,
});

type Entry = RefinementRecord & FollowedRefinement;

function renderRefinements(entries: readonly Entry[], width: number): string {
  return entries
    .map((entry) => {
      const origin = originText(entry);
      const head = `${shortId(entry.id)}  ${formatMinute(entry.timestamp)}  ${entry.feedback_type}  score ${entry.score_before} → ${entry.score_after}`;
      return [
        `${head}${origin === "" ? "" : `  ${cut(origin, 60)}`}\n`,
        `  feedback  ${cut(entry.feedback_signal, Math.max(20, width - 12))}\n`,
        `  applied   ${entry.actions_applied.join(", ")}\n`,
        `  next      ${outcomeText(entry.next)}\n`,
      ].join("");
    })
    .join("");
}

function renderRefinement(entry: Entry, width: number): string {
  const { next } = entry;
  const origin = originText(entry);
  return [
    renderField("id", entry.id, width),
    renderField("time", `${entry.timestamp}, by ${entry.recorded_by}`, width),
    origin === "" ? "" : renderField("of", origin, width),
    renderField("heard", `${entry.feedback_type}: ${entry.feedback_signal}`, width),
    renderField("applied", entry.actions_applied.join(", "), width),
    renderField(
      "score",
      `${entry.score_before} → ${entry.score_after} of 10${entry.success ? ", the target" : ""}; iteration ${entry.iteration}`,
      width,
    ),
    renderField("next", next === null ? "no outcome yet" : `${next.heard} at ${next.at} (${next.id})`, width),
    "\n",
    safeText(promptDiff(entry.original_prompt, entry.refined_prompt)),
  ].join("");
}

const renderSummary = (actions: readonly ActionSummary[], width: number): string =>
  renderTable(actions, SUMMARY_COLUMNS, Math.max(width, 100));

const SUMMARY_COLUMNS: readonly TableColumn<ActionSummary>[] = [
  { title: "TYPE", cell: ({ feedback_type }) => feedback_type },
  { title: "ACTION", cell: ({ action }) => action },
  { title: "TIMES", align: "right", cell: ({ entries }) => entries },
  {
    title: "SCORE",
    align: "right",
    cell: ({ score_before, score_after }) => `${score_before} → ${score_after}`,
  },
  { title: "TARGET", align: "right", cell: ({ successes }) => successes },
  { title: "OK", align: "right", cell: ({ next }) => approvals(next) },
  { title: "CHANGED", align: "right", cell: ({ next }) => changes(next) },
  { title: "FAIL", align: "right", cell: ({ next }) => failures(next) },
  { title: "REMARK", align: "right", cell: ({ next }) => next.remark },
  { title: "?", align: "right", cell: ({ next }) => next.unknown },
];

type Outcomes = ActionSummary["next"];

const approvals = (next: Outcomes): number => next.approved + next.claimed_approved;
const changes = (next: Outcomes): number => next.approved_with_changes + next.claimed_approved_with_changes;
const failures = (next: Outcomes): number =>
  Object.values(next).reduce((sum, count) => sum + count, 0) -
  (approvals(next) + changes(next) + next.remark + next.unknown);
