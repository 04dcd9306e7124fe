import { hours, minutes } from "../calendar.ts";
import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { WAITING_WORK } from "../story.ts";
import type { Runs } from "./runs.ts";

/** Hours before the end at which the promised dates recur, which raises an alert. */
const BURST_HOURS = [5, 3.6, 2.2, 1.4];

/** The last hours: a burst of one mistake, a withdrawn submission, and work that is still waiting. */
export function planLastDay(stage: Stage, runs: ReadonlyMap<string, Runs>): void {
  const { agenda, calendar, as } = stage;
  for (const before of BURST_HOURS) {
    agenda.add(calendar.present - hours(before), () =>
      runs.get("support-drafts")!.begin({ theme: "promised_date" }),
    );
  }
  agenda.add(calendar.present - hours(20), async () => {
    const work = {
      gate: "Before publish",
      title: "Release notes 4.6.2",
      output: "## 4.6.2\n\n- To be written.\n",
    };
    const { id } = await must<{ readonly id: string }>(
      as("herald")("POST", "/submissions", { ...work, format: "markdown" }),
    );
    const reason = "The release was postponed. The notes will come with 4.7.";
    await must(as("herald")("POST", `/submissions/${id}/withdraw`, { reason }));
  });
  for (const { agent, minutes: before, ...work } of WAITING_WORK) {
    agenda.add(calendar.present - minutes(before), async () => {
      await must(as(agent)("POST", "/submissions", { ...work, id: `waiting-${before}` }));
    });
  }
}
