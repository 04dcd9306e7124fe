import type { DraftRemark } from "./draft.ts";
import labels from "./rule-labels.json" with { type: "json" };

const EXTENSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(labels).map(([label, list]) => [label, new Set(list.split(" "))]),
);

/** Whether a known rule such as "C#: dispose with `using`" is of another language than the files the remarks are about. */
export function isOfOtherFiles(rule: string, remarks: readonly DraftRemark[]): boolean {
  const label = rule.includes(": ") ? rule.slice(0, rule.indexOf(": ")) : "";
  const extensions = EXTENSIONS.get(label);
  if (extensions === undefined) return false;
  const files = remarks.flatMap(({ path }) =>
    path === undefined ? [] : [path.slice(path.lastIndexOf(".") + 1)],
  );
  return files.length > 0 && !files.some((file) => extensions.has(file.toLowerCase()));
}
