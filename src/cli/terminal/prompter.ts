import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { readLines } from "./read-lines.ts";

/** Asks a person at a terminal. Without one, every question goes unanswered. */
export interface Prompter {
  readonly ask: (question: string) => Promise<string | undefined>;
  /** False without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Stops reading, so that the process can end. */
  readonly close: () => Promise<void>;
}

export function createPrompter({ stdin, stderr }: Pick<CliIo, "stdin" | "stderr">): Prompter {
  let lines: AsyncGenerator<string> | undefined;
  const ask = async (question: string): Promise<string | undefined> => {
    if (stdin.isTTY !== true) return undefined;
    stderr.write(question);
    // One reader for all questions, so that lines typed ahead are not lost.
    lines ??= readLines(stdin);
    const answer = await lines.next();
    return answer.done === true ? undefined : answer.value;
  };
  return {
    ask,
    confirm: async (question) => /^\s*y(?:es)?\s*$/i.test((await ask(question)) ?? ""),
    close: async () => void (await lines?.return(undefined)),
  };
}

/** Asks one question; false without a terminal. */
export async function confirm(io: CliIo, question: string): Promise<boolean> {
  const prompter = createPrompter(io);
  try {
    return await prompter.confirm(question);
  } finally {
    await prompter.close();
  }
}

/** Asks one question. Without a terminal it is a usage error, so that a script notices. */
export async function confirmOrFail(io: CliIo, question: string, hint?: string): Promise<boolean> {
  if (io.stdin.isTTY === true) return confirm(io, question);
  throw usageError("not_confirmed", "there is no terminal to ask on; use --yes", hint);
}

export const confirmIrreversible = (io: CliIo, question: string): Promise<boolean> =>
  confirmOrFail(io, `${question} This cannot be undone. [y/N] `, "this cannot be undone");
