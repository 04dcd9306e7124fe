import { Readable } from "node:stream";
import { HARD_REFINEMENT_LIMIT, refinePrompt, type Refinement } from "../core/prompt/refine-prompt.ts";
import { renderPromptDiff } from "../core/prompt/render-prompt-diff.ts";
import { scorePrompt } from "../core/prompt/score-prompt.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { Signal, SignalHints } from "../core/signal/signal.ts";
import type { CliContext } from "./cli-context.ts";
import { usageError } from "./cli-error.ts";
import type { CliIo } from "./cli-io.ts";
import { EXIT } from "./exit-code.ts";
import { readInput } from "./input.ts";
import { mapJsonl } from "./jsonl.ts";
import { renderAccount, renderRubric } from "./refine-text.ts";
import type { RefineOptions } from "./refine.ts";
import { safeText } from "./safe-text.ts";
import { painter } from "./style.ts";

export async function runRefine(
  file: string | undefined,
  options: RefineOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const limit = readNumber(options.limit, "--limit", 0, HARD_REFINEMENT_LIMIT);
  const exitCode = readNumber(options.exitCode, "--exit-code", -(2 ** 31), 2 ** 32 - 1);
  if (options.jsonl === true) return finish(await refineLines(io, file, limit));
  if (options.score === true) {
    const score = scorePrompt(await readInput(io, file, "the prompt"));
    io.stdout.write(options.json === true ? asJson(score) : renderRubric(score, painter(io)));
    return;
  }
  const { prompt, feedback } = await readBoth(io, file, options);
  const hints: SignalHints = {
    ...(options.kind === undefined ? {} : { kind: options.kind }),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  };
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  const signal = detectSignal(feedback, hints);
  const refinement = refine(prompt, signal, feedback, limit, io);
  if (options.json === true) {
    io.stdout.write(asJson(refinement));
    return;
  }
  const { refined_prompt: refined } = refinement;
  writeText(io, options.diff === true ? renderPromptDiff(prompt, refined) : refined);
  io.stderr.write(renderAccount(refinement, signal, scorePrompt(prompt), scorePrompt(refined)));
}

async function readBoth(
  io: CliIo,
  file: string | undefined,
  options: RefineOptions,
): Promise<{ readonly prompt: string; readonly feedback: string }> {
  if (options.feedback === undefined && options.feedbackText === undefined) {
    throw usageError(
      "feedback_missing",
      "no feedback: a refinement needs what went wrong with the last answer",
      "give it with --feedback <file> or --feedback-text <text>, or only score the prompt with --score",
    );
  }
  if (options.feedback === "-" && (file === undefined || file === "-")) {
    throw usageError(
      "input_conflict",
      "the prompt and the feedback cannot both come from standard input",
      "name a file for one of them",
    );
  }
  const prompt = await readInput(io, file, "the prompt");
  const feedback = options.feedbackText ?? (await readInput(io, options.feedback, "the feedback"));
  return { prompt, feedback };
}

async function refineLines(
  io: CliIo,
  file: string | undefined,
  limit: number | undefined,
): Promise<typeof EXIT.fine | typeof EXIT.usage> {
  const stdin =
    file === undefined || file === "-" ? io.stdin : Readable.from([await readInput(io, file, "the lines")]);
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  let refused = 0;
  const unreadable = await mapJsonl({ ...io, stdin }, (line) => {
    const read = readLine(line);
    if (!read.ok) {
      refused += 1;
      return { error: { code: "invalid_input", message: read.error } };
    }
    const { prompt, feedback, hints } = read.value;
    return { ...refine(prompt, detectSignal(feedback, hints), feedback, limit, io) };
  });
  return unreadable + refused > 0 ? EXIT.usage : EXIT.fine;
}

interface Line {
  readonly prompt: string;
  readonly feedback: string;
  readonly hints: SignalHints;
}

function readLine(line: Readonly<Record<string, unknown>>): Result<Line, string> {
  const { prompt, feedback } = line;
  const kind: unknown = line["kind"] ?? undefined;
  const exitCode = line["exit_code"] ?? undefined;
  if (typeof prompt !== "string") return fail("prompt must be a string: the prompt to refine");
  if (typeof feedback !== "string") {
    return fail("feedback must be a string: what went wrong with the last answer");
  }
  if (kind !== undefined && kind !== "tool_output" && kind !== "user_message") {
    return fail("kind must be tool_output or user_message, or be left out");
  }
  if (exitCode !== undefined && !(typeof exitCode === "number" && Number.isSafeInteger(exitCode))) {
    return fail("exit_code must be an integer, or be left out");
  }
  const hints: SignalHints = {
    ...(kind === undefined ? {} : { kind }),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  };
  return ok({ prompt, feedback, hints });
}

function refine(
  prompt: string,
  signal: Signal | null,
  feedback: string,
  limit: number | undefined,
  io: CliIo,
): Refinement {
  return refinePrompt({ prompt, signal, feedback, now: io.now, ...(limit === undefined ? {} : { limit }) });
}

/** A pipe gets the text to the letter; a terminal gets it made safe to show. */
function writeText(io: CliIo, text: string): void {
  const shown = io.stdout.isTTY === true ? safeText(text) : text;
  io.stdout.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function readNumber(
  text: string | undefined,
  option: string,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usageError(
    "invalid_number",
    `${option} must be a whole number from ${least} to ${most}, not ${text.slice(0, 40)}`,
    `for example ${option} 3`,
  );
}
