// Scores the detector, the lint and the relation of rules on labelled JSONL: npm run eval [-- PATH ...] [--worst N]
import { parseArgs } from "node:util";
import { readLabelled } from "./labelled.ts";
import { scoreDetector } from "./score-detector.ts";
import { scoreLint } from "./score-lint.ts";
import { readRulePairs, scoreRules } from "./score-rules.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: "string", default: "5" } },
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
  let pairFiles = 0;
  for (const file of passedOver) {
    const pairs = readRulePairs(file);
    if (pairs === undefined) {
      console.log(`\npassed over ${file}: its labels belong to no task scored here`);
      continue;
    }
    pairFiles += 1;
    console.log(`\nrules  ${file} (${pairs.length})`);
    console.log(
      scoreRules(pairs, Number(values.worst))
        .map((line) => `  ${line}`)
        .join("\n"),
    );
  }
  if (files.length + pairFiles === 0) {
    console.error(
      `no labelled texts below ${path}: expected .jsonl files of {"id", "text", "label"}, where label is a signal type or "none", or "actionable" or "vague"; or of {"id", "a", "b", "label"}, where label is conflict, duplicate or independent`,
    );
    process.exitCode = 2;
  }
}
