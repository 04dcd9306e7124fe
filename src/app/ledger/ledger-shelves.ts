import type { Store } from "../../ports/store.ts";
import { createClusterShelf } from "./cluster-shelf.ts";
import { createEvaluationShelf } from "./evaluation-shelf.ts";
import { createFeedbackShelf } from "./feedback-shelf.ts";
import type { LedgerShelf } from "./ledger-shelf.ts";
import { createRuleShelf } from "./rule-shelf.ts";

/** What the ledger is written from and put back into. */
export type LedgerStore = Pick<Store, "feedback" | "rules" | "evaluations" | "clusters">;

/** Everything that the ledger holds, for one comparison. */
export const createLedgerShelves = (store: LedgerStore): readonly LedgerShelf[] => [
  createFeedbackShelf(store.feedback),
  createClusterShelf(store.clusters),
  createEvaluationShelf(store.evaluations, store.feedback),
  createRuleShelf(store.rules),
];
