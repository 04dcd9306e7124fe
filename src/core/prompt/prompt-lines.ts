/** One line of a prompt, in UTF-16 offsets of the prompt as it was given. */
export interface PromptLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Inside a fenced block, its fences included: quoted matter, not the prompt's own words. */
  readonly fenced: boolean;
}

export interface PromptLines {
  readonly lines: readonly PromptLine[];
  /** The fence that would close a block left open at the end. */
  readonly openFence: string | undefined;
}

/** Splits a prompt into lines and tells which of them are quoted in Markdown fences. */
export function readPromptLines(prompt: string): PromptLines {
  const lines: PromptLine[] = [];
  let fence: string | undefined;
  for (let start = 0; start <= prompt.length;) {
    const newline = prompt.indexOf("\n", start);
    const next = newline === -1 ? prompt.length + 1 : newline + 1;
    const end = newline === -1 ? prompt.length : newline - (prompt[newline - 1] === "\r" ? 1 : 0);
    const text = prompt.slice(start, Math.max(start, end));
    const mark = FENCE.exec(text);
    const inside = fence !== undefined;
    if (fence === undefined) {
      fence = opens(mark) ? mark?.[1] : undefined;
    } else if (mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === "") {
      fence = undefined;
    }
    lines.push({ text, start, end: start + text.length, fenced: inside || fence !== undefined });
    start = next;
  }
  return { lines, openFence: fence };
}

/** Three backticks and three more on the same line are inline code. */
const opens = (mark: RegExpExecArray | null): boolean =>
  !(mark?.[1]?.startsWith("`") === true && mark[2]?.includes("`") === true);

/** Up to three spaces, then the fence, as Markdown has it. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/s;
