import { withUnit } from "../components/time.tsx";
import type { Listed } from "./submission-queries.ts";

function bytes(n: number): string {
  if (n < 1_000) return withUnit(n, "B");
  const [value, unit] = n < 1_000_000 ? [n / 1_000, "kB"] : [n / 1_000_000, "MB"];
  return withUnit(value < 10 ? value.toFixed(1) : Math.round(value), unit);
}

const FORMATS = { text: "text", markdown: "Markdown", diff: "diff" } as const;

export function describeWork({ format, output_bytes, files, task }: Listed): string {
  const [first, ...others] = files ?? [];
  const name = first?.split("/").at(-1);
  return [
    ...(task === undefined ? [] : [task]),
    FORMATS[format],
    bytes(output_bytes),
    ...(name === undefined ? [] : [others.length === 0 ? name : `${name} and ${others.length} more`]),
  ].join(", ");
}

export const OUTCOMES = {
  approved: { word: "approved", mark: "stet" },
  rejected: { word: "rejected", mark: "dele" },
  approved_with_changes: { word: "approved with changes", mark: "caret" },
} as const;
