import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { type Standing, standingOf } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { parseTimeOption } from "../options/parse-time-option.ts";
import { toJson } from "../terminal/json-text.ts";
import { compact, cut, formatMinute, shortId, widthOf } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { FeedbackListOptions } from "./feedback-recorded.ts";

interface Listed {
  readonly record: Feedback;
  readonly standing: Standing | null;
  readonly clusterId: string | null;
}

export async function runFeedbackList(options: FeedbackListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const { agent, author, source, outcome, tag, after } = options;
  const since = options.since === undefined ? undefined : parseTimeOption("--since", options.since, io);
  const words = (options.text ?? "").split(/\s/).filter((word) => word !== "");
  await printFromStore(options, context, async ({ store, feedback }) => {
    const page = await feedback.search({
      limit,
      words,
      ...defined({ agent, author, source, outcome, tag, since, after, standing: options.class }),
    });
    const listed = await addStandings(store, page.items);
    const { next } = page;
    if (options.json === true) return toJson(pageAnswer({ ...page, items: listed.map(toWire) }));
    if (listed.length === 0) {
      io.stderr.write(
        `emend: nothing ${next === undefined ? "matches" : "on this page matches"}; \`emend feedback list\` without options lists everything\n`,
      );
    }
    if (next !== undefined) io.stderr.write(`emend: for more: --after ${next}\n`);
    return listed.map((each) => renderRecord(each, widthOf(io))).join("");
  });
}

async function addStandings(
  { evaluations, clusters }: Pick<Store, "evaluations" | "clusters">,
  records: readonly Feedback[],
): Promise<readonly Listed[]> {
  const memberships = await clusters.membershipsOf(records.map(({ id }) => id));
  const listed: Listed[] = [];
  for (const record of records) {
    const evaluation = await evaluations.find(record.id);
    const standing = evaluation === undefined ? null : standingOf(evaluation);
    listed.push({ record, standing, clusterId: memberships.get(record.id)?.cluster_id ?? null });
  }
  return listed;
}

const toWire = ({ record, standing, clusterId }: Listed): unknown => ({
  ...record,
  class: standing,
  cluster_id: clusterId,
});

function renderRecord({ record, standing }: Listed, width: number): string {
  const { author, agent, outcome, target } = record;
  const facts = compact([
    `${safeLine(author.id)} (${author.trust})`,
    agent !== undefined && `about ${safeLine(agent)}`,
    target?.path !== undefined && safeLine(target.path),
    outcome ?? undefined,
    standing ?? "not evaluated",
  ]).join(", ");
  const text = cut(textOf(record), Math.max(20, width - 2));
  return `${shortId(record.id)}  ${formatMinute(record.time)}  ${cut(facts, Math.max(40, width - 30))}\n${text === "" ? "" : `  ${text}\n`}`;
}

const textOf = ({ comment, wrong, fix, correction }: Feedback): string =>
  [comment, wrong, fix].filter((text) => text !== undefined).join(" — ") ||
  (correction?.summary ?? (correction?.diff === undefined ? "" : "a correction, as a diff"));
