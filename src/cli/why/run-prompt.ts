import { defined } from "../../core/defined.ts";
import { utcMillis } from "../../core/time/time.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { readInput } from "../terminal/input.ts";
import { safeText, toJson } from "../terminal/safe-text.ts";
import type { PromptOptions } from "./why.ts";

export async function runPrompt(
  file: string | undefined,
  options: PromptOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const { agent, run, task, files } = options;
  const at = momentOf(options);
  const base = file === undefined ? "" : await readInput(io, file, "the base prompt");
  await printFromStore(options, context, async ({ why }) => {
    const then =
      run === undefined
        ? unwrapResult(await why.promptAt({ agent, at: at!, base, ...defined({ task, files }) }))
        : unwrapResult(await why.promptOfRun({ agent, run, base }));
    if (options.json === true) return toJson(then);
    // A file or pipe gets the exact text, a terminal a safe one.
    return io.stdout.isTTY === true ? safeText(then.prompt) : then.prompt;
  });
}

function momentOf({ at, run, task, files }: PromptOptions): string | undefined {
  if ((at === undefined) === (run === undefined))
    throw usageError("options_exclusive", "expected either --at with a time or --run with a run");
  if (run !== undefined) {
    if (task === undefined && files === undefined) return undefined;
    throw usageError("options_exclusive", "--task and --files belong to --at; a run has its own");
  }
  const read = utcMillis(at!);
  if (read !== undefined) return read.time;
  throw usageError(
    "invalid_time",
    `--at: expected a time such as 2026-03-01T17:04:00Z, got ${JSON.stringify(at!.slice(0, 40))}`,
  );
}
