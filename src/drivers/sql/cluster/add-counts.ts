import type { OnConflictBuilder } from "kysely";
import type { Tables } from "../tables.ts";
import { addUp } from "../add-up.ts";

/** Upserts that add the inserted counts to the existing ones. */
export const addAuthors = (conflict: OnConflictBuilder<Tables, "cluster_author">) =>
  conflict.columns(["cluster_id", "author", "trust"]).doUpdateSet(addUp("cluster_author", ["count"]));

export const addDays = (conflict: OnConflictBuilder<Tables, "cluster_day">) =>
  conflict.columns(["cluster_id", "day", "agent"]).doUpdateSet(addUp("cluster_day", ["count"]));
