import type { ActiveCheck } from "./active-check.ts";
import type { LintCheck, StructureCheck, TextCheck } from "./check.ts";
import { ignoreComments, lineAt, lineStarts, type IgnoreComment } from "./ignore-comments.ts";
import { TooManySteps, type RuleMatcher } from "./match-rule.ts";
import { placeOf, type CheckPlace } from "./run-check.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { findText } from "./find-text.ts";

/** A check that is ready for one language. */
export type PreparedCheck =
  | PreparedStructureCheck
  | { readonly active: ActiveCheck; readonly check: TextCheck | LintCheck };

interface PreparedStructureCheck {
  readonly active: ActiveCheck;
  readonly check: StructureCheck;
  readonly matcher: RuleMatcher;
}

/** Lines from the first to the last, both included, from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A hit in a file. */
export interface FileHit extends CheckPlace {
  readonly check: ActiveCheck;
  readonly path: string;
  readonly end_line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  readonly end_column: number;
  /** The lines that were hit, at most `MAX_SHOWN_CODE` characters. */
  readonly code: string;
  /** Why a comment in the file overrides it; absent if none does. */
  readonly ignored?: string;
}

/** Why something in a file was not checked or has no effect. */
export interface CheckNotice {
  readonly code:
    | "check_too_slow"
    | "check_failed"
    | "file_too_large"
    | "file_unreadable"
    | "file_not_parsed"
    | "ignore_without_reason"
    | "too_many_hits";
  readonly message: string;
  readonly path: string;
  readonly line?: number;
  readonly check_id?: string;
}

export interface CheckedFile {
  readonly hits: readonly FileHit[];
  readonly notices: readonly CheckNotice[];
}

interface FileInput {
  readonly path: string;
  readonly code: string;
  readonly tree: SyntaxNode | undefined;
  readonly checks: readonly PreparedCheck[];
  /** Only hits that begin in these lines; all if absent. */
  readonly changed?: readonly LineRange[];
}

const MAX_SHOWN_CODE = 500;
/** More hits of one check in one file say nothing new. */
const MOST_HITS = 100;
/** A hit in a change has a changed line among its first ones. */
const FIRST_LINES = 10;

/** Runs checks over one file with one pass over its tree. A check that fails is reported, and the others go on. */
export function checkFile({ path, code, tree, checks, changed }: FileInput): CheckedFile {
  const starts = lineStarts(code);
  const spans = changed?.map(({ from, to }) => ({
    from: starts[Math.max(0, from - 1)] ?? code.length,
    to: starts[Math.min(to, starts.length)] ?? code.length + 1,
  }));
  const touches = (start: number, end: number): boolean =>
    spans === undefined || spans.some(({ from, to }) => start < to && end >= from);
  const isInChange = ({ start, end }: CheckPlace): boolean => {
    const last = starts[lineAt(starts, start) + FIRST_LINES - 1] ?? code.length;
    return touches(start, Math.max(start, Math.min(end - 1, last - 1)));
  };
  const found: { readonly active: ActiveCheck; readonly place: CheckPlace }[] = [];
  const notices: CheckNotice[] = [];
  const counts = new Map<ActiveCheck, number>();
  const add = (active: ActiveCheck, place: CheckPlace): boolean => {
    if (!isInChange(place)) return true;
    const count = (counts.get(active) ?? 0) + 1;
    counts.set(active, count);
    if (count <= MOST_HITS) found.push({ active, place });
    else if (count === MOST_HITS + 1) {
      const message = `only the first ${MOST_HITS} hits of this check are reported in this file`;
      notices.push({ code: "too_many_hits", message, path, check_id: active.check_id });
    }
    return count <= MOST_HITS;
  };
  const pass = new TreePass();
  for (const one of checks) {
    if (one.check.kind === "text") {
      for (const place of findText(one.check, code)) if (!add(one.active, place)) break;
    } else if ("matcher" in one) pass.add(one);
  }
  if (tree !== undefined)
    pass.run(tree, touches, ({ active, check, matcher }, node) => {
      try {
        const bindings = matcher.match(node);
        return bindings === undefined || add(active, placeOf(check, node, bindings, code));
      } catch (error) {
        const isSlow = error instanceof TooManySteps;
        const message = isSlow
          ? "the check takes too long on this file and was stopped; make its rule more specific, or retire it"
          : `the check failed: ${error instanceof Error ? error.message.slice(0, 200) : "unknown error"}`;
        notices.push({
          code: isSlow ? "check_too_slow" : "check_failed",
          message,
          path,
          check_id: active.check_id,
        });
        return false;
      }
    });
  const comments = ignoreComments(code, tree);
  for (const { line, reason } of comments)
    if (reason === "" && isInChange({ line, start: starts[line - 1]!, end: starts[line - 1]! + 1 }))
      notices.push({ code: "ignore_without_reason", message: MISSING_REASON, path, line });
  const hits = found
    .map(({ active, place }): FileHit => {
      const reason = comments.find((comment) => overrides(comment, active, place))?.reason;
      return {
        ...locate(place, code, starts),
        check: active,
        path,
        ...(reason === undefined ? {} : { ignored: reason }),
      };
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { hits, notices };
}

const MISSING_REASON =
  "emend-ignore has no reason and is not followed; write one, as in `emend-ignore: the caller checks it`";

export const overrides = (
  { covers, only, reason }: IgnoreComment,
  { check_id, rule_id }: ActiveCheck,
  { line }: CheckPlace,
): boolean =>
  reason !== "" && covers === line && (only === undefined || only === check_id || only === rule_id);

export function locate(
  place: CheckPlace,
  code: string,
  starts: readonly number[],
): Omit<FileHit, "check" | "path" | "ignored"> {
  const { start, end } = place;
  const line = lineAt(starts, start);
  const endLine = lineAt(starts, Math.max(start, end - 1));
  const from = starts[line - 1]!;
  const to = starts[endLine] ?? code.length;
  return {
    ...place,
    line,
    end_line: endLine,
    column: start - from + 1,
    end_column: end - starts[endLine - 1]! + 1,
    code: code
      .slice(from, Math.min(to, from + MAX_SHOWN_CODE))
      .toWellFormed()
      .trimEnd(),
  };
}

type Visit = (one: PreparedStructureCheck, node: SyntaxNode) => boolean;

/** Checks by the kinds of node that they can hit. */
class TreePass {
  readonly #byKind = new Map<string, PreparedStructureCheck[]>();
  readonly #anywhere: PreparedStructureCheck[] = [];

  add(one: PreparedStructureCheck): void {
    const { kinds, restart } = one.matcher;
    restart();
    if (kinds === undefined) this.#anywhere.push(one);
    for (const kind of kinds ?? []) {
      const some = this.#byKind.get(kind);
      if (some === undefined) this.#byKind.set(kind, [one]);
      else some.push(one);
    }
  }

  /** Visits each node that touches the change. A check whose visit returns false is done. */
  run(root: SyntaxNode, touches: (start: number, end: number) => boolean, visit: Visit): void {
    const done = new Set<PreparedStructureCheck>();
    const visitAll = (some: readonly PreparedStructureCheck[], node: SyntaxNode): void => {
      for (const one of some) if (!done.has(one) && !visit(one, node)) done.add(one);
    };
    const stack = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!touches(node.start, node.start + node.text.length)) continue;
      if (node.named) {
        visitAll(this.#byKind.get(node.kind) ?? [], node);
        visitAll(this.#anywhere, node);
      }
      for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index]!);
    }
  }
}
