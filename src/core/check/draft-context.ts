import { eachNode, type SyntaxNode } from "./syntax-node.ts";

export interface Example {
  readonly before: SyntaxNode;
  readonly after: SyntaxNode;
}

/** Names that examples use for anything. */
export const DUMMY =
  /^(?:foo|bar|baz|qux|quux|spam|eggs|[a-z]\d?|[A-Z]|obj|object|test|value|val|data|item|items|fn|func|cb|callback|arr|array|str|x\d|y\d|msg|name|err|e|ctx|self|this|result|res|ret|Foo|Bar|Baz|MyClass|MyModel|Test|hey|predicate)$/u;

/** What all candidates for one mistake share. */
export interface DraftContext {
  readonly words: ReadonlySet<string>;
  /** Words of the description that are code, such as `CharField`. */
  readonly codeWords: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  readonly removedWords: ReadonlySet<string>;
  /** Words that each correction brings. */
  readonly addedWords: ReadonlySet<string>;
  readonly examples: readonly Example[];
  /** The grammar's kinds of node. */
  readonly kinds: readonly string[];
  /** Its keywords and operators. */
  readonly tokens: readonly string[];
}

/** What is known besides the examples. */
export type Facts = Pick<DraftContext, "kinds" | "tokens"> & { readonly description: string | undefined };

function descriptionWords(description: string | undefined): Set<string> {
  const words = new Set<string>();
  for (const [word] of (description ?? "").matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    words.add(word);
    words.add(word.toLowerCase());
    words.add(word.toLowerCase().replace(/(?:s|ed|ing)$/u, ""));
  }
  return words;
}

/** Written like code, or marked as code by what is around it. */
const CODE_WORD =
  /(?<=[.@`'"])[\p{L}_$][\p{L}\p{N}_$]*|[\p{L}_$][\p{L}\p{N}_$]*(?=[(=])|[\p{L}_$][\p{L}\p{N}_$]*(?:\p{Ll}\p{Lu}|_|\p{Ll}\p{N}|\p{Lu}{3})[\p{L}\p{N}_$]*/gu;

const DECLARES =
  /declarator|parameter|_pattern|let_declaration|short_var|assignment$|^var_spec|^const_spec|function_(?:declaration|definition|item)|class_(?:declaration|definition)|^for_/u;

function declaredNames(examples: readonly Example[]): Set<string> {
  const names = new Set<string>();
  for (const { before } of examples)
    for (const node of eachNode(before)) {
      if (!node.kind.endsWith("identifier") || node.parent === undefined) continue;
      const { parent } = node;
      if (/expression_list|parameters$|lambda_parameters/u.test(parent.kind) && parent.field !== "right") {
        if (parent.kind.endsWith("parameters") || parent.field === "left") names.add(node.text);
      } else if (
        DECLARES.test(parent.kind) &&
        ["name", "left", "pattern", "parameter"].includes(node.field ?? "")
      )
        names.add(node.text);
      else if (/parameter/u.test(parent.kind)) names.add(node.text);
    }
  return names;
}

function leafWords(nodes: Iterable<SyntaxNode>): Set<string> {
  const words = new Set<string>();
  for (const root of nodes)
    for (const node of eachNode(root)) if (node.children.length === 0) words.add(node.text);
  return words;
}

export function makeContext(
  examples: readonly Example[],
  { description, kinds, tokens }: Facts,
): DraftContext {
  const before = leafWords(examples.map((one) => one.before));
  const after = leafWords(examples.map((one) => one.after));
  const afters = examples.map((one) => leafWords([one.after]));
  return {
    words: descriptionWords(description),
    codeWords: new Set(description?.match(CODE_WORD)),
    declared: declaredNames(examples),
    removedWords: new Set([...before].filter((word) => !after.has(word))),
    addedWords: new Set(
      [...after].filter((word) => !before.has(word) && afters.every((some) => some.has(word))),
    ),
    examples,
    kinds,
    tokens,
  };
}
