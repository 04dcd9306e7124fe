import { type ApiClient, must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";

export interface ListedRule {
  readonly id: string;
  readonly pending: number | null;
  readonly in_force: number | null;
  /** Empty while Emend waits for a person's words. */
  readonly text: string;
}

interface Listed {
  readonly items: readonly (ListedRule & { readonly cluster_id: string | null })[];
}

/** Finds the rule of a theme as a person would: by reading its evidence. */
export async function findThemeRule(
  key: string,
  ask: ApiClient,
  stage: Stage,
  standing: "in_force" | "open" = "open",
): Promise<ListedRule | undefined> {
  const { items } = await must<Listed>(ask("GET", "/rules?limit=200"));
  const found: (ListedRule & { readonly evidence: number })[] = [];
  for (const rule of items) {
    const isOpen = rule.in_force !== null || (standing === "open" && rule.pending !== null);
    if (rule.cluster_id === null || !isOpen) continue;
    const theme = await themeOfCluster(rule.cluster_id, ask, stage);
    if (theme?.key === key) found.push({ ...rule, evidence: theme.members });
  }
  return found.toSorted((a, b) => b.evidence - a.evidence)[0];
}

interface Member {
  readonly feedback: { readonly run: string | null } | null;
}

/** The theme of most of a cluster's members, if there is one. */
export async function themeOfCluster(
  id: string,
  ask: ApiClient,
  { themeOf }: Pick<Stage, "themeOf">,
): Promise<{ readonly key: string; readonly members: number } | undefined> {
  const { items } = await must<{ readonly items: readonly Member[] }>(
    ask("GET", `/clusters/${id}/members?limit=20`),
  );
  const counts = new Map<string, number>();
  for (const { feedback } of items) {
    const key = themeOf.get(feedback?.run ?? "");
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (best === undefined || 2 * best[1] <= items.length) return undefined;
  return { key: best[0], members: items.length };
}
