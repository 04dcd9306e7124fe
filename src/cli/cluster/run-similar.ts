import { pageAnswer } from "../../core/page.ts";
import type { SimilarRecord } from "../../app/feedback/find-similar.ts";
import { cosine } from "../../core/judge/judgement.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { hostOf, printFromStore } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import type { SimilarOptions } from "./similar.ts";
import { painter } from "../terminal/style.ts";

export async function runSimilar(
  argument: string | undefined,
  options: SimilarOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  if (options.jsonl === true) {
    const bad = await mapJsonl(io, await pairJudge(io));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  const limit = parseWholeNumber("--limit", options.limit, { most: 100 });
  const threshold = Number(options.threshold);
  if (!(threshold >= 0 && threshold <= 1)) {
    throw usageError("invalid_threshold", "--threshold: expected a number from 0 to 1");
  }
  const text = (argument ?? (await readInput(io, undefined, "the text"))).trim();
  if (text === "") throw usageError("input_missing", "expected a text to look for");
  await printFromStore(options, context, async ({ feedback }) => {
    await feedback.learn();
    const found = await feedback.similar({ text, limit, threshold });
    if (options.json === true) return toJson(pageAnswer({ items: found.map(toWire) }));
    if (found.length === 0) {
      io.stderr.write(
        `emend: no recorded feedback has a score of ${threshold} or more; try a lower --threshold\n`,
      );
    }
    return toText(found, io);
  });
}

/** Compares the texts of `{a, b}`. The model is loaded for the first pair. */
async function pairJudge(io: CliIo) {
  const { openEmbedderAndJudge } = await import("../../compose/learning.ts");
  const { embedder, judge } = await openEmbedderAndJudge(await hostOf(io));
  return async ({ a, b }: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    if (typeof a !== "string" || typeof b !== "string") {
      return lineError("invalid_pair", "a and b must be strings");
    }
    const [one, other] = await embedder.embed([a, b]);
    const [judgement] = await judge.judge({ text: a, vector: one! }, [{ text: b, vector: other! }]);
    const { relation, score, reasons } = judgement!;
    return { score, same: relation === "same", relation, cosine: roundScore(cosine(one!, other!)), reasons };
  };
}

const roundScore = (value: number): number => Math.round(value * 1_000) / 1_000;

const toWire = ({ feedback, cosine: like, judgement }: SimilarRecord) => ({
  id: feedback.id,
  score: judgement.score,
  cosine: roundScore(like),
  relation: judgement.relation,
  reasons: judgement.reasons,
  agent: feedback.agent ?? null,
  time: feedback.time,
  author: feedback.author,
  text: feedback.similarity_text,
});

function toText(found: readonly SimilarRecord[], io: CliIo): string {
  const paint = painter(io);
  return found
    .map(({ feedback, cosine: like, judgement }) => {
      const head = `${judgement.score.toFixed(2)}  ${feedback.time.slice(0, 10)}  ${safeLine(feedback.agent ?? "no agent")}  ${safeLine(feedback.author.id)}  (cosine ${like.toFixed(2)})`;
      return `${paint("bold", head)}\n  ${safeLine(feedback.similarity_text.slice(0, 200))}\n`;
    })
    .join("");
}
