import { eachNode, isCommentNode, type SyntaxNode } from "./syntax-node.ts";

/** A comment that overrides checks: `emend-ignore: reason` or `emend-ignore[rule or check]: reason`. */
export interface IgnoreComment {
  /** The line of the comment. */
  readonly line: number;
  /** The line whose hits it overrides: its own, or the next one if nothing else is on its line. */
  readonly covers: number;
  /** The id of a rule or a check; absent for all. */
  readonly only?: string;
  /** Empty if it gives none, so that it overrides nothing. */
  readonly reason: string;
}

const MARK = "emend-ignore";
const COMMENT = /emend-ignore(?:\[(?<only>[\w-]{1,80})\])?(?::(?<reason>[^\n]{0,2000}))?/u;
const CLOSING = /(?:\*\/\}?|-->|[%#]\}|%>)\s*$/u;
const MAX_REASON = 300;
const MOST = 1_000;

/** Comments of a file, in its order. A file without a grammar has them on any line. */
export function ignoreComments(code: string, tree: SyntaxNode | undefined): readonly IgnoreComment[] {
  if (!code.includes(MARK)) return [];
  const starts = lineStarts(code);
  const found: IgnoreComment[] = [];
  const add = (from: number, to: number): void => {
    for (
      let at = code.indexOf(MARK, from);
      at >= 0 && at < to && found.length < MOST;
      at = code.indexOf(MARK, at + 1)
    ) {
      const line = lineAt(starts, at);
      const end = Math.min(to, starts[line] ?? code.length);
      const groups = COMMENT.exec(code.slice(at, end))?.groups;
      if (groups === undefined) continue;
      const before = code.slice(
        starts[line - 1],
        Math.max(starts[line - 1]!, tree === undefined ? at : from),
      );
      const isAlone = /^[\s{]*$/u.test(before) || (tree === undefined && /^\W*$/u.test(before));
      const reason = (groups["reason"] ?? "").replace(CLOSING, "").trim().slice(0, MAX_REASON).toWellFormed();
      const { only } = groups;
      found.push({
        line,
        covers: isAlone ? line + 1 : line,
        reason,
        ...(only === undefined ? {} : { only }),
      });
    }
  };
  if (tree === undefined) add(0, code.length);
  else
    for (const node of eachNode(tree))
      if (isCommentNode(node) && node.text.includes(MARK)) add(node.start, node.start + node.text.length);
  return found;
}

/** The position of the first character of each line. */
export function lineStarts(code: string): readonly number[] {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of a position, from 1. */
export function lineAt(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
