import { defined } from "../core/defined.ts";
import { fieldOf, listOf, textOf, isJsonObject } from "../core/json/json.ts";
import { headAndTail } from "./head-and-tail.ts";

export interface ToolOutput {
  readonly text: string;
  readonly exitCode?: number;
}

/** The fields in which tools return their output, in reading order. */
const TEXT_FIELDS = [
  "stdout",
  "output",
  "stderr",
  "error",
  "error_message",
  "message",
  "text",
  "result",
] as const;
const EXIT_FIELDS = ["exit_code", "exitCode", "returncode"] as const;
const MAX_BLOCKS = 50;

/** The text of a tool's result in any known form, and the exit code of a shell if there is one. */
export function toolOutput(...results: readonly unknown[]): ToolOutput {
  const texts: string[] = [];
  let exitCode: number | undefined;
  for (const result of results) {
    const value = parseObject(result);
    texts.push(...textsOfResult(value));
    exitCode ??= exitCodeField(value);
  }
  const text = headAndTail(texts.join("\n"));
  exitCode ??= exitCodeInText(text);
  return { text, ...defined({ exitCode }) };
}

/** Some agents pass an object as JSON text. */
function parseObject(result: unknown): unknown {
  if (typeof result !== "string" || !/^\s{0,20}\{/.test(result)) return result;
  try {
    return JSON.parse(result);
  } catch {
    return result;
  }
}

function textsOfResult(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value))
    return value.slice(0, MAX_BLOCKS).flatMap((block) => textOf(fieldOf(block, "text")) ?? []);
  if (!isJsonObject(value)) return [];
  const own = TEXT_FIELDS.flatMap((field) => textOf(fieldOf(value, field)) ?? []);
  return own.length > 0
    ? own
    : listOf(fieldOf(value, "content"))
        .slice(0, MAX_BLOCKS)
        .flatMap((block) => textOf(fieldOf(block, "text")) ?? []);
}

function exitCodeField(value: unknown): number | undefined {
  return EXIT_FIELDS.map((field) => fieldOf(value, field)).find((code): code is number =>
    Number.isSafeInteger(code),
  );
}

/** Claude Code starts the output with `Exit code 1`. */
function exitCodeInText(text: string): number | undefined {
  const found =
    /^(?:Error: )?(?:Exit code|Command (?:failed|exited) with (?:exit code|non-zero status code)):? (\d{1,9})\b/.exec(
      text.slice(0, 200),
    );
  return found === null ? undefined : Number(found[1]);
}
