import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { detectSignal } from "../../core/signal/detect-signal.ts";
import { SignalReader } from "../../core/signal/signal-reader.ts";
import type { Signal, SignalHints } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, worldError } from "../cli-error.ts";
import type { DetectOptions } from "./detect.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import { mapJsonl } from "../terminal/jsonl.ts";
import { renderSignalText } from "../terminal/signal-text.ts";
import { painter } from "../terminal/style.ts";

/** The start of a text is kept to show evidence in its place; behind it, evidence is shown by itself. */
const KEPT_TEXT = 256_000;

export async function runDetect(
  files: readonly string[],
  options: DetectOptions,
  { io, finish }: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    let heard = false;
    const bad = await mapJsonl(io, (line) => {
      const answer = answerLine(line);
      heard ||= isFailure(answer.type ?? null, options);
      return answer;
    });
    return finish(bad > 0 ? EXIT.usage : heard ? EXIT.problem : EXIT.fine);
  }
  const hints = hintsOf(options);
  if (files.length === 0 && io.stdin.isTTY === true) {
    throw usageError(
      "input_missing",
      "no input: the text is read from standard input or from files",
      "for example: npm test 2>&1 | emend detect",
    );
  }
  const answers: { file: string; signal: Signal | null }[] = [];
  for (const file of files.length === 0 ? ["-"] : files) {
    const stream = file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file));
    const { signal, text } = await hear(stream, file, hints);
    answers.push({ file, signal });
    if (options.json !== true) {
      const name = files.length > 1 ? `${file}: ` : "";
      io.stdout.write(name + renderSignalText(signal, text, painter(io)));
    }
  }
  if (options.json === true) {
    const [only] = answers;
    const shown =
      files.length <= 1
        ? wire(only?.signal ?? null)
        : answers.map(({ file, signal }) => ({ file, ...wire(signal) }));
    io.stdout.write(toJson(shown));
  }
  finish(answers.some(({ signal }) => isFailure(signal?.type ?? null, options)) ? EXIT.problem : EXIT.fine);
}

async function hear(
  stream: Readable,
  file: string,
  hints: SignalHints,
): Promise<{ signal: Signal | null; text: string }> {
  const reader = new SignalReader(hints);
  const decoder = new StringDecoder("utf8");
  let text = "";
  const take = (part: string): void => {
    if (text.length < KEPT_TEXT) text += part.slice(0, KEPT_TEXT - text.length);
    reader.push(part);
  };
  try {
    for await (const chunk of stream)
      take(typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer));
  } catch (cause) {
    throw worldError("file_unreadable", `cannot read ${file}: ${(cause as Error).message}`, {
      hint: "check the path, or pipe the text into the command",
      cause,
    });
  }
  take(decoder.end());
  return { signal: reader.end(), text };
}

function answerLine(
  line: Readonly<Record<string, unknown>>,
): Record<string, unknown> & { type?: string | null } {
  const { text, kind, exit_code: exitCode } = line;
  if (typeof text !== "string") {
    return { error: { code: "invalid_text", message: "text must be a text" } };
  }
  if (kind !== undefined && kind !== null && kind !== "tool_output" && kind !== "user_message") {
    return { error: { code: "invalid_kind", message: "kind must be tool_output or user_message" } };
  }
  if (exitCode !== undefined && exitCode !== null && !Number.isSafeInteger(exitCode)) {
    return { error: { code: "invalid_exit_code", message: "exit_code must be a whole number" } };
  }
  return wire(
    detectSignal(text, {
      ...(kind === undefined || kind === null ? {} : { kind }),
      ...(typeof exitCode === "number" ? { exit_code: exitCode } : {}),
    }),
  );
}

function wire(signal: Signal | null): Record<string, unknown> & { type: string | null } {
  return { ...(signal ?? { type: null, confidence: 0, evidence: [], facts: {} }) };
}

function hintsOf({ kind, exitCode }: DetectOptions): SignalHints {
  if (exitCode !== undefined && !/^-?[0-9]{1,10}$/.test(exitCode)) {
    throw usageError("invalid_exit_code", `--exit-code is ${exitCode}; expected a whole number such as 1`);
  }
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(exitCode === undefined ? {} : { exit_code: Number(exitCode) }),
  };
}

function isFailure(type: string | null, { failOn = [] }: DetectOptions): boolean {
  return type !== null && failOn.some((each) => each === "any" || each === type);
}
