import { defined } from "../../core/defined.ts";
import {
  effectiveVersion,
  holdsFor,
  presentVersion,
  type Rule,
  type RuleStatus,
} from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { filterPages } from "../filter-pages.ts";
import type { Page } from "../../core/page.ts";

export interface ListedRules {
  readonly status?: readonly RuleStatus[];
  /** Only rules that apply, or would apply, to this agent. */
  readonly agent?: string;
  readonly limit: number;
  readonly after?: string;
}

/** Rules, last changed first. */
export const listRules =
  ({ rules }: { readonly rules: Pick<RuleStore, "list"> }) =>
  async ({ status, agent, limit, after }: ListedRules): Promise<Page<Rule>> => {
    const read = (query: { readonly limit: number; readonly after?: string }): Promise<Page<Rule>> =>
      rules.list({ ...query, ...defined({ status }) });
    const range = { limit, ...defined({ after }) };
    if (agent === undefined) return read(range);
    return filterPages(
      read,
      async (page) => page.map((rule) => (appliesToAgent(rule, agent) ? rule : undefined)),
      range,
    );
  };

/** By the version in force or the pending one. */
const appliesToAgent = (rule: Rule, agent: string): boolean =>
  [effectiveVersion(rule), presentVersion(rule)].some(({ scope }) => holdsFor(scope, agent));
