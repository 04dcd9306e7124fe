import { sql, type Transaction } from "kysely";
import { storedText } from "./stored-text.ts";
import type { Tables } from "./tables.ts";

const BATCH = 100;

interface Documents<Document> {
  readonly table: "evaluation" | "rollout" | "rule" | "rule_check" | "trial";
  /** Column that holds the person's name. Without one, all documents are read. */
  readonly column?: "resolved_by";
  readonly parse: (row: { readonly document: string }) => Document;
  /** Returns the same object if it does not name the person. */
  readonly erase: (document: Document, names: readonly string[]) => Document;
  /** Returns false if the document changed since it was read. */
  readonly write: (transaction: Transaction<Tables>, document: Document, now: () => Date) => Promise<boolean>;
}

/** Erases a person from every document that names them, each as its own change. Returns how many there were. */
export const eraseDocuments =
  <Document>({ table, column, parse, erase, write }: Documents<Document>) =>
  async (transaction: Transaction<Tables>, names: readonly string[], now: () => Date): Promise<number> => {
    // All of these tables have the selected columns.
    const rows = transaction.selectFrom(table as "rule").select(["seq", "document"]);
    const named = column === undefined ? rows : rows.where(sql.ref(column), "in", names.map(storedText));

    async function eraseOne(first: { readonly seq: number; readonly document: string }): Promise<boolean> {
      for (let row = first; ;) {
        const before = parse(row);
        const after = erase(before, names);
        if (after === before) return false;
        if (await write(transaction, after, now)) return true;
        // Someone else changed it in between, and their change is committed by now.
        row = await rows.where("seq", "=", first.seq).executeTakeFirstOrThrow();
      }
    }

    let erased = 0;
    for (let last = 0; ;) {
      const batch = await named.where("seq", ">", last).orderBy("seq").limit(BATCH).execute();
      for (const row of batch) if (await eraseOne(row)) erased += 1;
      if (batch.length < BATCH) return erased;
      last = batch.at(-1)?.seq ?? last;
    }
  };
