import type { Kysely, Transaction } from "kysely";
import type { PromptSettings, UsedSettings } from "../../../core/rule/prompt-settings.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";

const MAX_SETTINGS = 1_000;

/** With its keys in one order, so that the same settings are the same text. */
const documentOf = ({ format, rules_per_agent, token_budget, withhold_flagged }: PromptSettings): string =>
  JSON.stringify({ format, rules_per_agent, token_budget, withhold_flagged });

/** Whether the latest settings before this time are the same. */
export async function isKnown(db: Kysely<Tables>, { time, ...settings }: UsedSettings): Promise<boolean> {
  const latest = await db
    .selectFrom("prompt_settings")
    .select("document")
    .where("time", "<=", toStoredTime(time))
    .orderBy("time", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.document === documentOf(settings);
}

/** Two prompts at once may both write the same settings, which changes nothing. */
export async function noteSettings(transaction: Transaction<Tables>, settings: UsedSettings): Promise<void> {
  if (await isKnown(transaction, settings)) return;
  await transaction
    .insertInto("prompt_settings")
    .values({ time: toStoredTime(settings.time), document: documentOf(settings) })
    .execute();
}

export async function readSettings(db: Kysely<Tables>): Promise<readonly UsedSettings[]> {
  const rows = await db
    .selectFrom("prompt_settings")
    .select(["time", "document"])
    .orderBy("time", "desc")
    .orderBy("seq", "desc")
    .limit(MAX_SETTINGS)
    .execute();
  // The table only contains what `noteSettings` wrote.
  return rows
    .toReversed()
    .map(({ time, document }) => ({ time, ...(JSON.parse(document) as PromptSettings) }));
}
