import { isCommentNode, nodeKey, type SyntaxNode } from "./syntax-node.ts";

/** The code that metavariables stand for; several nodes for `$$$A`. */
export type Bindings = ReadonlyMap<string, readonly SyntaxNode[]>;

/** Code with metavariables: `$A` is one node, `$$$A` any number of them, and `$_` one that is not remembered. */
export type CodePattern = string | { readonly context: string; readonly selector: string };

/** The parsed forms of the patterns of a rule, by `patternKey`. */
export type PatternTrees = ReadonlyMap<string, SyntaxNode>;

export const patternKey = (pattern: CodePattern): string =>
  typeof pattern === "string" ? pattern : `${pattern.selector} in ${pattern.context}`;

const METAVARIABLE = /\$(\$\$)?([A-Z_][A-Z0-9_]*)?/gu;
const ONLY_METAVARIABLE = /^\$[A-Z_][A-Z0-9_]*$/u;

/** A pattern that needs no parser. */
export const isMetavariable = (pattern: CodePattern): pattern is string =>
  typeof pattern === "string" && ONLY_METAVARIABLE.test(pattern);

/** `$` is no letter in most languages, so a parser gets these names instead. */
const HOLE = "EMENDHOLE";
const REST = "EMENDREST";
const HOLE_NAME = /^EMEND(HOLE|REST)_([A-Z0-9_]*)$/u;

/** What a parser may read a pattern as, likeliest first, and the kind of node that its code is in. */
export function patternSources(language: string, pattern: CodePattern): readonly PatternSource[] {
  const code = (typeof pattern === "string" ? pattern : pattern.context).replaceAll(
    METAVARIABLE,
    (whole, many: string | undefined, name: string | undefined) =>
      many === undefined && name === undefined ? whole : `${many === undefined ? HOLE : REST}_${name ?? "_"}`,
  );
  if (typeof pattern !== "string") return [{ code, within: pattern.selector }];
  // Outside a function, Go reads a call with one argument as the conversion of a type.
  return language === "go" ? [{ code: `func _() {\n${code}\n}`, within: "block" }, { code }] : [{ code }];
}

export interface PatternSource {
  readonly code: string;
  readonly within?: string;
}

/** The node that code has to look like, or undefined if the pattern does not parse. */
export function patternRoot(
  pattern: CodePattern,
  { within }: PatternSource,
  tree: SyntaxNode,
): SyntaxNode | undefined {
  const start = within === undefined ? tree : findKind(tree, within);
  if (start === undefined || hasError(tree)) return undefined;
  if (typeof pattern !== "string") return start;
  let node = start;
  while (holeOf(node) === undefined) {
    const inner = node.children.filter(({ text }) => text.trim() !== "" && !/^[{}]$/u.test(text));
    if (inner.length !== 1 || !inner[0]!.named || (node !== start && node.children[0]?.text === "{")) break;
    node = inner[0]!;
  }
  return node === start ? undefined : node;
}

function findKind(tree: SyntaxNode, kind: string): SyntaxNode | undefined {
  const stack = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === kind) return node;
    stack.push(...node.children.toReversed());
  }
  return undefined;
}

function hasError(tree: SyntaxNode): boolean {
  const stack = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === "ERROR") return true;
    stack.push(...node.children);
  }
  return false;
}

interface Hole {
  readonly name: string;
  readonly isRest: boolean;
}

function holeOf({ text }: SyntaxNode): Hole | undefined {
  const match = HOLE_NAME.exec(text);
  return match === null ? undefined : { name: match[2]!, isRest: match[1] === "REST" };
}

/** Whether a node of a pattern stands for other code. */
export const isHole = (node: SyntaxNode): boolean => holeOf(node) !== undefined;

/** The bindings with which code looks like a pattern, or undefined. Comments and untold punctuation do not matter. */
export function matchPattern(
  pattern: SyntaxNode,
  node: SyntaxNode,
  bindings: Bindings,
): Bindings | undefined {
  const hole = holeOf(pattern);
  if (hole !== undefined) return node.named ? bindNodes(hole.name, [node], bindings) : undefined;
  if (isQuote(pattern) && isQuote(node)) return bindings;
  if (pattern.named !== node.named || pattern.kind !== node.kind) return undefined;
  if (pattern.children.length === 0) return pattern.text === node.text ? bindings : undefined;
  return matchList({ patterns: pattern.children, nodes: node.children }, bindings);
}

/** Remembers code by a name. The same name stands for the same code; names with `_` first are not remembered. */
export function bindNodes(
  name: string,
  nodes: readonly SyntaxNode[],
  bindings: Bindings,
): Bindings | undefined {
  if (name.startsWith("_")) return bindings;
  const bound = bindings.get(name);
  if (bound === undefined) return new Map(bindings).set(name, nodes.map(withoutWrapper));
  const isSame =
    bound.length === nodes.length &&
    bound.every((one, index) => nodeKey(one) === nodeKey(withoutWrapper(nodes[index]!)));
  return isSame ? bindings : undefined;
}

/** A list of one expression is that expression. */
function withoutWrapper(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.children.length === 1 && inner.children[0]!.text === inner.text) inner = inner.children[0]!;
  return inner;
}

const isQuote = ({ kind, text, children }: SyntaxNode): boolean =>
  children.length === 0 && (/^["'`]$/u.test(text) || /^string_(?:start|end)$/u.test(kind));

interface Lists {
  readonly patterns: readonly SyntaxNode[];
  readonly nodes: readonly SyntaxNode[];
}

/** Up to the next rest, the first way that fits is kept: trying all would take time that grows with a power of the length. */
function matchList(lists: Lists, bindings: Bindings): Bindings | undefined {
  const { patterns, nodes } = lists;
  let found = matchRun(lists, { from: 0, at: 0, bindings });
  while (found !== undefined) {
    const { from, at } = found;
    if (from === patterns.length) return found.bindings;
    const rest: Hole = holeOf(patterns[from]!)!;
    let reached: Reached | undefined;
    const isLast = from + 1 === patterns.length;
    for (let next = isLast ? nodes.length : at; next <= nodes.length && reached === undefined; next++) {
      const bound = bindNodes(rest.name, nodes.slice(at, next), found.bindings);
      if (bound !== undefined) reached = matchRun(lists, { from: from + 1, at: next, bindings: bound });
    }
    found = reached;
  }
  return undefined;
}

interface Reached {
  readonly from: number;
  readonly at: number;
  readonly bindings: Bindings;
}

/** Matches patterns one after the other, up to the next rest or the end. */
function matchRun(lists: Lists, { from, at, bindings }: Reached): Reached | undefined {
  const { patterns, nodes } = lists;
  const pattern = patterns[from];
  if (pattern === undefined) {
    for (let next = at; next < nodes.length; next++) if (!isSkippable(nodes[next]!)) return undefined;
    return { from, at: nodes.length, bindings };
  }
  if (isRest(pattern)) return { from, at, bindings };
  for (let next = at; next < nodes.length; next++) {
    const node = nodes[next]!;
    const bound = matchPattern(pattern, node, bindings);
    const reached =
      bound === undefined ? undefined : matchRun(lists, { from: from + 1, at: next + 1, bindings: bound });
    if (reached !== undefined) return reached;
    if (!isSkippable(node)) break;
  }
  // `f($A, $$$MORE)` is also a call with one argument.
  const isSeparator = !pattern.named && /^[,;]$/u.test(pattern.text);
  const isOptional = isSeparator && [patterns[from - 1], patterns[from + 1]].some((one) => isRest(one));
  return isOptional ? matchRun(lists, { from: from + 1, at, bindings }) : undefined;
}

const isRest = (pattern: SyntaxNode | undefined): boolean =>
  pattern !== undefined && holeOf(pattern)?.isRest === true;

const isSkippable = (node: SyntaxNode): boolean => !node.named || isCommentNode(node);
