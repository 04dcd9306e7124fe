import { defined } from "../../core/defined.ts";
import type { AuditHead, AuditVerdict } from "../../core/audit/audit-entry.ts";
import {
  createRuleComparison,
  type RuleComparison,
  type RuleFault,
} from "../../core/rule/compare-with-audit.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

type Whole = Extract<AuditVerdict, { ok: true }>;
type Broken = Extract<AuditVerdict, { ok: false }>;

/** Whether the log is whole, and the rules in force are those that it tells of. */
export type FullVerdict =
  | (Whole & { readonly rules: Omit<RuleComparison, "faults"> })
  | Broken
  | ({ readonly ok: false } & RuleFault);

const PAGE = 500;
/** Somebody may change a rule while it is compared; then it is compared again. */
const MOST_TRIES = 5;

/** Reads the whole log, and compares the rules in force with the acts that made them. */
export const verifyAudit =
  ({
    audit,
    rules,
  }: {
    readonly audit: Pick<AuditLog, "list" | "verify">;
    readonly rules: Pick<RuleStore, "inForce">;
  }) =>
  async (noted?: AuditHead): Promise<FullVerdict> => {
    for (let attempt = 1; ; attempt += 1) {
      const verdict = await audit.verify(noted);
      if (!verdict.ok) return verdict;
      const { faults, ...compared } = await compareRules();
      const [fault] = faults;
      if (fault === undefined) return { ...verdict, rules: compared };
      const [newest] = await audit.list({ limit: 1 });
      if (newest?.seq === verdict.head.seq || attempt === MOST_TRIES) return { ok: false, ...fault };
    }

    async function compareRules(): Promise<RuleComparison> {
      const comparison = createRuleComparison();
      for (let before: number | undefined; ;) {
        const page = await audit.list({ limit: PAGE, ...defined({ before }) });
        for (const entry of page) comparison.add(entry);
        before = page.at(-1)?.seq;
        if (page.length < PAGE || before === undefined) break;
      }
      return comparison.compare(await rules.inForce());
    }
  };
