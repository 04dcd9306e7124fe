/**
 * Says what learning from past reviews would have saved: learns from the older 70 % of a repository's corrections and
 * counts how many of the later 30 % the proposed rules are about.
 *
 *   node eval/back-test.ts [--proposals] FILE ...
 *
 * A file is what `gh api --paginate repos/OWNER/REPO/pulls/comments` prints. `--proposals` also prints each proposed rule,
 * and what recurs without one, with the remarks behind it and the later ones that it covers, for a person to judge.
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { learnFromHistory, type LearnedHistory } from "../src/app/learn/learn-from-history.ts";
import { findReviewCorrections } from "../src/app/learn/read-reviews.ts";
import { draftConvention } from "../src/app/rule/draft-convention.ts";
import { draftRule } from "../src/app/rule/draft-rule.ts";
import type { RecurringCorrection } from "../src/core/correction/learn-report.ts";
import type { PastCorrection } from "../src/core/correction/past-correction.ts";
import { reviewsFromFile } from "../src/core/correction/reviews-from-file.ts";
import { safeLine } from "../src/cli/terminal/safe-text.ts";
import { createLocalCatalogue } from "../src/drivers/catalogue/local-catalogue.ts";
import { loadCatalogueMap } from "../src/drivers/catalogue/load-catalogue-map.ts";
import { createOwnEntriesFile } from "../src/drivers/catalogue/own-entries-file.ts";
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../src/drivers/judge/built-in-judge.ts";
import { openTranscripts } from "../src/drivers/transcripts/open-transcripts.ts";
import { percent } from "./figures.ts";

const OLDER = 0.7;
const MAX_QUOTES = 6;
const MAX_QUOTE = 200;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { proposals: { type: "boolean", default: false } },
});
if (positionals.length === 0) {
  console.error("expected files of review comments: node eval/back-test.ts [--proposals] FILE ...");
  process.exit(2);
}

const learn = openLearn();
console.log(
  "| history | comments | corrections, older / later | what recurs | rules | rules per 100 comments | later ones in a group | later ones a rule is about |",
);
console.log("|---|---|---|---|---|---|---|---|");
const shown: string[] = [];
for (const file of positionals) {
  const { row, proposals } = await backTest(file);
  console.log(row);
  shown.push(...proposals);
}
if (options.proposals) for (const line of shown) console.log(line);

function openLearn(): ReturnType<typeof learnFromHistory> {
  const embedder = createLocalEmbedder();
  const catalogue = createLocalCatalogue({
    own: createOwnEntriesFile({ file: join(tmpdir(), "no-own-entries", "none.jsonl") }),
    embedder,
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  return learnFromHistory({
    transcripts: openTranscripts({ env: {}, home: tmpdir() }),
    embedder,
    judge: createBuiltInJudge(loadCatalogueMap(embedder.name)),
    draft: draftRule({ catalogue, mayJoin: false }),
    draftConvention: draftConvention(catalogue),
  });
}

async function backTest(
  file: string,
): Promise<{ readonly row: string; readonly proposals: readonly string[] }> {
  const name = basename(file, ".json");
  const { pulls } = reviewsFromFile(readFileSync(file, "utf8"));
  const { corrections, remarks } = findReviewCorrections(pulls, { project: name });
  const ordered = corrections
    .filter(({ time, remark }) => time !== undefined && remark !== "")
    .toSorted((a, b) => a.time!.localeCompare(b.time!));
  const split = Math.floor(ordered.length * OLDER);
  const [older, later] = [ordered.slice(0, split), ordered.slice(split)];
  const { report } = await learn({ files: [], corrections: older, rules: [] });
  const proposed = report.recurring.filter(({ rule }) => rule !== null);
  const covered = await coveredBy(proposed, later);
  const all = await learn({ files: [], corrections: ordered, rules: [], worded: 0 });
  const grouped = all.report.backTest?.covered ?? 0;
  const about = new Set([...covered.values()].flat()).size;
  const cells = [
    name.replace("+", "/"),
    remarks,
    `${older.length} / ${later.length}`,
    report.recurring.length,
    proposed.length,
    ((100 * proposed.length) / (remarks * OLDER)).toFixed(1),
    `${grouped} (${percent(grouped / later.length)})`,
    `${about} (${percent(about / later.length)})`,
  ];
  return {
    row: `| ${cells.join(" | ")} |`,
    proposals: [
      ...proposed.flatMap((one, at) => describe(`${name} ${at + 1}`, one, covered.get(at) ?? [])),
      ...report.recurring
        .filter(({ rule }) => rule === null)
        .flatMap((one, at) => describe(`${name}, to be worded ${at + 1}`, one, [])),
    ],
  };
}

/** The later corrections that each rule is about, by the position of the rule. */
async function coveredBy(
  proposed: readonly RecurringCorrection[],
  later: readonly PastCorrection[],
): Promise<ReadonlyMap<number, readonly PastCorrection[]>> {
  const rules = proposed.map(({ rule }, at) => ({ file: "proposed", line: at, text: rule! }));
  const { report }: LearnedHistory = await learn({ files: [], corrections: later, rules, worded: 0 });
  return new Map(report.notFollowed.map(({ rule, corrections }) => [rule.line, corrections]));
}

function describe(
  name: string,
  { rule, typical, members }: RecurringCorrection,
  covered: readonly PastCorrection[],
): readonly string[] {
  const quote = ({ remark }: PastCorrection): string => safeLine(remark.slice(0, MAX_QUOTE));
  return [
    `\n${name}: ${safeLine(rule ?? typical?.remark ?? "(no words)")}`,
    ...members.slice(0, MAX_QUOTES).map((each) => `  older (${members.length}): ${quote(each)}`),
    ...covered.slice(0, MAX_QUOTES).map((each) => `  later (${covered.length}): ${quote(each)}`),
  ];
}
