import { defined } from "../defined.ts";
import type { ActionableFeedback } from "../actionable/actionable-feedback.ts";
import { findRepeatedIssues, HISTORY_WINDOW } from "../actionable/iteration-history.ts";
import {
  fingerprintLines,
  containsLines,
  distinctiveRange,
  findLocation,
  type LineRange,
} from "./find-location.ts";
import { isSameTarget, type AssignedIssue } from "./name-issues.ts";
import type { ComparedItem } from "./same-issue.ts";
import type { StatedTracking, RoundEscalation, RoundItem, TaskRound } from "./task-round.ts";
import { toRound } from "./outlook.ts";

const linesText = ({ from, to }: LineRange): string =>
  from === to ? `Line ${from} has` : `Lines ${from} to ${to} have`;

export const comparedItems = ({ feedback_items }: ActionableFeedback): readonly ComparedItem[] =>
  feedback_items.map(({ aspect, issue, location, suggestion }) => ({
    aspect,
    issue,
    location,
    action: suggestion.action,
  }));

export interface RoundFacts {
  readonly task: string;
  readonly agent: string | null;
  readonly document: ActionableFeedback;
  readonly content?: string | undefined;
  readonly verified?: boolean | undefined;
  readonly recorded_at: string;
  readonly recorded_by: string;
}

/** Builds the round of a document; `earlier` is in order. */
export function buildRound(
  { document, content, verified, ...facts }: RoundFacts,
  earlier: readonly TaskRound[],
  assigned: readonly AssignedIssue[],
): TaskRound {
  const { iteration, target, overall_assessment: overall } = document;
  const before = earlier.findLast((round) => isSameTarget(round.target.path, target.path));
  const read = content === undefined ? undefined : readContent(content);
  const items = comparedItems(document).map((item, at): RoundItem => {
    const { severity, score } = document.feedback_items[at]!;
    const { type, reference } = item.location;
    return {
      aspect: item.aspect,
      severity,
      ...defined({ score }),
      issue: item.issue,
      location: { type, reference },
      action: item.action,
      issue_id: assigned[at]!.issue_id,
      ...classifyFinding(item, assigned[at]!, { version: target.version, content: read }, before),
    };
  });
  const round: TaskRound = {
    ...facts,
    position: (earlier.at(-1)?.position ?? 0) + 1,
    number: iteration.number,
    max: iteration.max,
    phase: iteration.phase,
    document_id: document.id,
    time: document.timestamp,
    target: {
      type: target.type,
      path: target.path,
      ...defined({ version: target.version }),
    },
    score: overall.score,
    verdict: overall.verdict,
    ...defined({ confidence: overall.confidence }),
    summary: overall.summary,
    ...defined({ verified }),
    tracking: trackingOf(document),
    items,
    escalations: [],
    ...(read?.prints === undefined ? {} : { prints: read.prints }),
  };
  return { ...round, escalations: escalationsOf([...earlier, round]) };
}

function readContent(content: string): RoundContent {
  const lines = content.split(/\r\n|\n|\r/);
  return { lines, prints: fingerprintLines(lines) };
}

/** Issues that reached the repetition limit in the last round. */
function escalationsOf(rounds: readonly TaskRound[]): readonly RoundEscalation[] {
  const last = rounds.at(-1)!;
  const recent = rounds.slice(-HISTORY_WINDOW);
  return findRepeatedIssues(rounds.map((round) => toRound(round)))
    .escalations.filter(({ round }) => round === last.number)
    .map(({ key, issue }) => ({
      issue_id: key,
      issue,
      seen: recent.filter(({ items }) => items.some(({ issue_id }) => issue_id === key)).length,
    }));
}

/** What a document says about the following round. */
export function trackingOf({ quality_tracking }: ActionableFeedback): StatedTracking {
  const { feedback_followed, improvement_observed, improvement_delta, feedback_clarity_score } =
    quality_tracking ?? {};
  return defined({ feedback_followed, improvement_observed, improvement_delta, feedback_clarity_score });
}

/** The reviewed content. */
interface RoundContent {
  readonly lines: readonly string[];
  /** Undefined if the text is too long to compare. */
  readonly prints: string | undefined;
}

type Classified = Pick<RoundItem, "class" | "why" | "earlier_round" | "match" | "match_score" | "lines">;

/** Classifies a finding, with the reason. `before` is the last earlier round about the same target. */
function classifyFinding(
  item: ComparedItem,
  { same, reversed }: Pick<AssignedIssue, "same" | "reversed">,
  now: { readonly version?: string | undefined; readonly content?: RoundContent | undefined },
  before: TaskRound | undefined,
): Classified {
  const lines = now.content === undefined ? undefined : findLocation(item.location, now.content.lines);
  const location = defined({ lines });
  const match = same === undefined ? {} : { match: same.match, ...defined({ match_score: same.score }) };
  if (reversed !== undefined && (same === undefined || reversed.position > same.position)) {
    const reason = reversed.reason === undefined ? "" : ` (${reversed.reason})`;
    return {
      class: "reversed",
      why: `It undoes what round ${reversed.number} asked for${reason}.`,
      earlier_round: reversed.number,
      ...match,
      ...location,
    };
  }
  if (same !== undefined) {
    const how = same.match === "words" ? "in the same words" : "in other words";
    return {
      class: "repeated",
      why: `Round ${same.number} said it ${how}.`,
      earlier_round: same.number,
      ...match,
      ...location,
    };
  }
  return { ...classifyNew(item, lines, now, before), ...location };
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
    return { class: "new_on_unchanged", why: `Version ${version} was already reviewed in ${round}.` };
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
  return containsLines(prints, distinctiveRange(lines, content.lines), before.prints)
    ? { class: "new_on_unchanged", why: `${linesText(lines)} not changed since ${round}.` }
    : { class: "new_on_changed", why: `${linesText(lines)} changed since ${round}.` };
}
