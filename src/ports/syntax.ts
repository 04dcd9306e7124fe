import type { SyntaxNode } from "../core/check/syntax-node.ts";

/** Parses code into plain trees. */
export interface Syntax {
  /** The tree of the code, or undefined if Emend has no grammar for the language. */
  readonly parse: (language: string, code: string) => Promise<SyntaxNode | undefined>;
  /** The kinds of node that the language's grammar has. */
  readonly kinds: (language: string) => Promise<readonly string[]>;
  /** The keywords and operators that the language's grammar has. */
  readonly tokens: (language: string) => Promise<readonly string[]>;
}
