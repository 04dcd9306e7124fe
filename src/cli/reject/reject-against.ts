import { defined } from "../../core/defined.ts";
import { resolve } from "node:path";
import { findRivals, type FoundRivals, type Rival } from "../../app/gate/find-rivals.ts";
import { DUPLICATE_TAG, withDuplicateGate } from "../../core/gate/duplicate-gate.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { configOf } from "../open/config-of.ts";
import { loadGates } from "../open/load-gates.ts";
import { hostOf } from "../open/open-emend.ts";
import { readInput } from "../terminal/input.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { RejectOptions } from "./reject.ts";
import { writeRejection } from "./reject-write.ts";
import { driversOf } from "../open/drivers-of.ts";

const DEFAULT_GLOBS = ["*.md", "*.txt"];

/** `emend reject --against`: rejects a text that repeats a file of a folder, and names the file. */
export async function rejectAgainst(
  tags: readonly string[],
  options: RejectOptions & { readonly against: string },
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const minScore = await thresholdOf(options, io);
  const file = options.text === undefined || options.text === "-" ? undefined : options.text;
  const text = await readInput(io, file, "the submitted text");
  if (text.trim() === "") throw usageError("input_missing", "expected a text to compare with the folder");
  const { texts, left_out } = await readFolder(options, file, io);
  const { openEmbedder } = await import("../../compose/learning.ts");
  const embedder = await openEmbedder(await hostOf(io));
  const found = await findRivals({ embedder })(text, texts, minScore);
  await embedder.close?.();
  if (left_out > 0)
    io.stderr.write(`emend: ${left_out} files were left out: too large, too many or not text [left_out]\n`);
  const duplicates = { ...toWire(found), threshold: minScore, left_out };
  const isDuplicate = found.rivals.length > 0;
  if (!isDuplicate && tags.length === 0) {
    if (options.json === true)
      io.stdout.write(`${JSON.stringify({ comment: null, issues: [], duplicates })}\n`);
    else io.stderr.write(`emend: ${noDuplicateText(found)}\n`);
    return finish(EXIT.success);
  }
  await writeRejection(isDuplicate ? [...tags, DUPLICATE_TAG] : tags, options, context, {
    gates: withDuplicateGate(await loadGates(options.pack, io)),
    rivals: found.rivals,
    more: { duplicates },
  });
  finish(isDuplicate ? EXIT.problem : EXIT.success);
}

async function thresholdOf({ threshold }: RejectOptions, io: CliIo): Promise<number> {
  if (threshold === undefined) return (await configOf(io)).gates.duplicateAt;
  const value = Number(threshold);
  if (threshold.trim() !== "" && value >= 0 && value <= 1) return value;
  throw usageError("invalid_threshold", "--threshold: expected a number from 0 to 1");
}

async function readFolder(
  { against, glob }: RejectOptions & { readonly against: string },
  file: string | undefined,
  io: CliIo,
) {
  const { openTextFolder } = await driversOf(io);
  try {
    return await openTextFolder(resolve(io.cwd, against), {
      globs: glob ?? DEFAULT_GLOBS,
      ...(file === undefined ? {} : { except: resolve(io.cwd, file) }),
    });
  } catch (cause) {
    throw externalFailure("folder_unreadable", `${safeLine(against)} cannot be read as a folder`, {
      hint: "name a folder of texts, as in --against notes/",
      cause,
    });
  }
}

const noDuplicateText = ({ nearest, looked_at }: FoundRivals): string => {
  const files = looked_at === 1 ? "1 file" : `${looked_at} files`;
  const next =
    nearest === null ? "" : `; the closest is ${safeLine(nearest.name)} (${roundDown(nearest.score)})`;
  return `no near-duplicate among ${files}${next}`;
};

const toWire = ({ rivals, nearest, looked_at }: FoundRivals) => ({
  rivals: rivals.map(toWireRival),
  nearest: nearest === null ? null : { file: nearest.name, score: roundDown(nearest.score) },
  looked_at,
});

const toWireRival = ({ name, score, covered, whole, passages }: Rival) => ({
  file: name,
  score: roundDown(score),
  covered: roundDown(covered),
  whole: roundDown(whole),
  passages: passages.map((each) => ({
    score: roundDown(each.score),
    text: { line: each.ours.line, end_line: each.ours.end_line, text: each.ours.text },
    rival: { line: each.theirs.line, end_line: each.theirs.end_line, text: each.theirs.text },
    ...defined({ differs: each.differs }),
  })),
});

const roundDown = (value: number): number => Math.floor(value * 1_000 + 1e-6) / 1_000;
