import type { OnConflictBuilder } from "kysely";
import type { Tables } from "../tables.ts";
import { addUp } from "../add-up.ts";

/** Counts that are there already grow by those that are inserted. */
export const addAuthors = (conflict: OnConflictBuilder<Tables, "cluster_author">) =>
  conflict.columns(["cluster_id", "author", "trust"]).doUpdateSet(addUp("cluster_author", ["count"]));

export const addDays = (conflict: OnConflictBuilder<Tables, "cluster_day">) =>
  conflict.columns(["cluster_id", "day", "agent"]).doUpdateSet(addUp("cluster_day", ["count"]));
