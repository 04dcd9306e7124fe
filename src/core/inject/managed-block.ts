import { readPromptLines } from "../prompt/score-prompt.ts";
import { fail, ok, type Result } from "../result.ts";

export const BEGIN_MARKER = "<!-- emend:begin -->";
/** The begin of a block in a file that was not there before it. */
export const CREATED_MARKER = "<!-- emend:begin created -->";
export const END_MARKER = "<!-- emend:end -->";

/** The part of a file that is ours; offsets are UTF-16, from the begin marker's line to the end marker's last sign. */
interface ManagedBlock {
  readonly start: number;
  readonly end: number;
  /** Whether the file was made for the block. */
  readonly created: boolean;
}

export interface BlockProblem {
  readonly code: "block_unclosed" | "block_unopened" | "block_nested" | "block_repeated" | "fence_unclosed";
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface FoundBlock {
  readonly block: ManagedBlock | undefined;
  /** The line of a code fence that is never closed. */
  readonly openFence: number | undefined;
}

/**
 * Looks for the managed block. A marker counts where it has a line to itself, outside code fences and less
 * indented than code; anything but one begin with one end after it is a problem.
 */
export function findBlock(text: string): Result<FoundBlock, BlockProblem> {
  const offset = text.startsWith("\uFEFF") ? 1 : 0;
  const { lines, openFence } = readPromptLines(text.slice(offset));
  let open: { readonly start: number; readonly line: number; readonly created: boolean } | undefined;
  let block: (ManagedBlock & { readonly line: number }) | undefined;
  let fence: number | undefined;
  for (const [at, { text: content, start, end, fenced }] of lines.entries()) {
    const line = at + 1;
    if (!fenced) fence = undefined;
    else fence ??= line;
    const marker = fenced ? undefined : markerOf(content);
    if (marker === "end") {
      if (open === undefined) return blockProblem("block_unopened", line);
      block = { start: open.start, end: offset + end, created: open.created, line: open.line };
      open = undefined;
    } else if (marker !== undefined) {
      if (open !== undefined) return blockProblem("block_nested", line, open.line);
      if (block !== undefined) return blockProblem("block_repeated", line, block.line);
      open = { start: offset + start, line, created: marker === "created" };
    }
  }
  if (open !== undefined) return blockProblem("block_unclosed", open.line);
  return ok({
    block: block && { start: block.start, end: block.end, created: block.created },
    openFence: openFence === undefined ? undefined : fence,
  });
}

function markerOf(line: string): "begin" | "created" | "end" | undefined {
  const found = /^ {0,3}<!--[ \t]{0,9}emend:(begin|end)(?=\s|-->)([^>]{0,400})-->[ \t]{0,99}$/.exec(line);
  if (found === null) return undefined;
  if (found[1] === "end") return "end";
  return found[2]?.startsWith(" created ") === true ? "created" : "begin";
}

const MESSAGES: Readonly<Record<BlockProblem["code"], (line: number, other: number) => string>> = {
  block_unclosed: (line) =>
    `the block that starts on line ${line} has no end; add ${END_MARKER} on its own line after it, outside code fences, or delete the begin marker`,
  block_unopened: (line) =>
    `line ${line} ends a block that never started; delete that line, or add ${BEGIN_MARKER} on its own line before it`,
  block_nested: (line, other) =>
    `a block starts on line ${line} inside the one that starts on line ${other}; keep one begin marker and one end marker`,
  block_repeated: (line, other) =>
    `a second block starts on line ${line}, after the one on line ${other}; delete one of them with its markers`,
  fence_unclosed: (line) =>
    `the code fence on line ${line} is never closed, so a block after it would be read as code; close the fence`,
};

const blockProblem = (code: BlockProblem["code"], line: number, other = 0): Result<never, BlockProblem> =>
  fail({ code, line, message: MESSAGES[code](line, other) });

/**
 * The file with this body as its managed block; null stands for no file, an empty body for no block. What stands
 * outside the block stays as it is, to the byte: a new block goes to the end, in the file's own line ends, and
 * taking it out again gives back what was there. A file that was made for the block goes with it.
 */
export function replaceBlock(text: string | null, body: string): Result<string | null, BlockProblem> {
  if (text === null) return ok(body === "" ? null : `${blockText(body, CREATED_MARKER, "\n")}\n`);
  const found = findBlock(text);
  if (!found.ok) return found;
  const { block, openFence } = found.value;
  if (body === "") return ok(block === undefined ? text : withoutBlock(text, block));
  const newline = newlineOf(text);
  if (block !== undefined) {
    const marker = block.created ? CREATED_MARKER : BEGIN_MARKER;
    return ok(text.slice(0, block.start) + blockText(body, marker, newline) + text.slice(block.end));
  }
  if (openFence !== undefined) return blockProblem("fence_unclosed", openFence);
  const added = blockText(body, BEGIN_MARKER, newline);
  if (text === "" || text.endsWith("\n")) return ok(text + added + newline);
  // A carriage return of the text must not become half of a line end of ours.
  return ok(text + (text.endsWith("\r") ? "\r\n" : newline) + added);
}

/** Blank lines inside keep formatters of Markdown from moving anything. */
const blockText = (body: string, begin: string, newline: string): string =>
  [begin, "", ...body.trimEnd().split("\n"), "", END_MARKER].join(newline);

function withoutBlock(text: string, { start, end, created }: ManagedBlock): string | null {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lineEnd = /^\r?\n/.exec(after)?.[0];
  // A block that ends the file without a line end was put there with one before it.
  const rest =
    lineEnd === undefined ? before.replace(/\r?\n$/, "") + after : before + after.slice(lineEnd.length);
  return created && rest === "" ? null : rest;
}

/** That of the first line. */
function newlineOf(text: string): "\r\n" | "\n" {
  const first = text.indexOf("\n");
  return (first === -1 ? text.endsWith("\r") : text[first - 1] === "\r") ? "\r\n" : "\n";
}
