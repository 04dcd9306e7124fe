import { ok, type Result } from "../result.ts";
import {
  BEGIN_MARKER,
  type BlockProblem,
  CREATED_MARKER,
  END_MARKER,
  findBlock,
  type ManagedBlock,
  blockProblem,
} from "./find-block.ts";

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
