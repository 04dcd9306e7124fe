import { hours, isWeekend, midnights, minutes } from "../calendar.ts";
import { type DemoAgent, AGENTS } from "../story.ts";
import type { Stage } from "../stage.ts";
import { createRuns, type Runs } from "./runs.ts";

/** The share of a normal day's work. */
const WEEKEND = 0.2;
/** The shop's busy season. */
const SEASON = { from: 47, factor: 1.7 };
const FIRST_HOUR = 8;
const LAST_HOUR = 16.5;
/** Later runs could not be decided before the end of the story. */
const LAST_MINUTES = 50;

export function planWorkDays(stage: Stage): ReadonlyMap<string, Runs> {
  return new Map(AGENTS.map((agent) => [agent.name, planAgent(agent, stage)]));
}

function planAgent(agent: DemoAgent, stage: Stage): Runs {
  const { calendar, agenda } = stage;
  const random = stage.random(`days of ${agent.name}`);
  const runs = createRuns(agent, stage);
  const first = calendar.at(agent.from);
  let due = random.next();
  for (const midnight of midnights(calendar)) {
    const season = calendar.dayAt(midnight) >= SEASON.from ? SEASON.factor : 1;
    due += agent.runsPerDay * calendar.pace * season * (isWeekend(midnight) ? WEEKEND : 1);
    for (; due >= 1; due -= 1) {
      const time = midnight + hours(FIRST_HOUR + random.next() * (LAST_HOUR - FIRST_HOUR));
      if (time <= first || time > calendar.present - minutes(LAST_MINUTES)) continue;
      agenda.add(Math.round(time), () => runs.begin());
    }
  }
  return runs;
}
