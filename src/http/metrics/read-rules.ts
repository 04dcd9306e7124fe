import { defined } from "../../core/defined.ts";
import { measureRules, type MeasureParts } from "../../app/rule/measure-rules.ts";
import { RULE_STATUSES } from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { labelValue } from "./label-value.ts";
import { type Sample, sample } from "./reading.ts";

const MOST_RULES = 100;
const PAGE = 500;
const MOST_PAGES = 10;

/** How many rules have which status. Pages are read one after the other, so that requests get their turn. */
export async function readRules(rules: Pick<RuleStore, "list">): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const status of RULE_STATUSES) {
    let count = 0;
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await rules.list({
        status: [status],
        limit: PAGE,
        ...defined({ after }),
      });
      count += read.items.length;
      after = read.next;
      if (after === undefined) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    samples.push(sample("emend_rules", count, { status }));
  }
  return samples;
}

/** What the rules that came into force last did to their mistakes; nothing is flagged. */
export async function readRecurrence(parts: MeasureParts): Promise<readonly Sample[]> {
  const inForce = await parts.rules.inForce();
  const ruleIds = inForce.slice(-MOST_RULES).map(({ id }) => id);
  if (ruleIds.length === 0) return [];
  const { effects } = await measureRules(parts)({ ruleIds, flag: false });
  return [...effects.values()].flatMap(({ rule_id, reduction }) =>
    reduction === null
      ? []
      : [sample("emend_rule_recurrence_ratio", 1 - reduction, { rule: labelValue(rule_id) })],
  );
}
