import type { Part, Shape } from "./anti-unify.ts";
import { DUMMY, type DraftContext } from "./draft-context.ts";
import type { RelationalRule, StructureRule } from "./match-rule.ts";
import { nodeKey, type SyntaxNode } from "./syntax-node.ts";

/** How far a rule generalises what the examples have in common. */
export interface Policy {
  /** Names that differ: any of those seen, or what they begin and end with. */
  readonly varied: "list" | "affix";
  /** What the change did not touch: all of it, its kind only, or nothing. */
  readonly depth: "full" | "near" | "bare";
  /** Code that differs: the kinds that were seen, their whole family, or anything. */
  readonly holes: "kinds" | "class" | "free";
}

export interface ChangedNodes {
  /** Lists to which the corrections added something: how long they were says nothing. */
  readonly grew: ReadonlySet<SyntaxNode>;
  /** What they replaced by code of another kind. */
  readonly replaced: ReadonlySet<SyntaxNode>;
}

export const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** A pattern for any of these texts, with a string in whatever quotes. */
export function exactly(texts: readonly string[]): string {
  const bodies = texts.map((text) => {
    const quoted = /^(["'`])(.*)\1$/su.exec(text);
    return quoted === null ? escapeRegex(text) : `["'\`]${escapeRegex(quoted[2]!)}["'\`]`;
  });
  const unique = [...new Set(bodies)];
  return unique.length === 1 ? `^${unique[0]}$` : `^(?:${unique.join("|")})$`;
}

function commonAffix(texts: readonly string[]): string | undefined {
  const [head] = texts;
  let start = 0;
  while (texts.every((text) => text.length > start && text[start] === head![start])) start++;
  let end = 0;
  while (texts.every((text) => text.length > end + start && text.at(-1 - end) === head!.at(-1 - end))) end++;
  if (start + end < 3) return undefined;
  return `^${escapeRegex(head!.slice(0, start))}.*${escapeRegex(end === 0 ? "" : head!.slice(-end))}$`
    .replace(/^\^\.\*/u, "")
    .replace(/\.\*\$$/u, "");
}

/** Writes what examples have in common as a rule. */
export class RuleWriter {
  /** How many words that the corrections changed all examples share, and for how many there is a choice. */
  changedWords = 0;
  choices = 0;
  /** For how many parts the kind of what the corrections replaced is asked for. */
  changedKinds = 0;
  readonly #policy: Policy;
  readonly #context: DraftContext;
  readonly #same: ReadonlyMap<string, string>;
  readonly #changes: ChangedNodes;

  constructor(
    policy: Policy,
    context: DraftContext,
    same: ReadonlyMap<string, string>,
    changes: ChangedNodes,
  ) {
    this.#changes = changes;
    this.#policy = policy;
    this.#context = context;
    this.#same = same;
  }

  write(shape: Shape, isRoot = true): StructureRule | undefined {
    const rules: StructureRule[] = [];
    const same = this.#same.get(shape.identity);
    const named = shape.nodes.every((node) => node.named);
    const kinds = this.#kinds(shape, isRoot);
    if (named && kinds.length === 1) rules.push({ kind: kinds[0]! });
    else if (named && kinds.length > 0) rules.push({ any: kinds.map((kind) => ({ kind })) });
    else if (isRoot) return undefined;
    if (kinds.length > 0 && !isRoot && shape.nodes.every((node) => this.#changes.replaced.has(node)))
      this.changedKinds++;
    const varies = new Set(shape.texts ?? ["", "-"]).size > 1;
    if (same !== undefined && named && !isRoot && varies) rules.push({ pattern: same });
    else {
      const text = this.#text(shape);
      if (text !== undefined) rules.push({ regex: text });
      else if (!named) return undefined;
    }
    for (const part of shape.parts) {
      const written = this.#part(part, shape);
      if (written !== undefined) rules.push({ has: written });
    }
    if (
      shape.count !== undefined &&
      shape.count <= MOST_CHILDREN &&
      !shape.nodes.some((node) => this.#changes.grew.has(node))
    ) {
      if (shape.count === 0 || LISTS.test(shape.kinds[0]!))
        rules.push({ not: { has: { nthChild: shape.count + 1 } } });
      if (shape.count > 0 && LISTS.test(shape.kinds[0]!)) rules.push({ has: { nthChild: shape.count } });
    }
    if (shape.texts === undefined && named) {
      const absent = MODIFIERS.filter((token) =>
        shape.nodes.every((node) => node.children.every(({ text }) => text !== token)),
      );
      const possible = absent.filter((token) =>
        CARRIERS.some(([words, carriers]) => words.includes(token) && carriers.test(shape.kinds[0]!)),
      );
      if (possible.length > 0) rules.push({ not: { has: { regex: exactly(possible) } } });
    }
    if (rules.length === 0) return undefined;
    return joinRules(rules);
  }

  #kinds(shape: Shape, isRoot: boolean): readonly string[] {
    const { holes } = this.#policy;
    const leaf = shape.parts.length === 0 && shape.count === undefined;
    const fixed = shape.texts !== undefined && new Set(shape.texts).size === 1;
    if (shape.kinds.length === 1 && (isRoot || !leaf || fixed || holes !== "free")) {
      return holes === "class" && !fixed && leaf && !isRoot ? this.#widen(shape.kinds) : shape.kinds;
    }
    if (holes === "class" || isRoot)
      return shape.kinds.length <= 5 ? (holes === "kinds" ? shape.kinds : this.#widen(shape.kinds)) : [];
    return holes === "kinds" && shape.kinds.length <= 5 ? shape.kinds : [];
  }

  /** The whole family, if the kinds that were seen belong to one. */
  #widen(kinds: readonly string[]): readonly string[] {
    if (kinds.length === 1 && !/^(?:true|false|none|null|undefined|number|integer|string)$/u.test(kinds[0]!))
      return kinds;
    for (const family of KIND_FAMILIES)
      if (kinds.every((kind) => family.test(kind))) {
        const known = this.#context.kinds.filter((kind) => family.test(kind));
        return known.length <= 16 ? known : kinds;
      }
    return kinds;
  }

  #part({ field, position, fromEnd, deep, shape }: Part, parent: Shape): RelationalRule | undefined {
    const { depth } = this.#policy;
    const isToken = field === undefined && shape.nodes.every(({ named }) => !named);
    if (isToken && parent.kinds.length === 1 && shape.kinds.every((kind) => IMPLIED.has(kind)))
      return undefined;
    let written: StructureRule | undefined;
    if (shape.hot || depth === "full") written = this.write(shape, false);
    else if (depth === "near") written = this.write({ ...shape, parts: [], count: undefined }, false);
    if (written === undefined) return undefined;
    if (deep === true) return { stopBy: "end", ...written };
    if (field !== undefined) return { field, ...written };
    if (position === undefined) return written;
    return { nthChild: fromEnd ? { position, reverse: true } : position, ...written };
  }

  #text(shape: Shape): string | undefined {
    if (shape.texts === undefined) return undefined;
    const texts = [...new Set(shape.texts)];
    const isNamed = shape.nodes[0]!.named;
    if (texts.length === 1) {
      if (isNamed && shape.kinds.length === 1 && shape.kinds[0] === texts[0]) return undefined;
      if (shape.hot && (isNamed || this.#context.removedWords.has(texts[0]!))) this.changedWords++;
      return exactly(texts);
    }
    if (!isNamed) {
      if (this.#policy.varied === "list") return exactly(texts);
      const family = OPERATORS.find((some) => texts.every((text) => some.includes(text)));
      return family === undefined ? undefined : exactly(family);
    }
    const { declared, words } = this.#context;
    if (texts.some((text) => text.length > MOST_LETTERS || DUMMY.test(text) || declared.has(text)))
      return undefined;
    if (this.#policy.varied === "affix") return commonAffix(texts);
    if (!shape.hot && !texts.some((text) => words.has(text.replaceAll(/^["'`]|["'`]$/gu, ""))))
      return undefined;
    this.choices++;
    return exactly(texts);
  }
}

const MOST_CHILDREN = 8;
const MOST_LETTERS = 60;
const LISTS = /argument|parameter|list|array|tuple|block|body|object|pattern|clause/u;

const CARRIERS: readonly [readonly string[], RegExp][] = [
  [["async", "static", "get", "set", "*", "#"], /^method_definition$/u],
  [["async", "*"], /function|arrow/u],
  [["static", "readonly", "declare", "abstract", "override", "private", "protected"], /field_definition$/u],
  [["?."], /^(?:call|member|subscript)_expression$/u],
  [["await", "async"], /^for/u],
  [["mut", "raw"], /^(?:reference_expression|let_declaration)$/u],
  [["type"], /^import|^export/u],
];

const MODIFIERS = [...new Set(CARRIERS.flatMap(([words]) => words))];

const IMPLIED = new Set([
  "=",
  ":",
  "=>",
  "->",
  "(",
  ")",
  "{",
  "}",
  "?.",
  "for",
  "in",
  "return",
  "new",
  "def",
  "lambda",
  "func",
  "function",
  "fn",
  "class",
  "if",
  "while",
  "switch",
  "try",
  "catch",
  "import",
  "from",
  "yield",
  "throw",
  "raise",
  "await",
  "else",
  "break",
  "continue",
  "let",
  "with",
  "as",
  "struct",
  "type",
]);

const OPERATORS = [
  ["==", "!=", "===", "!=="],
  ["==", "!=", "===", "!==", "<", "<=", ">", ">="],
  ["+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "//", "@"],
  ["&&", "||", "??", "and", "or"],
  ["is", "is not"],
  ["in", "not in"],
];

const KIND_FAMILIES = [
  /^(?:true|false|none|null|nil|undefined|number|string|template_string|regex|integer|float|concatenated_string|(?:int|float|rune|string|char|boolean|raw_string|interpreted_string|integer)_literal)$/u,
  /^(?:function_expression|arrow_function|generator_function|function_declaration|method_definition|generator_function_declaration|closure_expression|func_literal|lambda|function_definition|function_item)$/u,
  /^(?:for_statement|for_in_statement|while_statement|do_statement|for_expression|while_expression|loop_expression)$/u,
  /^(?:list|tuple|set|dictionary|array|object|composite_literal)$/u,
  /^(?:list|set|generator|dictionary|.*)_(?:expression|comprehension)$/u,
];

/** One rule that says what all do; parts of the same name need a list of their own. */
export function joinRules(rules: readonly StructureRule[]): StructureRule {
  const merged: Record<string, unknown> = {};
  const rest: StructureRule[] = [];
  for (const rule of rules) {
    const [key] = Object.keys(rule);
    if (Object.keys(rule).length === 1 && key !== "all" && !((key ?? "") in merged))
      Object.assign(merged, rule);
    else rest.push(rule);
  }
  return rest.length === 0 ? merged : { ...merged, all: rest };
}

/** Code that differs between the examples but recurs inside each of them gets a metavariable. */
export function findSame(shape: Shape): Map<string, string> {
  const seen = new Map<string, number>();
  const visit = (one: Shape): void => {
    const { nodes } = one;
    if (nodes[0]!.named && (new Set(nodes.map(nodeKey)).size > 1 || /identifier/u.test(nodes[0]!.kind)))
      seen.set(one.identity, (seen.get(one.identity) ?? 0) + 1);
    for (const { shape: inner } of one.parts) visit(inner);
  };
  visit(shape);
  const same = new Map<string, string>();
  for (const [identity, times] of seen) if (times > 1) same.set(identity, `$V${same.size}`);
  return same;
}
