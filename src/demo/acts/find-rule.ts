import { type Ask, must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";

/** What the story needs of a rule. */
export interface SeenRule {
  readonly id: string;
  readonly pending: number | null;
  readonly in_force: number | null;
}

interface Listed {
  readonly items: readonly (SeenRule & { readonly cluster_id: string | null })[];
}

/** The rule about a mistake, found as a person finds it: by reading what its evidence says. */
export async function findRule(
  key: string,
  ask: Ask,
  stage: Stage,
  standing: "in_force" | "open" = "open",
): Promise<SeenRule | undefined> {
  const { items } = await must<Listed>(ask("GET", "/rules?limit=200"));
  const found: (SeenRule & { readonly evidence: number })[] = [];
  for (const rule of items) {
    const isOpen = rule.in_force !== null || (standing === "open" && rule.pending !== null);
    if (rule.cluster_id === null || !isOpen) continue;
    const about = await aboutCluster(rule.cluster_id, ask, stage);
    if (about?.key === key) found.push({ ...rule, evidence: about.members });
  }
  return found.toSorted((a, b) => b.evidence - a.evidence)[0];
}

interface Member {
  readonly feedback: { readonly run: string | null } | null;
}

/** Which mistake a cluster is about, where most of it is about one. */
export async function aboutCluster(
  id: string,
  ask: Ask,
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
