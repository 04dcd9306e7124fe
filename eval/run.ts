// Scores the detector and the lint on labelled JSONL: npm run eval [-- PATH ...] [--worst N]
import { parseArgs } from "node:util";
import { readLabelled } from "./labelled.ts";
import { scoreDetector } from "./score-detector.ts";
import { scoreLint } from "./score-lint.ts";

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
  for (const file of passedOver)
    console.log(`\npassed over ${file}: its labels belong to no task scored here`);
  if (files.length === 0) {
    console.error(
      `no labelled texts below ${path}: expected .jsonl files of {"id", "text", "label"}, where label is a signal type or "none", or "actionable" or "vague"`,
    );
    process.exitCode = 2;
  }
}
