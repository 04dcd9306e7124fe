import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { groupTexts, MOST_TEXTS } from "../../app/cluster/group-texts.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { ClusterOptions } from "./cluster.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import { readJsonl } from "../terminal/jsonl.ts";
import { emendOf, hostOf } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";

export async function runCluster(options: ClusterOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  if (options.jsonl === true) return finish((await groupLines(io)) > 0 ? EXIT.usage : EXIT.fine);
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const emend = await emendOf(context, { file: options.store, create: false });
  try {
    const { store } = emend;
    await emend.feedback.learn();
    const after = defined({ after: options.after });
    const page = await store.clusters.list({ order: options.order, limit, ...after });
    if (options.json === true) io.stdout.write(toJson(pageAnswer(page)));
    else await writeText(page.items, store, io);
    if (page.next !== undefined) io.stderr.write(`emend: more of them: --after ${page.next}\n`);
    finish(EXIT.fine);
  } finally {
    await emend.close();
  }
}

async function writeText(items: readonly Cluster[], store: Store, io: CliIo): Promise<void> {
  const paint = painter(io);
  const texts = new Map(
    (await store.feedback.findAll(items.map(({ representative }) => representative))).map((record) => [
      record.id,
      record.similarity_text,
    ]),
  );
  for (const { id, size, name, last_time, representative } of items) {
    const head = `${safeLine(id)}  ${size} times, last ${last_time.slice(0, 10)}`;
    const words = name ?? texts.get(representative) ?? "text no longer kept";
    io.stdout.write(`${paint("bold", head)}\n  ${safeLine(words.slice(0, 200))}\n`);
  }
  if (items.length === 0) io.stderr.write("emend: nothing recurs yet\n");
}

/** `--jsonl`: all lines are needed before the first can be answered. Answers how many could not be read. */
async function groupLines(io: CliIo): Promise<number> {
  const lines = [];
  for await (const line of readJsonl(io)) {
    lines.push(line);
    if (lines.length > MOST_TEXTS) {
      throw usageError(
        "too_many_texts",
        `expected at most ${MOST_TEXTS} lines`,
        "split them into several runs",
      );
    }
  }
  const texts = lines.flatMap((line) =>
    line.ok && typeof line.value["text"] === "string" ? [line.value["text"]] : [],
  );
  const { openEmbedderAndJudge } = await import("../../compose/learning.ts");
  const model = await openEmbedderAndJudge(await hostOf(io));
  const groups = (await groupTexts(model)(texts)).values();
  let bad = 0;
  for (const line of lines) {
    if (!line.ok) {
      bad += 1;
      io.stdout.write(`${JSON.stringify({ id: null, error: line.error })}\n`);
      continue;
    }
    const id = line.value["id"] ?? null;
    if (typeof line.value["text"] !== "string") {
      const error = { code: "invalid_text", message: "text must be a string" };
      io.stdout.write(`${JSON.stringify({ id, error })}\n`);
      continue;
    }
    const group = groups.next().value ?? null;
    io.stdout.write(`${JSON.stringify({ id, cluster: group === null ? null : `c${group}` })}\n`);
  }
  return bad;
}
