import { windowOf } from "../../core/pattern/pattern-window.ts";
import type { RollUp } from "../../core/pattern/roll-up.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { labelValue, OTHER } from "./label-value.ts";
import { type Sample, sample } from "./reading.ts";
import { addTo, boundSums, largest, type Sums } from "./sum-up.ts";

const MOST_AGENTS = 100;
const MOST_TAGS = 20;

const OUTCOMES = ["approved", "approved_with_changes", "rejected"] as const;

/** What became of each agent's work in the last 24 hours, from one question to the roll-ups. */
export async function readWork(
  feedback: Pick<FeedbackStore, "rollUp">,
  now: string,
): Promise<readonly Sample[]> {
  const window = windowOf(now, 24);
  if (!window.ok) throw new Error(window.error.message);
  const { from, to } = window.value;
  return workSamples(await feedback.rollUp({ from, to }));
}

/** The agents with the most decided work and rejections have their own labels; the others share one. */
function workSamples({ hours, tags }: RollUp): readonly Sample[] {
  const labelOf = remembered(labelValue);
  const totals: Sums = new Map();
  for (const row of hours) {
    for (const outcome of OUTCOMES) addTo(totals, labelOf(row.agent), row[outcome]);
  }
  for (const { agent, count } of tags) addTo(totals, labelOf(agent), count);
  const kept = largest(totals, MOST_AGENTS);
  const named = (agent: string): string => (kept.has(labelOf(agent)) ? labelOf(agent) : OTHER);

  const decided = new Map<string, Sums>();
  for (const row of hours) {
    const sums = of(decided, named(row.agent));
    for (const outcome of OUTCOMES) addTo(sums, outcome, row[outcome]);
  }
  const rejected = new Map<string, Sums>();
  for (const { agent, tag, count } of tags) addTo(of(rejected, named(agent)), labelOf(tag), count);

  return [
    ...[...rejected].flatMap(([agent, sums]) =>
      [...boundSums(sums, MOST_TAGS)].map(([tag, count]) =>
        sample("emend_rejections_last_day", count, { agent, tag }),
      ),
    ),
    ...[...decided].flatMap(([agent, sums]) => decisions(agent, sums)),
  ];
}

function decisions(agent: string, sums: Sums): readonly Sample[] {
  const [clean = 0, changed = 0, rejected = 0] = OUTCOMES.map((outcome) => sums.get(outcome) ?? 0);
  const all = clean + changed + rejected;
  if (all === 0) return [];
  return [
    ...OUTCOMES.map((outcome) =>
      sample("emend_decisions_last_day", sums.get(outcome) ?? 0, { agent, outcome }),
    ),
    sample("emend_approval_ratio", (clean + changed) / all, { agent }),
  ];
}

/** The same names come in every hour. */
function remembered(make: (name: string) => string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const label = make(name);
    made.set(name, label);
    return label;
  };
}

function of(map: Map<string, Sums>, name: string): Sums {
  const sums = map.get(name) ?? new Map<string, number>();
  map.set(name, sums);
  return sums;
}
