import { correctionPlace, type PastCorrection } from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { UNNAMED_OUTPUT } from "../../core/feedback/from-decision.ts";
import { pageAnswer } from "../../core/page.ts";
import type { CliContext } from "../cli-context.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { formatLargeCount, formatMinute, renderField, shortId, widthOf } from "../terminal/plain-text.ts";
import { safeText, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import type { CorrectionsListOptions } from "./corrections.ts";

export async function runCorrectionsList(
  options: CorrectionsListOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const { project, agent, author, path, found, outcome, withEdit, after } = options;
  const query = { limit, ...defined({ project, agent, author, path, found, outcome, withEdit, after }) };
  await printFromStore(options, context, async ({ corrections }) => {
    const page = await corrections.list(query);
    if (options.json === true) return toJson(pageAnswer(page));
    if (page.items.length === 0) {
      io.stderr.write(
        "emend: no correction from past conversations or reviews matches; `emend learn --record` finds them. What hooks recorded: `emend feedback list`\n",
      );
      return "";
    }
    if (page.next !== undefined) io.stderr.write(`emend: for more: --after ${page.next}\n`);
    if (options.jsonl === true) return page.items.map(toJsonLine).join("");
    return renderTable(page.items, COLUMNS, widthOf(io));
  });
}

/** The most columns of a name or path in the table. */
const MAX_CELL = 28;
const ending = (text: string): string => (text.length <= MAX_CELL ? text : `…${text.slice(1 - MAX_CELL)}`);

const COLUMNS: readonly TableColumn<PastCorrection>[] = [
  { title: "ID", cell: ({ id }) => shortId(id) },
  { title: "TIME", cell: ({ time }) => (time === undefined ? "" : formatMinute(time)), leaves: 2 },
  { title: "FOUND IN", cell: ({ found }) => found, leaves: 1 },
  { title: "OUTCOME", cell: ({ outcome }) => outcome },
  { title: "AUTHOR", cell: ({ author = "" }) => author.slice(0, MAX_CELL), leaves: 3 },
  { title: "AGENT", cell: ({ agent = "" }) => agent.slice(0, MAX_CELL), leaves: 4 },
  { title: "FILE", cell: ({ path = "" }) => ending(path) },
  { title: "REMARK", cell: ({ remark, act = "" }) => (remark === "" ? act : remark).slice(0, 300) },
];

export async function runCorrectionsShow(
  id: string,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  await printFromStore(options, context, async ({ corrections }) => {
    const found = await findByPrefix(id, {
      type: "co_",
      what: "correction",
      listing: "emend corrections list",
      find: (whole) => corrections.find(whole),
      list: (page) => corrections.list(page),
      idOf: (correction) => correction.id,
    });
    return options.json === true ? toJson(found) : renderCorrection(found, widthOf(context.io));
  });
}

function renderCorrection(correction: PastCorrection, width: number): string {
  const { before, after, found, kind, rework } = correction;
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["id", correction.id],
    ["time", correction.time],
    ["found in", kind === found ? found : `${found}, ${kind}`],
    ["outcome", correction.outcome],
    ["author", correction.author],
    ["agent", correction.agent],
    ["project", correction.project || undefined],
    ["session", correction.session],
    ["file", correction.path],
    ["origin", correctionPlace(correction.origin)],
    ["act", correction.act],
    ["remark", correction.remark || undefined],
    ["rework", rework === 0 ? undefined : formatLargeCount(rework, "tool call")],
  ];
  const shown = fields.map(([label, text]) => (text === undefined ? "" : renderField(label, text, width)));
  const diff = fileDiff(correction.path ?? UNNAMED_OUTPUT, wholeLines(before), wholeLines(after));
  return `${shown.join("")}${diff === "" ? "" : `\n${safeText(diff)}`}`;
}

const wholeLines = (text = ""): string => (text === "" ? "" : `${text}\n`);

export async function runCorrectionsRebuild(options: StoreOptions, context: CliContext): Promise<void> {
  await printFromStore(options, context, async ({ corrections }) => {
    const added = await corrections.rebuild();
    return options.json === true
      ? toJson(added)
      : `${added.new} new, ${added.changed} changed, ${added.known} known\n`;
  });
}
