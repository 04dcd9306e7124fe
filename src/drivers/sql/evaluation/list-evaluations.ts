import type { Page } from "../../../core/page.ts";
import type { Kysely } from "kysely";
import { type EvaluationRecord, type Standing, STANDINGS } from "../../../core/evaluation/evaluation.ts";
import type { EvaluationQuery } from "../../../ports/rule-store.ts";
import { readTimePage } from "../read-time-page.ts";
import type { Tables } from "../tables.ts";

interface Stream {
  readonly standing?: Standing;
  readonly resolved?: boolean;
}

export function listEvaluations(db: Kysely<Tables>, query: EvaluationQuery): Promise<Page<EvaluationRecord>> {
  const streams = toStreams(query).map((stream) => selectStream(db, stream));
  return readTimePage({ streams, columns: ["time", "seq"], toItem: fromEvaluationRow }, query);
}

/** The index covers both columns together, so each stream filters by both or by none. */
function toStreams({ standing, resolved }: EvaluationQuery): readonly Stream[] {
  if (standing === undefined && resolved === undefined) return [{}];
  const standings = standing === undefined ? STANDINGS : [standing];
  const answers = resolved === undefined ? [true, false] : [resolved];
  return standings.flatMap((each) => answers.map((answer) => ({ standing: each, resolved: answer })));
}

function selectStream(db: Kysely<Tables>, { standing, resolved }: Stream) {
  let rows = db.selectFrom("evaluation").select(["seq", "time", "document"]);
  if (standing !== undefined) rows = rows.where("standing", "=", standing);
  return resolved === undefined ? rows : rows.where("resolved", "=", resolved ? 1 : 0);
}

export async function countStandings(db: Kysely<Tables>): Promise<Readonly<Record<Standing, number>>> {
  const counts = Object.fromEntries(STANDINGS.map((standing) => [standing, 0])) as Record<Standing, number>;
  const rows = await db
    .selectFrom("evaluation_count")
    .select(["standing", "count"])
    .where("standing", "in", STANDINGS)
    .execute();
  for (const { standing, count } of rows) counts[standing as Standing] += count;
  return counts;
}

/** The table only contains what `toRow` wrote. */
export const fromEvaluationRow = ({ document }: { readonly document: string }): EvaluationRecord =>
  JSON.parse(document) as EvaluationRecord;
