import { fail, ok, type Result } from "../result.ts";
import { readRejectionBlock, type RejectionBlockProblem } from "./rejection-block.ts";
import type { Rejection, Signer } from "./rejection.ts";
import { UNSPECIFIED_GATE } from "./gate.ts";

const START: LineState = { fence: undefined, inComment: false, quotes: 0, before: "blank" };

const QUOTE = /^[ \t]{0,99}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,99}){0,9}>/;

const FENCE = /^[ \t]{0,99}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,99}){0,9}(`{3,}|~{3,})([^\n]*)/;

const LIST = /^[ \t]{0,99}(?:[-*+]|\d{1,9}[.)])[ \t]/;

const isEnd = (line: string): boolean => /--!?>/.test(line);

const opensComment = (line: string): boolean => {
  const last = line.lastIndexOf("<!--");
  return last !== -1 && !isEnd(line.slice(last));
};

const tagsIn = (line: string, tag: RegExp): number => line.match(tag)?.length ?? 0;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** Why there is no rejection: no block at all, or the problem with the last one. */
export interface RejectionProblem {
  readonly code: "none" | RejectionBlockProblem["code"];
  readonly message: string;
}

/** Why a block was skipped, or a note about the one that was used. */
export interface RejectionDiagnostic {
  readonly code: RejectionBlockProblem["code"] | "signature_unchecked" | "issues_empty" | "more_skipped";
  readonly message: string;
  /** The index of the block in the comment. */
  readonly block: number;
}

export type ParsedRejection = Result<Rejection, RejectionProblem> & {
  readonly diagnostics: readonly RejectionDiagnostic[];
};

export interface ParseRejectionOptions {
  /** If set, only blocks signed with its key are accepted. */
  readonly signer?: Signer;
  /** The tag for a block in the original format that has none. */
  readonly fallbackTag?: string;
}

const MAX_DIAGNOSTICS = 20;

/**
 * Parses a comment. The last block that is well formed, and correctly signed if there is a key, is used. Blocks in
 * quotes and code are ignored, because they are somebody else's words.
 */
export function parseRejection(comment: string, options: ParseRejectionOptions = {}): ParsedRejection {
  const { signer, fallbackTag = UNSPECIFIED_GATE.tag } = options;
  const blocks = findBlocks(comment);
  const diagnostics: RejectionDiagnostic[] = [];
  let skipped = 0;
  let last: RejectionBlockProblem | undefined;
  for (let block = blocks.length - 1; block >= 0; block -= 1) {
    const content = blocks[block];
    const read =
      content === undefined
        ? UNTERMINATED
        : readRejectionBlock(comment.slice(...content), signer, fallbackTag);
    if (read.ok) {
      for (const note of read.value.notes) diagnostics.push({ ...note, block });
      return { ...ok(read.value.rejection), diagnostics };
    }
    last ??= read.error;
    skipped += 1;
    if (skipped <= MAX_DIAGNOSTICS) diagnostics.push({ ...read.error, block });
    if (skipped === MAX_DIAGNOSTICS + 1) {
      diagnostics.push({ code: "more_skipped", message: "earlier blocks were skipped too", block });
    }
  }
  return { ...fail(last ?? NONE), diagnostics };
}

const NONE: RejectionProblem = {
  code: "none",
  message:
    "there is no rejection block outside quotes and code; expected <!-- REJECTION: {…} -->, as written by `emend reject`",
};

const UNTERMINATED = fail<RejectionBlockProblem>({
  code: "malformed",
  message: "the block is not closed; expected --> after its JSON",
});

/** The range of each block's JSON, in order; undefined for an unterminated one. */
function findBlocks(comment: string): readonly (readonly [number, number] | undefined)[] {
  const blocks: ([number, number] | undefined)[] = [];
  let start: number | undefined;
  for (const match of maskQuotes(comment).matchAll(MARKS)) {
    if (match[0].startsWith("<")) {
      // A block never contains the start of another one, so the earlier one was cut off.
      if (start !== undefined) blocks.push(undefined);
      start = match.index + match[0].length;
    } else if (start !== undefined) {
      blocks.push([start, match.index]);
      start = undefined;
    }
  }
  if (start !== undefined) blocks.push(undefined);
  return blocks;
}

const MARKS = /<!--\s{0,16}REJECTION:|--!?>/g;

/**
 * Blanks out everything quoted or shown as code, keeping the length: block quotes and their continuation lines,
 * fenced and indented code, code spans, `<blockquote>`. What is left are the author's own words.
 */
function maskQuotes(text: string): string {
  const masked: string[] = [];
  let state = START;
  for (const line of text.split(/(?<=\n)/)) {
    const read = readLine(line, state);
    masked.push(read.hidden ? blank(line) : read.shown);
    state = read.next;
  }
  return masked.join("");
}

interface LineState {
  /** The open fence. */
  readonly fence: string | undefined;
  /** Inside an HTML comment, where Markdown is not interpreted. */
  readonly inComment: boolean;
  /** The number of open `<blockquote>` elements. */
  readonly quotes: number;
  readonly before: "blank" | "quote" | "code" | "list" | "text";
}

interface ReadLine {
  readonly hidden: boolean;
  readonly shown: string;
  readonly next: LineState;
}

function readLine(line: string, state: LineState): ReadLine {
  const { before, quotes } = state;
  const hide = (next: Partial<LineState>): ReadLine => ({
    hidden: true,
    shown: line,
    next: { ...state, ...next },
  });
  if (QUOTE.test(line)) return hide({ before: "quote" });
  if (state.inComment) {
    const shown = line;
    return { hidden: quotes > 0, shown, next: { ...state, inComment: !isEnd(line), before: "text" } };
  }
  const [, fence, rest = ""] = FENCE.exec(line) ?? [];
  if (state.fence !== undefined) {
    const closes = fence?.startsWith(state.fence) === true && rest.trim() === "";
    return hide({ fence: closes ? undefined : state.fence, before: "code" });
  }
  if (fence !== undefined && !(fence.startsWith("`") && rest.includes("`"))) {
    return hide({ fence, before: "code" });
  }
  if (line.trim() === "") return hide({ before: before === "list" ? "list" : "blank" });
  const isHtml = line.trimStart().startsWith("<!--");
  // A quoted paragraph continues without its mark until something else begins.
  if (before === "quote" && !isHtml && !LIST.test(line)) return hide({ before: "quote" });
  if (/^(?: {4}|\t)/.test(line) && (before === "blank" || before === "code")) return hide({ before: "code" });
  const open = Math.max(0, quotes + tagsIn(line, /<blockquote\b/gi) - tagsIn(line, /<\/blockquote\b/gi));
  const shown = isHtml ? line : maskSpans(line);
  const kind = before === "list" || LIST.test(line) ? "list" : "text";
  return {
    hidden: quotes > 0 || open > 0,
    shown,
    next: { fence: undefined, inComment: opensComment(shown), quotes: open, before: kind },
  };
}

/** Masks code spans within a line: from a run of backticks to the next run of the same length. */
function maskSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let shown = "";
  let at = 0;
  const byLength = Map.groupBy(runs, ([run]) => run.length);
  for (const run of runs) {
    const same = byLength.get(run[0].length)!;
    same.shift();
    const [end] = same;
    if (run.index < at || end === undefined) continue;
    shown += line.slice(at, run.index) + blank(line.slice(run.index, end.index + end[0].length));
    at = end.index + end[0].length;
  }
  return shown + line.slice(at);
}
