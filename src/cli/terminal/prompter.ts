import type { CliIo } from "../cli-io.ts";
import { readLines } from "./read-lines.ts";

/** Asks a person at a terminal, as often as need be; where there is none, every question is answered with nothing. */
export interface Prompter {
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Whether the answer is yes; nobody is a no. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Reads no more, so that the process can end. */
  readonly close: () => Promise<void>;
}

export function createPrompter({ stdin, stderr }: Pick<CliIo, "stdin" | "stderr">): Prompter {
  let lines: AsyncGenerator<string> | undefined;
  const ask = async (question: string): Promise<string | undefined> => {
    if (stdin.isTTY !== true) return undefined;
    stderr.write(question);
    // One reader for all questions: what was typed ahead is not lost.
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
