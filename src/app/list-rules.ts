import { findVersion, type Rule, type RuleStatus, type RuleVersion } from "../core/rule/rule.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { filterPages, type Page } from "./filter-pages.ts";

export interface ListedRules {
  readonly status?: readonly RuleStatus[];
  /** Only rules that this agent gets, or would get. */
  readonly agent?: string;
  readonly limit: number;
  readonly after?: string;
}

/** Rules, the last changed first. */
export const listRules =
  ({ rules }: { readonly rules: Pick<RuleStore, "list"> }) =>
  async ({ status, agent, limit, after }: ListedRules): Promise<Page<Rule>> => {
    const read = (query: { readonly limit: number; readonly after?: string }): Promise<Page<Rule>> =>
      rules.list({ ...query, ...(status === undefined ? {} : { status }) });
    const asked = { limit, ...(after === undefined ? {} : { after }) };
    if (agent === undefined) return read(asked);
    return filterPages(
      read,
      async (page) => page.map((rule) => (isFor(rule, agent) ? rule : undefined)),
      asked,
    );
  };

/** The version that awaits a decision; else the one in force, else the last. */
export const presentVersion = (rule: Rule): RuleVersion =>
  findVersion(rule, rule.pending ?? rule.in_force) ?? rule.versions.at(-1)!;

/** None named means all. */
function isFor(rule: Rule, agent: string): boolean {
  const { agents } = presentVersion(rule).scope;
  return agents.length === 0 || agents.includes(agent);
}
