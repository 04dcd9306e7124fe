import type { Insertable } from "kysely";
import type { Trial } from "../../../core/trial/trial.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { TrialTables } from "./trial-tables.ts";

export const toTrialRow = (trial: Trial): Insertable<TrialTables["trial"]> => ({
  id: storedKey(trial.id),
  rule_id: storedKey(trial.rule_id),
  running: storedKey(trial.state === "running" ? trial.rule_id : trial.id),
  state: trial.state,
  rule_version: trial.version,
  share: String(trial.share),
  secret: trial.secret,
  revision: trial.revision,
  updated_at: toStoredTime(trial.updated_at),
  document: JSON.stringify(trial),
});

/** The table only contains what `toTrialRow` wrote. */
export const fromTrialRow = ({ document }: { readonly document: string }): Trial =>
  JSON.parse(document) as Trial;
