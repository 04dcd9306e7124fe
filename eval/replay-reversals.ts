/**
 * Compares approvals that people took back later with what a replay of the records before each approval said.
 *
 *   node eval/replay-reversals.ts STORE ...
 *
 * A store is an SQLite file. It is only read. Approvals of the last 14 days are left out, because people may still take
 * them back.
 */
import { openEmend } from "../src/compose/open-emend.ts";
import {
  compareReversals,
  pastApprovals,
  type ReplayedApproval,
} from "../src/core/replay/compare-reversals.ts";
import { speaksAgainst } from "../src/core/replay/replay.ts";
import { daysAfter } from "../src/core/time/time.ts";

const SETTLED_DAYS = 14;
const PAGE = 500;

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("expected the files of stores: node eval/replay-reversals.ts STORE ...");
  process.exit(2);
}

console.log(
  "| store | approvals | taken back | replay spoke against | of those taken back | of those kept |",
);
console.log("|---|---|---|---|---|---|");
for (const file of files) {
  const approvals = await replayApprovals(file);
  const { reversed, kept } = compareReversals(approvals);
  const back = reversed.warned + reversed.silent;
  const stayed = kept.warned + kept.silent;
  const cells = [
    file.split("/").at(-2) ?? file,
    approvals.length,
    back,
    reversed.warned + kept.warned,
    `${reversed.warned} of ${back}`,
    `${kept.warned} of ${stayed}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

async function replayApprovals(file: string): Promise<readonly ReplayedApproval[]> {
  const emend = await openEmend({ store: file });
  const found: ReplayedApproval[] = [];
  try {
    const settled = daysAfter(await newest(emend), -SETTLED_DAYS);
    for (let after: string | undefined, more = true; more;) {
      const page = await emend.store.rules.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
      for (const approval of page.items.flatMap(pastApprovals)) {
        if (approval.at > settled) continue;
        const replay = await emend.rules.replay(approval.rule_id, {
          version: approval.version,
          until: approval.at,
        });
        const warned = replay !== undefined && speaksAgainst(replay);
        found.push({ reversed: approval.reversed !== null, warned });
      }
      after = page.next;
      more = after !== undefined;
    }
  } finally {
    await emend.close();
  }
  return found;
}

/** The time of the newest record, which is the end of the history. */
async function newest({ store }: Awaited<ReturnType<typeof openEmend>>): Promise<string> {
  return (await store.feedback.list({ limit: 1 })).items[0]?.time ?? new Date().toISOString();
}
