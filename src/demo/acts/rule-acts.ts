import { hours } from "../calendar.ts";
import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type PlannedRuleAct, THEMES } from "../story.ts";
import { themeOfCluster, findThemeRule, type ListedRule } from "./find-rule.ts";

/** People who act before the proposal exists try again this often. */
const MAX_TRIES = 5;
const RETRY_HOURS = 20;

/** When somebody rejects the proposals that add nothing. */
const CLEARING_DAYS = [20.8, 28.8, 37.8, 46.8, 54.3, 55.7];

interface Listed {
  readonly items: readonly {
    readonly rule_id: string;
    readonly version: number;
    readonly cluster_id: string | null;
    readonly occurrences: number;
  }[];
}

interface Approved {
  readonly approval: { readonly approved_by: readonly { readonly by: string }[] } | null;
}

/** Plans what people decide about the rules that Emend proposes. */
export function planRuleActs(stage: Stage): void {
  const { agenda, calendar } = stage;
  for (const { key, acts } of THEMES) {
    for (const act of acts) agenda.add(calendar.at(act.day), () => take(key, act, MAX_TRIES));
  }

  for (const day of CLEARING_DAYS) agenda.add(calendar.at(day), () => rejectNeedless());

  async function rejectNeedless(): Promise<void> {
    const ask = stage.as("ben");
    const { items } = await must<Listed>(ask("GET", "/proposals?limit=50"));
    for (const { rule_id, version, cluster_id, occurrences } of items) {
      if (cluster_id === null || occurrences < 2) continue;
      const theme = await themeOfCluster(cluster_id, ask, stage);
      const other = theme === undefined ? undefined : await findThemeRule(theme.key, ask, stage, "in_force");
      const isRetired = theme !== undefined && wasRetired(theme.key);
      if (theme !== undefined && other === undefined && !isRetired) continue;
      const reason = isRetired
        ? "The rule was retired on purpose, and this feedback is older."
        : other === undefined
          ? "These remarks have too little in common for a rule."
          : "There is already a better rule about this.";
      await must(ask("POST", `/proposals/${rule_id}/reject`, { version, reason }));
    }
  }

  const wasRetired = (key: string): boolean =>
    THEMES.some(
      (each) =>
        each.key === key &&
        each.acts.some((act) => act.do === "retire" && calendar.at(act.day) < stage.now()),
    );

  async function take(key: string, act: PlannedRuleAct, tries: number): Promise<void> {
    const ask = stage.as(act.by);
    if (act.do === "tidy") return tidy(key, act.name, act.by);
    const rule = await findThemeRule(key, ask, stage);
    const version = act.do === "retire" || act.do === "trial" ? rule?.in_force : rule?.pending;
    const needsWords = act.do === "approve" && rule?.text === "";
    if (rule === undefined || typeof version !== "number" || needsWords) {
      if (tries > 1)
        agenda.add(stage.now() + hours(RETRY_HOURS / calendar.pace), () => take(key, act, tries - 1));
      return;
    }
    if (act.do === "approve") return approve(key, act, { id: rule.id, version });
    if (act.do === "trial") {
      await must(ask("POST", "/trials", { rule_id: rule.id, anyway: true }));
      return;
    }
    if (act.do === "retire") {
      await must(ask("POST", `/rules/${rule.id}/retire`, { reason: act.reason }));
      return;
    }
    const more = act.do === "modify" ? { text: act.text } : {};
    await must(ask("POST", `/proposals/${rule.id}/${act.do}`, { version, reason: act.reason, ...more }));
  }

  /** If the proposal expired and was renewed, the earlier approvers approve it again. */
  async function approve(
    key: string,
    act: PlannedRuleAct,
    { id, version }: { readonly id: string; readonly version: number },
  ): Promise<void> {
    const rule = await must<Approved>(stage.as(act.by)("GET", `/rules/${id}`));
    const approvers = new Set(rule.approval?.approved_by.map(({ by }) => by));
    const earlier = THEMES.find((theme) => theme.key === key)!.acts.filter(
      (each) => each.do === "approve" && each.day <= act.day,
    );
    for (const { by } of earlier) {
      if (!approvers.has(by)) await must(stage.as(by)("POST", `/proposals/${id}/approve`, { version }));
    }
  }

  /** Merges clusters about the same mistake that were worded differently. */
  async function tidy(key: string, name: string, by: string): Promise<void> {
    const ask = stage.as(by);
    const { items } = await must<{ readonly items: readonly { readonly id: string }[] }>(
      ask("GET", "/clusters?min_size=2&limit=200"),
    );
    const same: string[] = [];
    for (const { id } of items) {
      if ((await themeOfCluster(id, ask, stage))?.key !== key) continue;
      const { rules } = await must<{ readonly rules: readonly ListedRule[] }>(ask("GET", `/clusters/${id}`));
      // The others are merged into a cluster with a rule, so that the rule keeps its evidence.
      if (rules.some(({ pending, in_force }) => pending !== null || in_force !== null)) same.unshift(id);
      else same.push(id);
    }
    if (same.length > 1) await must(ask("POST", "/clusters/merge", { cluster_ids: same }));
    if (same.length > 0) await must(ask("POST", `/clusters/${same[0]}/rename`, { name }));
  }
}
