import type { SchemaSyntax } from "../sql-dialect.ts";

export interface Migration {
  readonly version: number;
  readonly statements: (words: SchemaSyntax) => readonly string[];
}
