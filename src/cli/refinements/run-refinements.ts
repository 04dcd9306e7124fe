import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { RefinementRecord, NextOutcome, ActionSummary } from "../../core/prompt/refinement-record.ts";
import type { FollowedRefinement, RefinementQuery } from "../../ports/iteration-store.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { withEmend } from "../open/open-emend.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { parseTimeOption } from "../options/parse-time-option.ts";
import { toJson } from "../terminal/json-text.ts";
import { widthOf, cut, renderField, formatMinute, shortId } from "../terminal/plain-text.ts";
import type { RefinementsListOptions, RefinementsOptions } from "./refinements.ts";
import { promptDiff } from "../../core/diff/unified-diff.ts";
import { renderColumns } from "../../core/text/render-columns.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";

const heard = (next: NextOutcome | null): string => next?.heard ?? "nothing yet";

const placeText = ({ agent, session, run }: Entry): string =>
  [
    ...(agent === undefined ? [] : [agent]),
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(run === undefined ? [] : [`run ${run}`]),
  ].join(", ");

export async function runRefinementsList(
  options: RefinementsListOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const query = { ...queryOf(options, io), limit };
  const { after } = options;
  await withEmend(options, context, async ({ store }) => {
    const page = await store.refinements.list(after === undefined ? query : { ...query, after });
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
  await withEmend(options, context, async ({ store }) => {
    const found = await findRefinement(store, id);
    return options.json === true ? toJson(toWire(found)) : renderRefinement(found, widthOf(context.io));
  });
}

export async function runRefinementsSummary(options: RefinementsOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const query = queryOf(options, io);
  await withEmend(options, context, async ({ refinements }) => {
    const report = await refinements.report(query);
    if (options.json === true) return toJson(report);
    if (report.entries === 0) io.stderr.write(`emend: ${NOTHING}\n`);
    if (report.more) io.stderr.write(`emend: only the newest ${report.entries} iterations are summarised\n`);
    return report.entries === 0 ? "" : renderSummary(report.actions, widthOf(io));
  });
}

const findRefinement = (
  { refinements }: Pick<Store, "refinements">,
  given: string,
): Promise<RefinementRecord & FollowedRefinement> =>
  findByPrefix(given, {
    mark: "rf_",
    what: "refinement",
    listing: "emend refinements list",
    find: (id) => refinements.find(id),
    list: (page) => refinements.list(page),
    idOf: ({ id }) => id,
  });

type Filters = Omit<RefinementQuery, "limit" | "after">;

function queryOf({ agent, type, action, session, run, since }: RefinementsOptions, io: CliIo): Filters {
  return {
    ...defined({ agent, type, action, session, run }),
    ...(since === undefined ? {} : { since: parseTimeOption("--since", since, io) }),
  };
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
      const place = placeText(entry);
      const head = `${shortId(entry.id)}  ${formatMinute(entry.timestamp)}  ${entry.feedback_type}  score ${entry.score_before} → ${entry.score_after}`;
      return [
        `${head}${place === "" ? "" : `  ${cut(place, 60)}`}\n`,
        `  feedback  ${cut(entry.feedback_signal, Math.max(20, width - 12))}\n`,
        `  applied   ${entry.actions_applied.join(", ")}\n`,
        `  next      ${heard(entry.next)}\n`,
      ].join("");
    })
    .join("");
}

function renderRefinement(entry: Entry, width: number): string {
  const { next } = entry;
  const place = placeText(entry);
  return [
    renderField("id", entry.id, width),
    renderField("time", `${entry.timestamp}, by ${entry.recorded_by}`, width),
    place === "" ? "" : renderField("of", place, width),
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

/** One line for each type and action. */
function renderSummary(actions: readonly ActionSummary[], width: number): string {
  const rows = actions.map(
    ({ feedback_type, action, entries, successes, score_before, score_after, next }) => {
      const { approved, approved_with_changes: changed, claimed_approved: claimed, remark, unknown } = next;
      const claimedChanged = next.claimed_approved_with_changes;
      const all = Object.values(next).reduce((sum, count) => sum + count, 0);
      const known = approved + changed + claimed + claimedChanged + remark + unknown;
      return [
        feedback_type,
        action,
        String(entries),
        `${score_before} → ${score_after}`,
        String(successes),
        `${approved + claimed}`,
        `${changed + claimedChanged}`,
        `${all - known}`,
        String(remark),
        String(unknown),
      ];
    },
  );
  const titles = ["TYPE", "ACTION", "TIMES", "SCORE", "TARGET", "OK", "CHANGED", "FAIL", "REMARK", "?"];
  const columns = titles.map((title, at) => ({
    title,
    align: at < 2 ? ("left" as const) : ("right" as const),
    cells: rows.map((row) => safeLine(row[at] ?? "")),
    leaves: 0,
  }));
  return `${renderColumns(columns, Math.max(width, 100), "…").join("\n")}\n`;
}
