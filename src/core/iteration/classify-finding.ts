import { findPlace, type LineRange } from "./find-place.ts";
import { holdsLines, tellingRange } from "./line-prints.ts";
import type { NamedIssue } from "./name-issues.ts";
import type { ComparedItem } from "./same-issue.ts";
import type { RoundItem, TaskRound } from "./task-round.ts";

/** The content that a round is about. */
export interface RoundContent {
  readonly lines: readonly string[];
  /** Undefined for a text that is too long to be compared. */
  readonly prints: string | undefined;
}

type Classified = Pick<RoundItem, "class" | "why" | "earlier_round" | "match" | "match_score" | "lines">;

/** What a finding is to the loop, and why. `before` is the last earlier round about the same target. */
export function classifyFinding(
  item: ComparedItem,
  { same, reversed }: Pick<NamedIssue, "same" | "reversed">,
  now: { readonly version?: string | undefined; readonly content?: RoundContent | undefined },
  before: TaskRound | undefined,
): Classified {
  const lines = now.content === undefined ? undefined : findPlace(item.location, now.content.lines);
  const place = lines === undefined ? {} : { lines };
  const match =
    same === undefined
      ? {}
      : { match: same.match, ...(same.score === undefined ? {} : { match_score: same.score }) };
  if (reversed !== undefined && (same === undefined || reversed.position > same.position)) {
    const said = reversed.reason === undefined ? "" : ` (${reversed.reason})`;
    return {
      class: "reversed",
      why: `It undoes what round ${reversed.number} asked for${said}.`,
      earlier_round: reversed.number,
      ...match,
      ...place,
    };
  }
  if (same !== undefined) {
    const how = same.match === "words" ? "in the same words" : "in other words";
    return {
      class: "repeated",
      why: `Round ${same.number} said it ${how}.`,
      earlier_round: same.number,
      ...match,
      ...place,
    };
  }
  return { ...classifyNew(item, lines, now, before), ...place };
}

function classifyNew(
  { location }: ComparedItem,
  lines: LineRange | undefined,
  {
    version,
    content,
  }: { readonly version?: string | undefined; readonly content?: RoundContent | undefined },
  before: TaskRound | undefined,
): Pick<RoundItem, "class" | "why"> {
  if (before === undefined) return { class: "new", why: "No earlier round is about this target." };
  const round = `round ${before.number}`;
  if (version !== undefined && version === before.target.version) {
    return { class: "new_on_unchanged", why: `Version ${version} was reviewed in ${round} already.` };
  }
  const prints = content?.prints;
  if (content === undefined || prints === undefined || before.prints === undefined) {
    const which = before.prints === undefined ? round : "this round";
    return {
      class: "new",
      why: `Whether this place changed is unknown: no content was recorded for ${which}.`,
    };
  }
  if (prints === before.prints) {
    return { class: "new_on_unchanged", why: `The content is the same as in ${round}.` };
  }
  if (lines === undefined) {
    return {
      class: "new",
      why: `Whether this place changed is unknown: ${location.reference} is not in the content.`,
    };
  }
  return holdsLines(prints, tellingRange(lines, content.lines), before.prints)
    ? { class: "new_on_unchanged", why: `${linesText(lines)} not changed since ${round}.` }
    : { class: "new_on_changed", why: `${linesText(lines)} changed since ${round}.` };
}

const linesText = ({ from, to }: LineRange): string =>
  from === to ? `Line ${from} has` : `Lines ${from} to ${to} have`;
