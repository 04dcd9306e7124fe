import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readObjects } from "./read-rows.ts";

/** One labelled text; what the label may be depends on the task. */
export interface Labelled {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  /** A second answer that counts as right. */
  readonly secondary?: string;
  readonly kind?: "tool_output" | "user_message";
  /** Where the text comes from; figures are also given by source, so that no single one carries them. */
  readonly source?: string;
}

export interface LabelledFile {
  readonly file: string;
  readonly task: "detector" | "lint";
  readonly rows: readonly Labelled[];
}

const DETECTOR_LABELS: ReadonlySet<string> = new Set([
  "runtime_error",
  "verification_failure",
  "user_rejection",
  "partial_success",
  "none",
]);
const LINT_LABELS: ReadonlySet<string> = new Set(["actionable", "vague"]);

/** Every .jsonl below a path whose labels belong to a task we score; others are passed over and named. */
export function readLabelled(path: string): {
  files: readonly LabelledFile[];
  passedOver: readonly string[];
} {
  const names = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".jsonl"))
        .toSorted()
        .map((name) => join(path, name))
    : [path];
  const files: LabelledFile[] = [];
  const passedOver: string[] = [];
  for (const file of names) {
    const rows = labelledIn(file);
    const labels = new Set(rows.map((row) => row.label));
    const task = fits(labels, DETECTOR_LABELS) ? "detector" : fits(labels, LINT_LABELS) ? "lint" : undefined;
    if (task === undefined) passedOver.push(file);
    else files.push({ file, task, rows });
  }
  return { files, passedOver };
}

function fits(labels: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return labels.size > 0 && [...labels].every((label) => known.has(label));
}

const labelledIn = (file: string): readonly Labelled[] =>
  readObjects<Labelled>(file).map((row, position) => ({
    ...row,
    id: row.id ?? String(position + 1),
    text: row.text ?? "",
    label: row.label ?? "",
  }));
