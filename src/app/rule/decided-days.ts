import type { AgentDay } from "../../core/rule/agent-day.ts";
import { decidedOf } from "../../core/pattern/work-counts.ts";
import type { Days } from "../../core/rule/count-around.ts";
import { hourNumber, hourText } from "../../core/time/to-hour.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

/** How much of agents' work was decided each day; what several rules ask for is read once. Made for one pass, then dropped. */
export const decidedDays = ({ feedback }: { readonly feedback: Pick<FeedbackStore, "rollUp"> }) => {
  const known = new Map<string, Promise<readonly AgentDay[]>>();

  async function read(agent: string, { first, last }: Days): Promise<readonly AgentDay[]> {
    const end = (hourNumber(`${last}T23:00:00Z`) ?? 0) + 1;
    const { hours } = await feedback.rollUp({ agent, from: `${first}T00:00:00Z`, to: hourText(end) });
    const counts = new Map<string, number>();
    for (const row of hours) {
      const text = typeof row.hour === "number" ? hourText(row.hour) : row.hour;
      const day = text.slice(0, 10);
      counts.set(day, (counts.get(day) ?? 0) + decidedOf(row));
    }
    return Array.from(counts, ([day, count]) => ({ day, agent, count }));
  }

  return async (agents: ReadonlySet<string>, days: Days): Promise<readonly AgentDay[]> => {
    if (days.first > days.last) return [];
    const rows: AgentDay[] = [];
    for (const agent of agents) {
      const key = `${days.first} ${days.last} ${agent}`;
      const reading = known.get(key) ?? read(agent, days);
      if (known.size < MAX_KNOWN) known.set(key, reading);
      rows.push(...(await reading));
    }
    return rows;
  };
};

const MAX_KNOWN = 1_000;
