import { defined } from "../../core/defined.ts";
import type { Store } from "../../ports/store.ts";
import { createClusterShelf } from "./cluster-shelf.ts";
import { createEvaluationShelf } from "./evaluation-shelf.ts";
import { createFeedbackShelf } from "./feedback-shelf.ts";
import { type LedgerShelf, restoreEach } from "./ledger-shelf.ts";
import { ruleIdOfPath, rulePath } from "../../core/ledger/ledger-path.ts";
import { parseRuleDocument, renderRule } from "../../core/ledger/render-documents.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

const PAGE = 100;

/** Hundreds of versions, each with hundreds of pieces of evidence. */
const MAX_BYTES = 8 * 1024 * 1024;

const createRuleShelf = (rules: RuleStore): LedgerShelf => ({
  name: "rules",
  keyOf: ruleIdOfPath,
  list: async (after) => {
    const { items, next } = await rules.list({ limit: PAGE, ...defined({ after }) });
    return {
      items: items.map((rule) => ({
        time: rule.updated_at,
        place: () => ({
          keys: [rule.id],
          files: [{ path: rulePath(rule), text: () => renderRule(rule) }],
        }),
      })),
      ...defined({ next }),
    };
  },
  wants: (path) => ruleIdOfPath(path) !== undefined,
  maxBytes: MAX_BYTES,
  together: PAGE,
  restore: restoreEach(parseRuleDocument, (rule) => rules.restore(rule)),
});

/** What the ledger is written from and put back into. */
export type LedgerStore = Pick<Store, "feedback" | "rules" | "evaluations" | "clusters">;

/** Everything that the ledger holds, for one comparison. */
export const createLedgerShelves = (store: LedgerStore): readonly LedgerShelf[] => [
  createFeedbackShelf(store.feedback),
  createClusterShelf(store.clusters),
  createEvaluationShelf(store.evaluations, store.feedback),
  createRuleShelf(store.rules),
];
