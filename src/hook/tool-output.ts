import { defined } from "../core/defined.ts";
import { fieldOf, listOf, textOf, isJsonObject } from "../core/json/json.ts";
import { bothEnds } from "./both-ends.ts";

export interface ToolOutput {
  readonly text: string;
  readonly exitCode?: number;
}

/** Fields in which tools put what they print, in the order in which people read them. */
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
/** What of an answer that has no field of text is looked at. */
const MOST_PARTS = 50;

/** What a tool answered, whatever form its answer has; a shell's exit code where it says one. */
export function toolOutput(...answers: readonly unknown[]): ToolOutput {
  const parts: string[] = [];
  let exitCode: number | undefined;
  for (const answer of answers) {
    const value = unwrapped(answer);
    parts.push(...textsIn(value));
    exitCode ??= exitField(value);
  }
  const text = bothEnds(parts.join("\n"));
  exitCode ??= exitWords(text);
  return { text, ...defined({ exitCode }) };
}

/** Some agents hand an object over as its JSON. */
function unwrapped(answer: unknown): unknown {
  if (typeof answer !== "string" || !/^\s{0,20}\{/.test(answer)) return answer;
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value))
    return value.slice(0, MOST_PARTS).flatMap((part) => textOf(fieldOf(part, "text")) ?? []);
  if (!isJsonObject(value)) return [];
  const own = TEXT_FIELDS.flatMap((field) => textOf(fieldOf(value, field)) ?? []);
  return own.length > 0
    ? own
    : listOf(fieldOf(value, "content"))
        .slice(0, MOST_PARTS)
        .flatMap((part) => textOf(fieldOf(part, "text")) ?? []);
}

function exitField(value: unknown): number | undefined {
  return EXIT_FIELDS.map((field) => fieldOf(value, field)).find((code): code is number =>
    Number.isSafeInteger(code),
  );
}

/** Claude Code says it in words: `Exit code 1`, alone at the beginning. */
function exitWords(text: string): number | undefined {
  const found =
    /^(?:Error: )?(?:Exit code|Command (?:failed|exited) with (?:exit code|non-zero status code)):? (\d{1,9})\b/.exec(
      text.slice(0, 200),
    );
  return found === null ? undefined : Number(found[1]);
}
