import type { SchemaWords } from "../sql-dialect.ts";

export interface Migration {
  readonly version: number;
  readonly statements: (words: SchemaWords) => readonly string[];
}
