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

/** Whether the log is intact and matches the rules in force. */
export type FullVerdict =
  | (Whole & { readonly rules: Omit<RuleComparison, "faults"> })
  | Broken
  | ({ readonly ok: false } & RuleFault);

const PAGE = 500;
/** A rule may change during the comparison, which is then repeated. */
const MAX_TRIES = 5;

/** Verifies the whole log and compares the rules in force with their audit entries. */
export const verifyAudit =
  ({
    audit,
    rules,
  }: {
    readonly audit: Pick<AuditLog, "list" | "verify">;
    readonly rules: Pick<RuleStore, "inForce">;
  }) =>
  async (publishedHead?: AuditHead): Promise<FullVerdict> => {
    for (let attempt = 1; ; attempt += 1) {
      const verdict = await audit.verify(publishedHead);
      if (!verdict.ok) return verdict;
      const { faults, ...compared } = await compareRules();
      const [fault] = faults;
      if (fault === undefined) return { ...verdict, rules: compared };
      const [newest] = await audit.list({ limit: 1 });
      if (newest?.seq === verdict.head.seq || attempt === MAX_TRIES) return { ok: false, ...fault };
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
