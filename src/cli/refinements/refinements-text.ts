import { promptDiff } from "../../core/diff/unified-diff.ts";
import type { NextOutcome, RefinementRecord, ActionSummary } from "../../core/prompt/refinement-record.ts";
import { renderColumns } from "../../core/text/render-columns.ts";
import type { FollowedRefinement } from "../../ports/iteration-store.ts";
import { cut, field, minuteOf, shortId } from "../terminal/plain-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";

type Entry = RefinementRecord & FollowedRefinement;

const heard = (next: NextOutcome | null): string => next?.heard ?? "nothing yet";

const placeText = ({ agent, session, run }: Entry): string =>
  [
    ...(agent === undefined ? [] : [agent]),
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(run === undefined ? [] : [`run ${run}`]),
  ].join(", ");

export function renderRefinements(entries: readonly Entry[], width: number): string {
  return entries
    .map((entry) => {
      const place = placeText(entry);
      const head = `${shortId(entry.id)}  ${minuteOf(entry.timestamp)}  ${entry.feedback_type}  score ${entry.score_before} → ${entry.score_after}`;
      return [
        `${head}${place === "" ? "" : `  ${cut(place, 60)}`}\n`,
        `  feedback  ${cut(entry.feedback_signal, Math.max(20, width - 12))}\n`,
        `  applied   ${entry.actions_applied.join(", ")}\n`,
        `  next      ${heard(entry.next)}\n`,
      ].join("");
    })
    .join("");
}

export function renderRefinement(entry: Entry, width: number): string {
  const { next } = entry;
  const place = placeText(entry);
  return [
    field("id", entry.id, width),
    field("time", `${entry.timestamp}, by ${entry.recorded_by}`, width),
    place === "" ? "" : field("of", place, width),
    field("heard", `${entry.feedback_type}: ${entry.feedback_signal}`, width),
    field("applied", entry.actions_applied.join(", "), width),
    field(
      "score",
      `${entry.score_before} → ${entry.score_after} of 10${entry.success ? ", the target" : ""}; iteration ${entry.iteration}`,
      width,
    ),
    field("next", next === null ? "no outcome yet" : `${next.heard} at ${next.at} (${next.id})`, width),
    "\n",
    safeText(promptDiff(entry.original_prompt, entry.refined_prompt)),
  ].join("");
}

/** One line for each type and action. */
export function renderSummary(actions: readonly ActionSummary[], width: number): string {
  const rows = actions.map(
    ({ feedback_type, action, entries, successes, score_before, score_after, next }) => {
      const { approved, approved_with_changes: changed, claimed_approved: claimed, remark, unknown } = next;
      const claimedChanged = next.claimed_approved_with_changes;
      const all = Object.values(next).reduce((sum, count) => sum + count, 0);
      const known = approved + changed + claimed + claimedChanged + remark + unknown;
      return [
        feedback_type,
        action,
        String(entries),
        `${score_before} → ${score_after}`,
        String(successes),
        `${approved + claimed}`,
        `${changed + claimedChanged}`,
        `${all - known}`,
        String(remark),
        String(unknown),
      ];
    },
  );
  const titles = ["TYPE", "ACTION", "TIMES", "SCORE", "TARGET", "OK", "CHANGED", "FAIL", "REMARK", "?"];
  const columns = titles.map((title, at) => ({
    title,
    align: at < 2 ? ("left" as const) : ("right" as const),
    cells: rows.map((row) => safeLine(row[at] ?? "")),
    leaves: 0,
  }));
  return `${renderColumns(columns, Math.max(width, 100), "…").join("\n")}\n`;
}
