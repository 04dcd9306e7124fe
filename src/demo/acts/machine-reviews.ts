import { hours, isWeekend, midnights } from "../calendar.ts";
import { must } from "../demo-world.ts";
import { createDeck, fill } from "../random.ts";
import type { Stage } from "../stage.ts";
import { CODE, type CodePlace, type FindingText, FINDINGS } from "../story.ts";
import type { Versions, VersionPair } from "./rollouts.ts";

const REVIEWS_PER_DAY = 6;
const WEEKEND = 0.2;
/** How often answers asked for in a prompt version name a file that was not changed, or cannot be read at all. */
const FAULTS: Readonly<Record<string, { readonly strays: number; readonly broken: number }>> = {
  "1.0": { strays: 0.05, broken: 0.02 },
  "1.1": { strays: 0.01, broken: 0.01 },
  "1.2": { strays: 0.05, broken: 0.45 },
  "1.3": { strays: 0.13, broken: 0.02 },
};
const MOST = { strays: 0.13, broken: 0.45 };
/** How many answers are also kept as feedback on the work, each finding once. */
const KEPT = 0.2;
const FENCED = 0.15;

/** Reviews by a machine, each asked for in the version that a rollout gives it; its raw answer is checked by Emend. */
export function planReviews(stage: Stage, versions: Versions): void {
  const { calendar, agenda } = stage;
  const random = stage.random("machine reviews");
  const findings = createDeck(FINDINGS, random);
  const kept = new Set<string>();
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
    const { version, assignment_id: assignment } = await versions.of(`acme/shop#${3_000 + at}`);
    const place = random.pick(CODE.places);
    const found = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => ({
      ...findings(),
      line: random.whole(5, 120),
      chance: random.next(),
    }));
    const chance = { breaks: random.next(), fences: random.next(), keeps: random.next() };
    const raw = answerOf(version, place, found, chance);
    const asked = { raw, changed_files: [place.file], config: version };
    const counted = assignment === undefined ? asked : { ...asked, assignment };
    await must(stage.as("lint-owl")("POST", "/reviews", counted));
    // Which version a review gets is chance that no seed rules, so only what any version answers well is kept.
    const isSound = chance.breaks > MOST.broken && found.every((each) => each.chance > MOST.strays);
    if (!isSound || chance.keeps > KEPT || found.some(({ title }) => kept.has(title))) return;
    for (const { title } of found) kept.add(title);
    const record = { agent: "rio", task: `acme/shop#${3_000 + at}`, reviewer: "lint-owl" };
    await must(stage.admin("POST", "/reviews", { ...asked, count: false, record }));
  }
}

interface Found extends FindingText {
  readonly line: number;
  /** Whether it is about another file, by the version's rate. */
  readonly chance: number;
}

function answerOf(
  version: VersionPair,
  place: CodePlace,
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
    file: drawn < strays ? "src/unrelated/index.ts" : place.file,
    message: fill(message, { ...place }),
  }));
  const answer = JSON.stringify({ ...version, findings: found });
  return chance.fences < FENCED ? `Here is the review:\n\n\`\`\`json\n${answer}\n\`\`\`\n` : answer;
}
