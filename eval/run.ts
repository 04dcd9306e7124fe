// Scores the wording of rules, checks of prose and code, the detector, the lint, the relation of rules and the judge on labelled JSONL: npm run eval [-- PATH ...] [--worst N] [--plot]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { heldOutPairs, isHeldOut, readHeldOut } from "./held-out.ts";
import { plotReliability } from "./plot-reliability.ts";
import { readLabelled } from "./labelled.ts";
import { readCheckCases, scoreChecks } from "./score-checks.ts";
import { scoreDetector } from "./score-detector.ts";
import { scoreLint } from "./score-lint.ts";
import { readClusters, scoreClusters } from "./score-clusters.ts";
import { judgePairs, readRemarkPairs, scorePairs } from "./score-pairs.ts";
import { readRulePairs, scoreRules } from "./score-rules.ts";
import { readWordingCases, scoreWording } from "./score-wording.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: "string", default: "5" }, plot: { type: "boolean", default: false } },
});
const paths = positionals.length === 0 ? ["eval/sets"] : positionals;

for (const path of paths) {
  const { files, passedOver } = readLabelled(path);
  for (const { file, task, rows } of files) {
    console.log(`\n${task === "detector" ? "detector" : "lint"}  ${file} (${rows.length})`);
    const lines =
      task === "detector" ? scoreDetector(rows, Number(values.worst)) : scoreLint(rows, Number(values.worst));
    console.log(lines.map((line) => `  ${line}`).join("\n"));
  }
  let scored = files.length;
  for (const file of passedOver) {
    const lines = await scoreOther(file);
    if (lines === undefined) {
      console.log(`\npassed over ${file}: its labels belong to no task scored here`);
      continue;
    }
    scored += 1;
    console.log(lines.join("\n  "));
  }
  if (scored === 0) {
    console.error(
      `no labelled texts below ${path}: expected .jsonl files of {"id", "text", "label"}, where label is a signal type or "none", or "actionable" or "vague"; or of {"id", "a", "b", "label"}, where label is conflict, duplicate or independent for rules, and same, related or different for remarks; or of {"id", "text", "cluster"}; or of {"id", "kind", "remarks", "gold", "must", "must_not", "reversed", "answer"} for wording; or of {"id", "description", "corrections", "bad", "good"} for checks`,
    );
    process.exitCode = 2;
  }
}

if (positionals.length === 0) {
  const mistakes = readHeldOut();
  const pairs = heldOutPairs(mistakes);
  const judged = await judgePairs(pairs, (id) => !isHeldOut(id));
  const lines = scorePairs(judged, Number(values.worst));
  console.log(
    [`\npairs  ${mistakes.length} mistakes held out of training (${pairs.length})`, ...lines].join("\n  "),
  );
  if (values.plot) {
    writeFileSync(new URL("../docs/pictures/reliability.svg", import.meta.url), plotReliability(judged));
  }
}

/** Files of pairs and clusters, as lines to print. */
async function scoreOther(file: string): Promise<readonly string[] | undefined> {
  const worst = Number(values.worst);
  const cases = readWordingCases(file);
  if (cases !== undefined)
    return [`\nwording  ${file} (${cases.length})`, ...(await scoreWording(cases, worst))];
  const checks = readCheckCases(file);
  if (checks !== undefined)
    return [`\nchecks  ${file} (${checks.length})`, ...(await scoreChecks(checks, worst))];
  const rules = readRulePairs(file);
  if (rules !== undefined) return [`\nrules  ${file} (${rules.length})`, ...(await scoreRules(rules, worst))];
  const pairs = readRemarkPairs(file);
  if (pairs !== undefined)
    return [`\npairs  ${file} (${pairs.length})`, ...scorePairs(await judgePairs(pairs), worst)];
  const remarks = readClusters(file);
  if (remarks !== undefined)
    return [`\nclusters  ${file} (${remarks.length})`, ...(await scoreClusters(remarks))];
  return undefined;
}
