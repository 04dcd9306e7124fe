import { cachedRollUps } from "../../app/pattern/roll-up-cache.ts";
import { windowOf } from "../../core/pattern/pattern-window.ts";
import type { RollUpBook } from "../../core/pattern/roll-up.ts";
import { addHours, countHours } from "../../core/pattern/tally-rows.ts";
import { noWork } from "../../core/pattern/work-counts.ts";
import { hourNumber } from "../../core/time/hours.ts";
import { labelValue, OTHER } from "./label-value.ts";
import { type Sample, sample } from "./reading.ts";
import { addTo, boundSums, largest, type Sums } from "./sum-up.ts";

const MOST_AGENTS = 100;
const MOST_TAGS = 20;

const OUTCOMES = ["approved", "approved_with_changes", "rejected"] as const;

type RollUpSource = Parameters<typeof cachedRollUps>[0];

/** What became of each agent's work in the last 24 hours, from the roll-ups that the server keeps in memory. */
export async function readWork(feedback: RollUpSource, now: string): Promise<readonly Sample[]> {
  const window = windowOf(now, 24);
  if (!window.ok) throw new Error(window.error.message);
  const { from, to } = window.value;
  return workSamples(await cachedRollUps(feedback).read({ from, to }), hourNumber(from)!, hourNumber(to)!);
}

/** The agents with the most decided work and rejections have their own labels; the others share one. */
function workSamples(book: RollUpBook, from: number, end: number): readonly Sample[] {
  const labelOf = remembered(labelValue);
  const decided = new Map<string, Sums>();
  const rejected = new Map<string, Sums>();
  const totals: Sums = new Map();
  for (const [agent, { work, tags }] of book) {
    const label = labelOf(agent);
    const counts = noWork();
    addHours(counts, work, from, end);
    for (const outcome of OUTCOMES) {
      if (counts[outcome] === 0) continue;
      addTo(of(decided, label), outcome, counts[outcome]);
      addTo(totals, label, counts[outcome]);
    }
    for (const [tag, list] of tags) {
      const count = countHours(list, from, end);
      if (count === 0) continue;
      addTo(of(rejected, label), labelOf(tag), count);
      addTo(totals, label, count);
    }
  }
  const kept = largest(totals, MOST_AGENTS);
  return [
    ...[...underKept(rejected, kept)].flatMap(([agent, sums]) =>
      [...boundSums(sums, MOST_TAGS)].map(([tag, count]) =>
        sample("emend_rejections_last_day", count, { agent, tag }),
      ),
    ),
    ...[...underKept(decided, kept)].flatMap(([agent, sums]) => decisions(agent, sums)),
  ];
}

/** The sums of all that are not kept, added up under one label. */
function underKept(all: ReadonlyMap<string, Sums>, kept: ReadonlySet<string>): ReadonlyMap<string, Sums> {
  const bounded = new Map<string, Sums>();
  for (const [agent, sums] of all) {
    const into = of(bounded, kept.has(agent) ? agent : OTHER);
    for (const [name, count] of sums) addTo(into, name, count);
  }
  return bounded;
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
