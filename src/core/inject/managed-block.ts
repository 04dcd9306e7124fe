import { readPromptLines } from "../prompt/score-prompt.ts";
import { fail, ok, type Result } from "../result.ts";

export const BEGIN_MARKER = "<!-- emend:begin -->";
/** Begins a block in a file that was created for it. */
export const CREATED_MARKER = "<!-- emend:begin created -->";
export const END_MARKER = "<!-- emend:end -->";

/** Emend's part of a file, including its markers; offsets are UTF-16. */
interface ManagedBlock {
  readonly start: number;
  readonly end: number;
  /** Whether the file was created for the block. */
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
  /** The line of an unclosed code fence. */
  readonly openFence: number | undefined;
}

/**
 * Finds the managed block. A marker must be alone on its line, outside code fences and indented code. Anything but
 * one begin followed by one end is a problem.
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
 * Sets the body of a file's managed block; null means no file, an empty body removes the block. Everything outside
 * stays unchanged to the byte: a new block is appended with the file's own line endings, and removing it restores
 * the original. A file that was created for the block is removed with it.
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
  // A trailing carriage return must not become part of our line ending.
  return ok(text + (text.endsWith("\r") ? "\r\n" : newline) + added);
}

/** Blank lines inside keep Markdown formatters from moving anything. */
const blockText = (body: string, begin: string, newline: string): string =>
  [begin, "", ...body.trimEnd().split("\n"), "", END_MARKER].join(newline);

function withoutBlock(text: string, { start, end, created }: ManagedBlock): string | null {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lineEnd = /^\r?\n/.exec(after)?.[0];
  // A block at the end without a line ending was added with one before it.
  const rest =
    lineEnd === undefined ? before.replace(/\r?\n$/, "") + after : before + after.slice(lineEnd.length);
  return created && rest === "" ? null : rest;
}

function newlineOf(text: string): "\r\n" | "\n" {
  const first = text.indexOf("\n");
  return (first === -1 ? text.endsWith("\r") : text[first - 1] === "\r") ? "\r\n" : "\n";
}
