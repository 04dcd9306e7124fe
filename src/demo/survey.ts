import { type ApiClient, must } from "./demo-world.ts";

/** What the demo contains, according to the API. */
export interface Survey {
  readonly agents: number;
  readonly people: number;
  readonly feedback: number;
  readonly clusters: number;
  readonly rules_in_force: number;
  readonly proposals: number;
  readonly ambiguous: number;
  readonly waiting: number;
  readonly overdue: number;
  readonly alerts: number;
  readonly rollouts: number;
  readonly dead_letters: number;
}

interface Page {
  readonly items: readonly unknown[];
}

export async function surveyStory(ask: ApiClient, people: number): Promise<Survey> {
  const get = <T>(path: string): Promise<T> => must<T>(ask("GET", path));
  const [agents, classes, clusters, rules, proposals, submissions, rollouts, dead, open] = await Promise.all([
    get<{ readonly agents: readonly unknown[]; readonly alerts: readonly unknown[] }>("/agents?window=365d"),
    get<Readonly<Record<string, number>>>("/evaluations/counts"),
    get<Page>("/clusters?min_size=2&limit=200"),
    get<Page>("/rules?status=active&status=flagged&limit=200"),
    get<{ readonly total: number }>("/proposals?limit=1"),
    get<{ readonly waiting: number; readonly overdue: number }>("/submissions/counts"),
    get<Page>("/rollouts?limit=100"),
    get<Page>("/events/dead?limit=200"),
    get<Page>("/evaluations?standing=ambiguous&resolved=false&limit=100"),
  ]);
  const { alerts } = await get<{ readonly alerts: readonly unknown[] }>("/agents?window=7d");
  return {
    agents: agents.agents.length,
    people,
    feedback: Object.values(classes).reduce((sum, count) => sum + count, 0),
    clusters: clusters.items.length,
    rules_in_force: rules.items.length,
    proposals: proposals.total,
    ambiguous: open.items.length,
    waiting: submissions.waiting,
    overdue: submissions.overdue,
    alerts: alerts.length,
    rollouts: rollouts.items.length,
    dead_letters: dead.items.length,
  };
}
