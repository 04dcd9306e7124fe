import { type Kysely, sql } from "kysely";
import { openEntry } from "../../../core/audit/erasure-act.ts";
import type { AuditLog, AuditSearch } from "../../../ports/audit-log.ts";
import { pageLimit } from "../page-cursor.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** How many entries one page looks at. */
const SCANNED = 20_000;

/** One page of the entries that match. The body is canonical JSON, which begins with the actor. */
export async function searchAudit(
  db: Kysely<Tables>,
  { limit: asked, before, kind, actor, since, until }: AuditSearch,
): ReturnType<AuditLog["search"]> {
  const limit = pageLimit(asked);
  const newest = await db
    .selectFrom("audit")
    .select("seq")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const top = Math.min(before ?? Number.MAX_SAFE_INTEGER, (newest?.seq ?? 0) + 1);
  const bottom = Math.max(1, top - SCANNED);
  let matching = db
    .selectFrom("audit")
    .selectAll()
    .where("seq", "<", top)
    .where("seq", ">=", bottom)
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (since !== undefined) matching = matching.where("time", ">=", since);
  if (until !== undefined) matching = matching.where("time", "<", until);
  if (kind !== undefined) matching = matching.where(startsWith("action", `${storedText(kind)}.`));
  if (actor !== undefined)
    matching = matching.where(startsWith("body", `{"actor":${JSON.stringify(actor)},`));
  const rows = await matching.execute();
  const items = rows.slice(0, limit).map(openEntry);
  const next = rows.length > limit ? items.at(-1)?.seq : bottom > 1 ? bottom : undefined;
  return { items, ...(next === undefined ? {} : { next }) };
}

const startsWith = (column: "action" | "body", text: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 1, length(${text})) = ${text}`;
