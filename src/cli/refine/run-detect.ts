import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { detect } from "../../core/signal/detect-signal.ts";
import { historyOfText, readHistory } from "../../core/signal/read-history.ts";
import { SignalReader } from "../../core/signal/signal-reader.ts";
import type { Detection, EarlierMessage, SignalHints } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { DetectOptions } from "./detect.ts";
import { EXIT } from "../exit-code.ts";
import { readTextFile } from "../terminal/input.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { renderSignalText } from "../terminal/signal-text.ts";
import { painter } from "../terminal/style.ts";

/** How much of a text is kept to show evidence in context; later evidence is shown by itself. */
const MAX_CONTEXT = 256_000;

export async function runDetect(
  files: readonly string[],
  options: DetectOptions,
  { io, finish }: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    let hasFailure = false;
    const bad = await mapJsonl(io, (line) => {
      const answer = answerLine(line);
      hasFailure ||= isFailure(answer.type ?? null, options);
      return answer;
    });
    return finish(bad > 0 ? EXIT.usage : hasFailure ? EXIT.problem : EXIT.success);
  }
  const hints = await hintsOf(options, io);
  if (files.length === 0 && io.stdin.isTTY === true) {
    throw usageError(
      "input_missing",
      "no input: the text is read from standard input or from files",
      "for example: npm test 2>&1 | emend detect",
    );
  }
  const results: { file: string; detection: Detection }[] = [];
  for (const file of files.length === 0 ? ["-"] : files) {
    const stream = file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file));
    const { detection, text } = await detectInStream(stream, file, hints);
    results.push({ file, detection });
    if (options.json !== true) {
      const name = files.length > 1 ? `${safeLine(file)}: ` : "";
      io.stdout.write(name + renderSignalText(detection, text, painter(io)));
    }
  }
  if (options.json === true) {
    const [only] = results;
    io.stdout.write(
      toJson(
        files.length <= 1
          ? only!.detection
          : pageAnswer({ items: results.map(({ file, detection }) => ({ file, ...detection })) }),
      ),
    );
  }
  finish(results.some(({ detection }) => isFailure(detection.type, options)) ? EXIT.problem : EXIT.success);
}

async function detectInStream(
  stream: Readable,
  file: string,
  hints: SignalHints,
): Promise<{ detection: Detection; text: string }> {
  const reader = new SignalReader(hints);
  const decoder = new StringDecoder("utf8");
  let text = "";
  const push = (piece: string): void => {
    if (text.length < MAX_CONTEXT) text += piece.slice(0, MAX_CONTEXT - text.length);
    reader.push(piece);
  };
  try {
    for await (const chunk of stream)
      push(typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer));
  } catch (cause) {
    throw externalFailure("file_unreadable", `cannot read ${file}: ${(cause as Error).message}`, {
      hint: "check the path, or pipe the text into the command",
      cause,
    });
  }
  push(decoder.end());
  return { detection: reader.finish(), text };
}

function answerLine(
  line: Readonly<Record<string, unknown>>,
): Record<string, unknown> & { type?: string | null } {
  const { text, kind, exit_code: exitCode, history } = line;
  if (typeof text !== "string") {
    return lineError("invalid_text", "text must be a string");
  }
  if (kind !== undefined && kind !== null && kind !== "tool_output" && kind !== "user_message") {
    return lineError("invalid_kind", "kind must be tool_output or user_message");
  }
  if (exitCode !== undefined && exitCode !== null && !Number.isSafeInteger(exitCode)) {
    return lineError("invalid_exit_code", "exit_code must be a whole number");
  }
  const earlier = history === undefined || history === null ? undefined : readHistory(history);
  if (earlier?.ok === false) return lineError("invalid_history", earlier.error);
  const hints = defined({
    kind: kind ?? undefined,
    exit_code: typeof exitCode === "number" ? exitCode : undefined,
    history: earlier?.value,
  });
  return { ...detect(text, hints) };
}

async function hintsOf({ kind, exitCode, after }: DetectOptions, io: CliIo): Promise<SignalHints> {
  if (exitCode !== undefined && !/^-?[0-9]{1,10}$/.test(exitCode)) {
    throw usageError("invalid_exit_code", `--exit-code: expected a whole number such as 1, got ${exitCode}`);
  }
  return {
    ...defined({ kind }),
    ...(exitCode === undefined ? {} : { exit_code: Number(exitCode) }),
    ...(after === undefined ? {} : { history: await readConversation(io, after) }),
  };
}

async function readConversation(io: CliIo, file: string): Promise<readonly EarlierMessage[]> {
  const read = historyOfText(await readTextFile(io, file, "the conversation"));
  if (read.ok) return read.value;
  throw usageError(
    "invalid_history",
    `--after ${file}: ${read.error}`,
    'for example: [{"role":"user","text":"…"},{"role":"assistant","text":"…"}]',
  );
}

function isFailure(type: string | null, { failOn = [] }: DetectOptions): boolean {
  return type !== null && failOn.some((each) => each === "any" || each === type);
}
