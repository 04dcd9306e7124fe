import { hours } from "../calendar.ts";
import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type RuleAct, THEMES } from "../story.ts";
import { aboutCluster, findRule, type SeenRule } from "./find-rule.ts";

/** Somebody who comes before the proposal looks again so often. */
const TRIES = 5;
const AGAIN_HOURS = 20;

/** When somebody goes through the proposals and says no to those that add nothing. */
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

/** Puts on the agenda what people do about the rules that Emend proposes. */
export function planRuleActs(stage: Stage): void {
  const { agenda, calendar } = stage;
  for (const { key, acts } of THEMES) {
    for (const act of acts) agenda.add(calendar.at(act.day), () => take(key, act, TRIES));
  }

  for (const day of CLEARING_DAYS) agenda.add(calendar.at(day), () => clear());

  async function clear(): Promise<void> {
    const ask = stage.as("ben");
    const { items } = await must<Listed>(ask("GET", "/proposals?limit=50"));
    for (const { rule_id, version, cluster_id, occurrences } of items) {
      if (cluster_id === null || occurrences < 2) continue;
      const about = await aboutCluster(cluster_id, ask, stage);
      const other = about === undefined ? undefined : await findRule(about.key, ask, stage, "in_force");
      const isOver = about !== undefined && wasRetired(about.key);
      if (about !== undefined && other === undefined && !isOver) continue;
      const reason = isOver
        ? "Retired on purpose: its reason went away, and this is from before."
        : other === undefined
          ? "These have little in common but their form; there is nothing to make a rule of."
          : "There is a rule about this already, and it says it better.";
      await must(ask("POST", `/proposals/${rule_id}/reject`, { version, reason }));
    }
  }

  const wasRetired = (key: string): boolean =>
    THEMES.some(
      (theme) =>
        theme.key === key &&
        theme.acts.some((act) => act.do === "retire" && calendar.at(act.day) < stage.now()),
    );

  async function take(key: string, act: RuleAct, tries: number): Promise<void> {
    const ask = stage.as(act.by);
    if (act.do === "tidy") return tidy(key, act.name, act.by);
    const rule = await findRule(key, ask, stage);
    const found = act.do === "retire" ? rule?.in_force : rule?.pending;
    if (rule === undefined || typeof found !== "number") {
      if (tries > 1)
        agenda.add(stage.now() + hours(AGAIN_HOURS / calendar.pace), () => take(key, act, tries - 1));
      return;
    }
    const version = found;
    if (act.do === "approve") return approve(key, act, { id: rule.id, version });
    if (act.do === "retire") {
      await must(ask("POST", `/rules/${rule.id}/retire`, { reason: act.reason }));
      return;
    }
    const more = act.do === "modify" ? { text: act.text } : {};
    await must(ask("POST", `/proposals/${rule.id}/${act.do}`, { version, reason: act.reason, ...more }));
  }

  /** Where the proposal expired and was made again in between, whoever had approved it does so again. */
  async function approve(
    key: string,
    act: RuleAct,
    { id, version }: { readonly id: string; readonly version: number },
  ): Promise<void> {
    const seen = await must<Approved>(stage.as(act.by)("GET", `/rules/${id}`));
    const given = new Set(seen.approval?.approved_by.map(({ by }) => by));
    const earlier = THEMES.find((theme) => theme.key === key)!.acts.filter(
      (each) => each.do === "approve" && each.day <= act.day,
    );
    for (const { by } of earlier) {
      if (!given.has(by)) await must(stage.as(by)("POST", `/proposals/${id}/approve`, { version }));
    }
  }

  /** One mistake may have been put into several clusters by its words; who reads them sees that they are one. */
  async function tidy(key: string, name: string, by: string): Promise<void> {
    const ask = stage.as(by);
    const { items } = await must<{ readonly items: readonly { readonly id: string }[] }>(
      ask("GET", "/clusters?min_size=2&limit=200"),
    );
    const same: string[] = [];
    for (const { id } of items) {
      if ((await aboutCluster(id, ask, stage))?.key !== key) continue;
      const { rules } = await must<{ readonly rules: readonly SeenRule[] }>(ask("GET", `/clusters/${id}`));
      // What has a rule takes the others in, so that the rule keeps its evidence.
      if (rules.some(({ pending, in_force }) => pending !== null || in_force !== null)) same.unshift(id);
      else same.push(id);
    }
    if (same.length > 1) await must(ask("POST", "/clusters/merge", { cluster_ids: same }));
    if (same.length > 0) await must(ask("POST", `/clusters/${same[0]}/rename`, { name }));
  }
}
