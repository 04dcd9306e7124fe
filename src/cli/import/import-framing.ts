import type { ImportFormat } from "./import.ts";

/** How entries lie in an input. */
export type ImportFraming = "lines" | "values";

/**
 * Told from the beginning of an input. Lines are preferred, because a broken one does not hide those behind
 * it; a list, or an object spread over several lines, can only be read value by value.
 */
export function framingOf(head: string, format: ImportFormat | undefined): ImportFraming {
  if (format === "sarif") return "values";
  const text = head.trimStart();
  if (text.startsWith("[")) return "values";
  const end = text.indexOf("\n");
  if (!text.startsWith("{")) return "lines";
  if (end < 0) return isSarifHead(text) ? "values" : "lines";
  const last = text.slice(0, end).trimEnd().at(-1);
  if (last === "[") return "values";
  // A line that was cut off may end like this too, and is followed by another object.
  const next = text.slice(end).trimStart().at(0);
  return (last === "{" || last === ",") && (next === '"' || next === "}") ? "values" : "lines";
}

/** A log on one line, which may be longer than any line of JSONL. */
function isSarifHead(text: string): boolean {
  const words = ['"runs"', '"$schema"', "sarif"];
  return words.some((word) => text.slice(0, 2_000).includes(word));
}
