import { once } from "node:events";
import type { CliIo } from "../cli-io.ts";
import { safeJson } from "./json-text.ts";
import { readLines } from "./read-lines.ts";

/** One line of input as it was understood, or the reason why it was not. */
type JsonlLine =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/**
 * The `--jsonl` form of a command: read one object per line, print one per line, in the same order. A line that is
 * no JSON object is answered with `{id: null, error}` so that line counts always agree.
 * Returns how many lines could not be read.
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

/** The lines of standard input, each as it was understood; blank ones are left out. */
export async function* readJsonl(io: CliIo): AsyncGenerator<JsonlLine> {
  let number = 0;
  for await (const line of readLines(io.stdin)) {
    number += 1;
    if (line.trim() !== "") yield parseLine(line, number);
  }
}

function parseLine(line: string, number: number): JsonlLine {
  let value: unknown;
  try {
    value = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  } catch (cause) {
    return {
      ok: false,
      error: { code: "invalid_jsonl", message: `line ${number} is not JSON: ${(cause as Error).message}` },
    };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return {
      ok: false,
      error: {
        code: "invalid_jsonl",
        message: `line ${number} is not a JSON object; expected one object per line`,
      },
    };
  }
  return { ok: true, value: value as Readonly<Record<string, unknown>> };
}
