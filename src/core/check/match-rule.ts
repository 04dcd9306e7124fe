import {
  bindNodes,
  isMetavariable,
  matchPattern,
  patternKey,
  type Bindings,
  type CodePattern,
  type PatternTrees,
} from "./code-pattern.ts";
import { eachNode, namedChildren, type SyntaxNode } from "./syntax-node.ts";

/** The part of ast-grep's rule language that Emend writes and runs by itself. */
export interface StructureRule {
  readonly kind?: string;
  readonly regex?: string;
  /** Code with metavariables such as `$A`: the same name is the same code. */
  readonly pattern?: CodePattern;
  readonly nthChild?: number | { readonly position: number; readonly reverse?: boolean };
  readonly has?: RelationalRule;
  readonly inside?: RelationalRule;
  readonly precedes?: RelationalRule;
  readonly follows?: RelationalRule;
  readonly all?: readonly StructureRule[];
  readonly any?: readonly StructureRule[];
  readonly not?: StructureRule;
}

export interface RelationalRule extends StructureRule {
  readonly field?: string;
  /** How far to look: to the next node, to the last one, or up to a node that fits a rule, which is looked at as well. */
  readonly stopBy?: "neighbor" | "end" | StructureRule;
}

/** The bindings with which a node matches, or undefined. */
type Test = (node: SyntaxNode, bindings: Bindings) => Bindings | undefined;

export interface RuleMatcher {
  /** The kinds that a match can have, or undefined for any. */
  readonly kinds: ReadonlySet<string> | undefined;
  /** The code of its metavariables if it matches. Throws a `TooManySteps` once it has taken its steps. */
  readonly match: (node: SyntaxNode) => Bindings | undefined;
  /** Gives it all its steps again, for other code. */
  readonly restart: () => void;
}

/** A rule takes too long on some code: how long depends on both, and people write rules. */
export class TooManySteps extends Error {
  override readonly name = "TooManySteps";
}

/** Far more than a sensible rule takes on a file of a megabyte. */
const MOST_STEPS = 5_000_000;
/** Characters that a regular expression reads in one step. */
const STEP_LENGTH = 256;

const NONE: Bindings = new Map();
const NO_TREES: PatternTrees = new Map();

/** A rule with code patterns needs their trees; without one, such a rule matches nothing. */
export function compileRule(rule: StructureRule, trees: PatternTrees = NO_TREES): RuleMatcher {
  const compiler = new RuleCompiler(trees);
  const test = compiler.compile(rule);
  return {
    kinds: possibleKinds(rule, trees),
    match: (node) => test(node, NONE),
    restart: () => compiler.restart(),
  };
}

/** The patterns of a rule that a parser has to read. */
export function codePatterns(rule: StructureRule): CodePattern[] {
  const { pattern, has, inside, precedes, follows, all = [], any = [], not } = rule;
  const stops = [has, inside, precedes, follows].map((relation) => relation?.stopBy);
  const parts = [has, inside, precedes, follows, not, ...all, ...any, ...stops].filter(
    (part) => typeof part === "object",
  );
  const own = pattern === undefined || isMetavariable(pattern) ? [] : [pattern];
  return [...own, ...parts.flatMap(codePatterns)];
}

/** The nodes that a rule hits, in the order of the text. */
export function matchNodes(rule: StructureRule | RuleMatcher, root: SyntaxNode): SyntaxNode[] {
  const { kinds, match, restart } = "match" in rule ? rule : compileRule(rule);
  restart();
  const found: SyntaxNode[] = [];
  for (const node of eachNode(root))
    if (node.named && (kinds === undefined || kinds.has(node.kind)) && match(node) !== undefined)
      found.push(node);
  return found;
}

function possibleKinds(rule: StructureRule, trees: PatternTrees): ReadonlySet<string> | undefined {
  if (rule.kind !== undefined) return new Set([rule.kind]);
  if (rule.pattern !== undefined && !isMetavariable(rule.pattern))
    return new Set([trees.get(patternKey(rule.pattern))?.kind ?? ""]);
  for (const part of rule.all ?? []) {
    const kinds = possibleKinds(part, trees);
    if (kinds !== undefined) return kinds;
  }
  if (rule.any === undefined) return undefined;
  const kinds = rule.any.map((part) => possibleKinds(part, trees));
  return kinds.includes(undefined) ? undefined : new Set(kinds.flatMap((some) => [...some!]));
}

class RuleCompiler {
  readonly #trees: PatternTrees;
  /** Drops what is remembered about code. */
  readonly #forget: (() => void)[] = [];
  #steps = 0;

  constructor(trees: PatternTrees) {
    this.#trees = trees;
  }

  restart(): void {
    this.#steps = 0;
    for (const forget of this.#forget) forget();
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS) throw new TooManySteps("the rule takes too many steps on this code");
  }

  compile(rule: StructureRule): Test {
    const tests: Test[] = [];
    const { kind, regex, pattern, nthChild, has, inside, precedes, follows, all, any, not } = rule;
    if (kind !== undefined) tests.push(when((node) => node.named && node.kind === kind));
    if (nthChild !== undefined) tests.push(when(positionTest(nthChild)));
    if (regex !== undefined) {
      const expression = new RegExp(regex, "u");
      tests.push(
        when(({ text }) => {
          this.#spend(Math.ceil(text.length / STEP_LENGTH));
          return expression.test(text);
        }),
      );
    }
    if (pattern !== undefined) tests.push(this.#pattern(pattern));
    if (any !== undefined) tests.push(first(any.map((part) => this.compile(part))));
    if (has !== undefined) tests.push(this.#related(has, childrenOf(has, this.#stop(has))));
    // What looks furthest comes last: it is needed for few nodes only.
    for (const part of all ?? []) tests.push(this.compile(part));
    if (precedes !== undefined) tests.push(this.#related(precedes, siblingsOf(this.#stop(precedes), 1)));
    if (follows !== undefined) tests.push(this.#related(follows, siblingsOf(this.#stop(follows), -1)));
    if (inside !== undefined) tests.push(this.#related(inside, parentsOf(inside, this.#stop(inside))));
    if (not !== undefined) {
      const inner = this.compile(not);
      tests.push((node, bindings) => (inner(node, bindings) === undefined ? bindings : undefined));
    }
    return (node, bindings) => {
      this.#spend(1);
      let current: Bindings | undefined = bindings;
      for (const test of tests) if ((current = test(node, current)) === undefined) return undefined;
      return current;
    };
  }

  #pattern(pattern: CodePattern): Test {
    if (isMetavariable(pattern)) {
      const name = pattern.slice(1);
      return (node, bindings) => (node.named ? bindNodes(name, [node], bindings) : undefined);
    }
    const tree = this.#trees.get(patternKey(pattern));
    if (tree === undefined) return () => undefined;
    return (node, bindings) => matchPattern(tree, node, bindings);
  }

  #stop({ stopBy = "neighbor" }: RelationalRule): Stop {
    if (stopBy === "neighbor") return () => true;
    if (stopBy === "end") return () => false;
    const test = this.compile(stopBy);
    return (node) => test(node, NONE) !== undefined;
  }

  #related(rule: RelationalRule, candidates: (node: SyntaxNode) => Iterable<SyntaxNode>): Test {
    const test = this.compile(rule);
    const find: Test = (node, bindings) => {
      for (const candidate of candidates(node)) {
        const found = test(candidate, bindings);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return rule.stopBy === undefined || rule.stopBy === "neighbor" || binds(rule)
      ? find
      : this.#remembered(find);
  }

  /** A search that binds nothing has one answer for a node, and rules ask for the whole file again and again. */
  #remembered(find: Test): Test {
    let known = new WeakMap<SyntaxNode, boolean>();
    this.#forget.push(() => (known = new WeakMap()));
    return (node, bindings) => {
      let answer = known.get(node);
      if (answer === undefined) known.set(node, (answer = find(node, NONE) !== undefined));
      return answer ? bindings : undefined;
    };
  }
}

/** Whether a match depends on what metavariables stand for. */
function binds(rule: StructureRule | RelationalRule): boolean {
  const { pattern, has, inside, precedes, follows, all = [], any = [], not } = rule;
  return (
    pattern !== undefined ||
    [has, inside, precedes, follows, not, ...all, ...any].some((part) => part !== undefined && binds(part))
  );
}

function when(condition: (node: SyntaxNode) => boolean): Test {
  return (node, bindings) => (condition(node) ? bindings : undefined);
}

function first(tests: readonly Test[]): Test {
  return (node, bindings) => {
    for (const test of tests) {
      const found = test(node, bindings);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function positionTest(nth: number | { position: number; reverse?: boolean }): (node: SyntaxNode) => boolean {
  if (typeof nth === "number") return ({ position }) => position === nth;
  const { position, reverse = false } = nth;
  if (!reverse) return (node) => node.position === position;
  return (node) =>
    node.position > 0 &&
    node.parent !== undefined &&
    namedChildren(node.parent).length - node.position + 1 === position;
}

/** Whether to look no further than this node. */
type Stop = (node: SyntaxNode) => boolean;

function childrenOf({ field }: RelationalRule, stop: Stop): (node: SyntaxNode) => Iterable<SyntaxNode> {
  if (field !== undefined) return (node) => node.children.filter((child) => child.field === field);
  return function* (node) {
    const stack = node.children.toReversed();
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      yield next;
      if (stop(next)) continue;
      for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!);
    }
  };
}

function parentsOf({ field }: RelationalRule, stop: Stop): (node: SyntaxNode) => Iterable<SyntaxNode> {
  return function* (node) {
    let child = node;
    for (let up = node.parent; up !== undefined; up = up.parent) {
      if (field === undefined || child.field === field) yield up;
      if (stop(up)) return;
      child = up;
    }
  };
}

function siblingsOf(stop: Stop, step: 1 | -1): (node: SyntaxNode) => Iterable<SyntaxNode> {
  return function* (node) {
    const siblings = node.parent?.children ?? [];
    for (let index = siblings.indexOf(node) + step; index >= 0; index += step) {
      const sibling = siblings[index];
      if (sibling === undefined) return;
      yield sibling;
      if (stop(sibling)) return;
    }
  };
}
