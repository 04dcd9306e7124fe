import { sql } from "kysely";
import { MODEL_NAME } from "../../embedding/model-name.ts";
import { makePgvectorTable } from "../vector/choose-postgres-vectors.ts";
import { pgvectorTable } from "../vector/pgvector-index.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Snapshot } from "./read-snapshot.ts";

/**
 * Where the vectors of one model are and where they go. `table` is a pgvector table, `rows` are the store's own rows.
 */
export type VectorMove =
  | { readonly from: "rows"; readonly model: string; readonly to: "table"; readonly table: string }
  | { readonly from: "table"; readonly table: string; readonly to: "table" }
  | { readonly from: "table"; readonly table: string; readonly to: "rows"; readonly model: string }
  /** The store's own rows need the model's name, and this one's is unknown. */
  | { readonly from: "table"; readonly table: string; readonly to: "nowhere" };

export interface VectorPlan {
  readonly moves: readonly VectorMove[];
  /** Models whose rows are not copied as rows. */
  readonly moved: readonly string[];
}

interface PlanOptions {
  readonly source: SqlDatabase;
  readonly snapshot: Snapshot;
  readonly target: SqlDatabase;
  readonly models: readonly string[];
}

/**
 * Moves vectors to where the target will look for them: to pgvector if it has that, otherwise to the store's own
 * rows. Creates pgvector tables before anything is copied, because creating the extension may fail.
 */
export async function planVectors({ source, snapshot, target, models }: PlanOptions): Promise<VectorPlan> {
  const moves: VectorMove[] = [];
  const taken = new Set<string>();
  const keepsTable = async (table: string, dimensions: number): Promise<boolean> =>
    target.dialect.copying.kind === "postgres" &&
    (await makePgvectorTable(target, table, dimensions)) === undefined;
  for (const table of await source.run(() => source.dialect.vectorTables(snapshot.db))) {
    const dimensions = Number(table.split("_").at(-1));
    taken.add(table);
    const model = candidates(models, dimensions).find(
      (name) => pgvectorTable({ model: name, dimensions }) === table,
    );
    if (await keepsTable(table, dimensions)) moves.push({ from: "table", table, to: "table" });
    else if (model === undefined) moves.push({ from: "table", table, to: "nowhere" });
    else moves.push({ from: "table", table, to: "rows", model });
  }
  const moved = new Set(moves.flatMap((move) => (move.to === "rows" ? [move.model] : [])));
  for (const { model, bytes } of await snapshot.rows(spaces)) {
    const dimensions = bytes / 4;
    const table = pgvectorTable({ model, dimensions });
    // If the source has a table for them, the rows are unused leftovers from before it had pgvector.
    if (taken.has(table)) moved.add(model);
    else if (Number.isInteger(dimensions) && dimensions > 0 && (await keepsTable(table, dimensions))) {
      moves.push({ from: "rows", model, to: "table", table });
      moved.add(model);
    }
  }
  return { moves, moved: [...moved] };
}

const spaces = sql<{ readonly model: string; readonly bytes: number }>`
  select model, max(octet_length(vector)) as bytes from vector_entry group by model order by model
`;

const candidates = (models: readonly string[], dimensions: number): readonly string[] => [
  MODEL_NAME,
  ...models.flatMap((model) => [model, `openai:${model}:${dimensions}`]),
];
