import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { groupTexts, MAX_TEXTS } from "../../app/cluster/group-texts.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { ClusterOptions } from "./cluster.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { lineError, readJsonl } from "../terminal/jsonl.ts";
import { hostOf, printFromStore } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { painter } from "../terminal/style.ts";

export async function runCluster(options: ClusterOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  if (options.jsonl === true) return finish((await groupLines(io)) > 0 ? EXIT.usage : EXIT.success);
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  await printFromStore(options, context, async ({ store, feedback }) => {
    await feedback.learn();
    const after = defined({ after: options.after });
    const page = await store.clusters.list({ order: options.order, limit, ...after });
    if (page.next !== undefined) io.stderr.write(`emend: more of them: --after ${page.next}\n`);
    return options.json === true ? toJson(pageAnswer(page)) : toText(page.items, store, io);
  });
}

async function toText(clusters: readonly Cluster[], store: Store, io: CliIo): Promise<string> {
  const paint = painter(io);
  const examples = await store.feedback.findAll(clusters.map(({ representative }) => representative));
  const texts = new Map(examples.map(({ id, similarity_text }) => [id, similarity_text]));
  if (clusters.length === 0) io.stderr.write("emend: nothing recurs yet\n");
  return clusters
    .map(({ id, size, name, last_time, representative }) => {
      const head = `${safeLine(id)}  ${size} times, last ${last_time.slice(0, 10)}`;
      const text = name ?? texts.get(representative) ?? "text no longer kept";
      return `${paint("bold", head)}\n  ${safeLine(text.slice(0, 200))}\n`;
    })
    .join("");
}

/** `--jsonl`: reads all lines before it answers the first. Returns how many could not be parsed. */
async function groupLines(io: CliIo): Promise<number> {
  const lines = [];
  for await (const line of readJsonl(io)) {
    lines.push(line);
    if (lines.length > MAX_TEXTS) {
      throw usageError(
        "too_many_texts",
        `expected at most ${MAX_TEXTS} lines`,
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
    if (!line.ok) bad += 1;
    io.stdout.write(toJsonLine(line.ok ? answerLine(line.value) : { id: null, error: line.error }));
  }
  return bad;

  function answerLine({ id = null, text }: Readonly<Record<string, unknown>>): unknown {
    if (typeof text !== "string") return { id, ...lineError("invalid_text", "text must be a string") };
    const group = groups.next().value ?? null;
    return { id, cluster: group === null ? null : `c${group}` };
  }
}
