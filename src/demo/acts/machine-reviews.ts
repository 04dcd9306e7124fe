import { hours, isWeekend, midnights } from "../calendar.ts";
import { must } from "../demo-world.ts";
import { createDeck, fill } from "../random.ts";
import type { Stage } from "../stage.ts";
import { CODE, type CodeLocation, type FindingText, FINDINGS } from "../story.ts";
import type { Versions, ReviewVersion } from "./rollouts.ts";

const REVIEWS_PER_DAY = 6;
const WEEKEND = 0.2;
/** By prompt version, how often a finding names an unchanged file, and how often an answer is unreadable. */
const FAULTS: Readonly<Record<string, { readonly strays: number; readonly broken: number }>> = {
  "1.0": { strays: 0.05, broken: 0.02 },
  "1.1": { strays: 0.01, broken: 0.01 },
  "1.2": { strays: 0.05, broken: 0.45 },
  "1.3": { strays: 0.13, broken: 0.02 },
};
const MAX_FAULTS = { strays: 0.13, broken: 0.45 };
/** The share of answers that are also recorded as feedback. */
const RECORDED = 0.2;
/** The share of answers in a Markdown code fence. */
const FENCED = 0.15;

/** Machine reviews, each with the version that a rollout assigns. Emend checks the raw answers. */
export function planReviews(stage: Stage, versions: Versions): void {
  const { calendar, agenda } = stage;
  const random = stage.random("machine reviews");
  const findings = createDeck(FINDINGS, random);
  const recorded = new Set<string>();
  let due = 0;
  let number = 0;
  for (const midnight of midnights(calendar)) {
    due += REVIEWS_PER_DAY * calendar.pace * (isWeekend(midnight) ? WEEKEND : 1);
    for (; due >= 1; due -= 1) {
      const time = Math.round(midnight + hours(7.5 + random.next() * 10));
      if (time <= calendar.at(8) || time > calendar.present) continue;
      agenda.add(time, () => review((number += 1)));
    }
  }

  async function review(at: number): Promise<void> {
    const { version, assignment_id: assignment } = await versions.assign(`acme/shop#${3_000 + at}`);
    const location = random.pick(CODE.locations);
    const found = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => ({
      ...findings(),
      line: random.integer(5, 120),
      chance: random.next(),
    }));
    const chance = { breaks: random.next(), fences: random.next(), records: random.next() };
    const raw = answerOf(version, location, found, chance);
    const body = { raw, changed_files: [location.file], config: version };
    const assigned = assignment === undefined ? body : { ...body, assignment };
    await must(stage.as("lint-owl")("POST", "/reviews", assigned));
    // The assigned version does not depend on the seed, so only answers that are valid in every version are recorded.
    const isSound =
      chance.breaks > MAX_FAULTS.broken && found.every((each) => each.chance > MAX_FAULTS.strays);
    if (!isSound || chance.records > RECORDED || found.some(({ title }) => recorded.has(title))) return;
    for (const { title } of found) recorded.add(title);
    const record = { agent: "rio", task: `acme/shop#${3_000 + at}`, reviewer: "lint-owl" };
    await must(stage.admin("POST", "/reviews", { ...body, count: false, record }));
  }
}

interface Found extends FindingText {
  readonly line: number;
  /** Compared with the version's rate of findings in unchanged files. */
  readonly chance: number;
}

function answerOf(
  version: ReviewVersion,
  location: CodeLocation,
  findings: readonly Found[],
  chance: { readonly breaks: number; readonly fences: number },
): string {
  const { strays, broken } = FAULTS[version.prompt_version] ?? { strays: 0, broken: 0 };
  if (chance.breaks < broken) {
    return "I could not find the files of this change, so there is nothing to report.";
  }
  const found = findings.map(({ chance: drawn, message, ...finding }, at) => ({
    id: `F${at + 1}`,
    ...finding,
    file: drawn < strays ? "src/unrelated/index.ts" : location.file,
    message: fill(message, { ...location }),
  }));
  const answer = JSON.stringify({ ...version, findings: found });
  return chance.fences < FENCED ? `Here is the review:\n\n\`\`\`json\n${answer}\n\`\`\`\n` : answer;
}
