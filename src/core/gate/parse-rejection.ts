import { fail, ok, type Result } from "../result.ts";
import { maskQuotes } from "./mask-quotes.ts";
import { readRejectionBlock, type BlockProblem } from "./read-rejection-block.ts";
import type { Rejection } from "./rejection.ts";
import type { Signer } from "./signer.ts";
import { UNSPECIFIED_GATE } from "./unspecified-gate.ts";

/** Why there is no rejection: no block at all, or what was wrong with the last one. */
export interface RejectionProblem {
  readonly code: "none" | BlockProblem["code"];
  readonly message: string;
}

/** Why a block was passed over, or what a reader should know about the one that counts. */
export interface RejectionDiagnostic {
  readonly code: BlockProblem["code"] | "signature_unchecked" | "issues_empty" | "more_skipped";
  readonly message: string;
  /** Which block of the comment, from 0. */
  readonly block: number;
}

export type ParsedRejection = Result<Rejection, RejectionProblem> & {
  readonly diagnostics: readonly RejectionDiagnostic[];
};

export interface ParseRejectionOptions {
  /** Where given, only blocks signed with its key count. */
  readonly signer?: Signer;
  /** What a block of the original form without any tag is read as. */
  readonly fallbackTag?: string;
}

const MAX_DIAGNOSTICS = 20;

/**
 * Reads a comment back: the last block that is well formed, and rightly signed where a key is given, counts. Blocks in quotes
 * and in code are somebody else's words, and do not.
 */
export function parseRejection(comment: string, options: ParseRejectionOptions = {}): ParsedRejection {
  const { signer, fallbackTag = UNSPECIFIED_GATE.tag } = options;
  const blocks = findBlocks(comment);
  const diagnostics: RejectionDiagnostic[] = [];
  let skipped = 0;
  let last: BlockProblem | undefined;
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
      diagnostics.push({ code: "more_skipped", message: "earlier blocks were passed over too", block });
    }
  }
  return { ...fail(last ?? NONE), diagnostics };
}

const NONE: RejectionProblem = {
  code: "none",
  message:
    "there is no rejection block outside quotes and code; expected <!-- REJECTION: {…} -->, as `emend reject` writes it",
};

const UNTERMINATED = fail<BlockProblem>({
  code: "malformed",
  message: "the block does not end; expected --> after its JSON",
});

/** Where each block's JSON begins and ends, in order; undefined for one that never ends. */
function findBlocks(comment: string): readonly (readonly [number, number] | undefined)[] {
  const blocks: ([number, number] | undefined)[] = [];
  let start: number | undefined;
  for (const match of maskQuotes(comment).matchAll(MARKS)) {
    if (match[0].startsWith("<")) {
      // A block never holds another one's beginning, so the earlier one was cut off.
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
