import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { type Standing, standingOf } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import { parseTimeOption, parseWholeNumber } from "../options/parse-options.ts";
import { safeLine, safeText, toJson } from "../terminal/safe-text.ts";
import {
  compact,
  cut,
  formatMinute,
  renderField,
  renderIndented,
  shortId,
  widthOf,
} from "../terminal/plain-text.ts";
import type { FeedbackListOptions } from "./feedback-recorded.ts";
import type { FeedbackStory } from "../../core/story/feedback-story.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";
import type { StoreOptions } from "../options/store-option.ts";

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

export async function runFeedbackShow(id: string, options: StoreOptions, context: CliContext): Promise<void> {
  await printFromStore(options, context, async ({ store }) => {
    const record = await findRecord(store, id);
    const evaluation = (await store.evaluations.find(record.id)) ?? null;
    const membership = (await store.clusters.membershipsOf([record.id])).get(record.id) ?? null;
    const cluster = membership === null ? null : ((await store.clusters.find(membership.cluster_id)) ?? null);
    if (options.json === true) return toJson({ feedback: record, evaluation, membership, cluster });
    const width = widthOf(context.io);
    const { target, correction, original } = record;
    const lines = target?.location?.type === "lines" ? `:${target.location.line}` : "";
    const fields: readonly (readonly [string, string | undefined])[] = [
      ["id", record.id],
      ["time", record.time],
      ["author", `${record.author.id} (${record.author.trust})`],
      ["agent", record.agent],
      ["outcome", record.outcome ?? undefined],
      ["source", [record.source.kind, record.source.tool, record.source.ref].filter(Boolean).join(" ")],
      [
        "of",
        [
          ["run", record.run],
          ["task", record.task],
          ["gate", record.gate],
        ]
          .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
          .join(", ") || undefined,
      ],
      ["file", target?.path === undefined ? undefined : `${target.path}${lines}`],
      ["tags", record.tags.length === 0 ? undefined : record.tags.join(", ")],
      ["comment", record.comment],
      ["wrong", record.wrong],
      ["fix", record.fix],
      [
        "class",
        evaluation === null
          ? "not evaluated yet; run `emend rules propose`"
          : `${standingOf(evaluation)}: ${evaluation.evaluation.rationale}`,
      ],
      [
        "group",
        membership === null
          ? undefined
          : `${membership.cluster_id}${cluster === null ? "" : `, ${cluster.size} pieces of feedback${cluster.name === undefined ? "" : `: ${cluster.name}`}`}`,
      ],
    ];
    const shown = fields.map(([label, text]) => (text === undefined ? "" : renderField(label, text, width)));
    const diff = correction?.diff === undefined ? "" : `\n${safeText(correction.diff)}\n`;
    const source =
      original.state === "whole"
        ? original.json
        : original.state === "truncated"
          ? `${original.excerpt} …`
          : "erased";
    return `${shown.join("")}${diff}\noriginal\n${renderIndented(source, width)}`;
  });
}

export async function runFeedbackStory(
  id: string,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store, feedback }) => {
    const record = await findRecord(store, id);
    const story = await feedback.story(record);
    return options.json === true ? toJson(story) : renderStory(story, widthOf(io));
  });
}

function renderStory({ feedback_id, now, next, steps }: FeedbackStory, width: number): string {
  const lines = steps.map(({ at, text, id, by, step }) => {
    const ref = id === null ? "" : `  (${shortId(id)})`;
    const who = by === null || step === "said" ? "" : ` by ${by}`;
    return renderIndented(`${formatMinute(at)}  ${step === "rule" ? "rule " : ""}${text}${who}${ref}`, width);
  });
  return `${feedback_id}\n${lines.join("")}${now}\n${next === null ? "" : `  Next: ${next}\n`}`;
}

const findRecord = ({ feedback }: Pick<Store, "feedback">, prefix: string): Promise<Feedback> =>
  findByPrefix(prefix, {
    type: "fb_",
    what: "feedback",
    listing: "emend feedback list",
    find: (id) => feedback.find(id),
    list: (page) => feedback.list(page),
    idOf: ({ id }) => id,
  });
