import { defined } from "../defined.ts";
import type { TargetLocation } from "./feedback.ts";

/** A place by its lines; an end before its start is taken as no end. */
export function targetLines(
  line: number | undefined,
  endLine?: number,
  side?: "old",
): { readonly location?: TargetLocation } {
  if (line === undefined) return {};
  const end = endLine !== undefined && endLine >= line ? endLine : line;
  return { location: { type: "lines", line, end_line: end, ...defined({ side }) } };
}
