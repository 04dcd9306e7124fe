import { once } from "node:events";
import { Readable } from "node:stream";
import type { CliIo } from "../cli-io.ts";
import { readInput, withoutBom } from "./input.ts";
import { safeJson } from "./safe-text.ts";
import { readLines } from "./read-lines.ts";

/** A parsed line of input, or why it could not be parsed. */
type JsonlLine =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/**
 * The `--jsonl` mode of a command: reads one object per line and prints one per line, in the same order. A line that is not
 * a JSON object is answered with `{id: null, error}`, so that both have the same number of lines.
 * Returns how many lines could not be parsed.
 */
export async function mapJsonl(
  io: CliIo,
  answer: (
    input: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<number> {
  let bad = 0;
  for await (const parsed of readJsonl(io)) {
    if (!parsed.ok) bad += 1;
    const out = parsed.ok
      ? { id: parsed.value["id"] ?? null, ...(await answer(parsed.value)) }
      : { id: null, error: parsed.error };
    if (!io.stdout.write(`${safeJson(JSON.stringify(out))}\n`)) await once(io.stdout, "drain");
  }
  return bad;
}

/** The parsed lines of standard input, without blank ones. */
export async function* readJsonl(io: CliIo): AsyncGenerator<JsonlLine> {
  let number = 0;
  for await (const line of readLines(io.stdin)) {
    number += 1;
    if (line.trim() !== "") yield parseLine(line, number);
  }
}

function parseLine(line: string, number: number): JsonlLine {
  const fail = (problem: string): JsonlLine => ({
    ok: false,
    error: { code: "invalid_jsonl", message: `line ${number} is not ${problem}` },
  });
  try {
    const value: unknown = JSON.parse(withoutBom(line));
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return fail("a JSON object; expected one object per line");
    }
    return { ok: true, value: value as Readonly<Record<string, unknown>> };
  } catch (cause) {
    return fail(`JSON: ${(cause as Error).message}`);
  }
}

/** The answer to a line with invalid content. */
export const lineError = (code: string, message: string) => ({ error: { code, message } });

/** The process with the lines of a file in place of standard input. */
export async function withLinesOf(io: CliIo, file: string | undefined, what: string): Promise<CliIo> {
  if (file === undefined || file === "-") return io;
  return { ...io, stdin: Readable.from([await readInput(io, file, what)]) };
}
