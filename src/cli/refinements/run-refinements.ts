import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import type { RefinementRecord } from "../../core/prompt/refinement-record.ts";
import type { FollowedRefinement, RefinementQuery } from "../../ports/iteration-store.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { withEmend } from "../open/open-emend.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";
import { wholeNumber } from "../options/option-number.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { timeOption } from "../options/time-option.ts";
import { toJson } from "../terminal/json-text.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { renderRefinement, renderRefinements, renderSummary } from "./refinements-text.ts";
import type { RefinementsListOptions, RefinementsOptions } from "./refinements.ts";

export async function runRefinementsList(
  options: RefinementsListOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = wholeNumber("--limit", options.limit, { most: 500 });
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
    ...(since === undefined ? {} : { since: timeOption("--since", since, io) }),
  };
}

const toWire = (record: RefinementRecord & FollowedRefinement): unknown => ({
  ...record,
  agent: record.agent ?? null,
  session: record.session ?? null,
  run: record.run ?? null,
});
