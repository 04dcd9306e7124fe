import type { Kysely } from "kysely";
import type { SealedEntry } from "../../../core/audit/audit-entry.ts";
import type { Tables } from "../tables.ts";

const PAGE = 1_000;

/** All entries by number in pages, including forged ones numbered below the first. */
export async function* readEntries(db: Kysely<Tables>): AsyncGenerator<readonly SealedEntry[]> {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const page = await db
      .selectFrom("audit")
      .selectAll()
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(PAGE)
      .execute();
    yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE) return;
    last = end.seq;
  }
}
