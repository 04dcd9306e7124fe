import { textLines } from "../change/text-lines.ts";
import { splitFences } from "../markdown/split-fences.ts";
import { clipText } from "../text/bounded-text.ts";
import type { Correction } from "./feedback.ts";
import { MAX_DIFF, MAX_SUMMARY } from "./limits.ts";
import { summariseDiff } from "./summarise-diff.ts";

export interface SuggestionPlace {
  readonly path: string | undefined;
  /** The lines that the comment is on, as its hunk numbers them. */
  readonly line: number | undefined;
  readonly startLine: number | undefined;
  /** The part of the change up to the commented line. */
  readonly hunk: string | undefined;
}

/**
 * The change that a comment's first suggestion block asks for. It is a diff where the hunk still shows the
 * lines to be replaced; otherwise only the new lines are known.
 */
export function suggestedCorrection(body: string, place: SuggestionPlace): Correction | undefined {
  const lines = firstSuggestion(body);
  if (lines === undefined) return undefined;
  const diff = toDiff(lines, place);
  if (diff !== undefined && diff.length <= MAX_DIFF) return { diff, summary: summariseDiff(diff) };
  const words = lines.map((line) => line.trim()).filter((line) => line !== "");
  return {
    summary: clipText(words.length === 0 ? "take the lines out" : `+ ${words.join(" | ")}`, MAX_SUMMARY),
  };
}

/** A fence that is never closed may have lost its end, so it asks for nothing. */
function firstSuggestion(body: string): readonly string[] | undefined {
  if (!body.includes("suggestion")) return undefined;
  return splitFences(body).find(
    (part) => part.kind === "code" && part.closed && /^suggestion\b/.test(part.info),
  )?.lines;
}

function toDiff(lines: readonly string[], place: SuggestionPlace): string | undefined {
  const { path, line, hunk } = place;
  if (path === undefined || line === undefined || hunk === undefined) return undefined;
  const start = Math.min(place.startLine ?? line, line);
  const old = lastNewLines(hunk, line - start + 1);
  if (old === undefined) return undefined;
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${start},${old.length} +${start},${lines.length} @@`,
    ...old.map((text) => `-${text}`),
    ...lines.map((text) => `+${text}`),
    "",
  ].join("\n");
}

function lastNewLines(hunk: string, count: number): readonly string[] | undefined {
  const shown = [...textLines(hunk)].slice(1).filter((line) => line[0] !== "-" && line[0] !== "\\");
  return shown.length < count ? undefined : shown.slice(-count).map((line) => line.slice(1));
}
