import { defined } from "../defined.ts";
import { issueKey } from "../actionable/iteration-history.ts";
import { hash64 } from "../hash.ts";
import type { ComparedItem, IssueRelation } from "./same-issue.ts";
import type { IssueMatch, RoundItem, TaskRound } from "./task-round.ts";

/** The most earlier wordings that a new item is compared with. */
const MAX_WORDINGS = 120;

/** An issue as an earlier round worded it. */
export interface IssueWording {
  readonly item: RoundItem;
  readonly number: number;
  readonly position: number;
}

/** Distinct wordings of these rounds about the same target, latest first. */
export function pastWordings(rounds: readonly TaskRound[], path: string): readonly IssueWording[] {
  const seen = new Set<string>();
  const wordings: IssueWording[] = [];
  for (const { items, number, position, target } of rounds.toReversed()) {
    if (!isSameTarget(target.path, path)) continue;
    for (const item of items) {
      const key = JSON.stringify([item.issue_id, item.issue, item.action]);
      if (seen.has(key)) continue;
      seen.add(key);
      wordings.push({ item, number, position });
      if (wordings.length >= MAX_WORDINGS) return wordings;
    }
  }
  return wordings;
}

/** Whether two paths are the same, or one is inside the other. */
export function isSameTarget(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) =>
    path.trim().replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/$/, ""),
  );
  return one === other || one!.startsWith(`${other}/`) || other!.startsWith(`${one}/`);
}

/** The issue of an item, and what it reverses. */
export interface AssignedIssue {
  readonly issue_id: string;
  readonly same?: IssueWording & { readonly match: IssueMatch; readonly score?: number };
  readonly reversed?: IssueWording & { readonly reason?: string };
}

/**
 * Assigns each item of a round to an issue. `relations` has a row per item and a column per wording. Items and
 * issues are first matched one to one, best match first, because a reviewer who lists two items means two. An item
 * that is left over joins the issue it still matches.
 */
export function assignIssues(
  items: readonly ComparedItem[],
  wordings: readonly IssueWording[],
  relations: readonly (readonly IssueRelation[])[],
  round: Pick<TaskRound, "task" | "agent" | "position">,
): readonly AssignedIssue[] {
  const candidates = items
    .flatMap((_, at) =>
      wordings.flatMap((wording, column) => {
        const { relation, match, score } = relations[at]![column]!;
        if (relation !== "same" || match === undefined) return [];
        return [{ at, wording, match, ...defined({ score }), weight: score ?? 1 }];
      }),
    )
    .toSorted((a, b) => b.weight - a.weight || b.wording.position - a.wording.position || a.at - b.at);
  const matched = new Map<number, (typeof candidates)[number]>();
  const assigned = new Set<string>();
  for (const candidate of candidates) {
    const { issue_id } = candidate.wording.item;
    if (matched.has(candidate.at) || assigned.has(issue_id)) continue;
    matched.set(candidate.at, candidate);
    assigned.add(issue_id);
  }
  for (const candidate of candidates) if (!matched.has(candidate.at)) matched.set(candidate.at, candidate);
  const fresh = new Map<string, string>();
  return items.map((item, at) => {
    const found = matched.get(at);
    const key = issueKey(item);
    const issue_id = found?.wording.item.issue_id ?? fresh.get(key) ?? issueIdAt(round, at);
    if (found === undefined) fresh.set(key, issue_id);
    const reversed = wordings
      .map((wording, column) => ({ wording, ...relations[at]![column]! }))
      .find(({ relation }) => relation === "reversed");
    return {
      issue_id,
      ...(found === undefined
        ? {}
        : { same: { ...latest(found.wording, wordings), match: found.match, ...scoreOf(found) } }),
      ...(reversed === undefined ? {} : { reversed: { ...reversed.wording, ...reasonOf(reversed) } }),
    };
  });
}

/** The latest wording of the same issue. */
const latest = (wording: IssueWording, wordings: readonly IssueWording[]): IssueWording =>
  wordings.find(({ item }) => item.issue_id === wording.item.issue_id) ?? wording;

const scoreOf = ({ score }: { readonly score?: number }) => defined({ score });
const reasonOf = ({ reason }: IssueRelation) => defined({ reason });

const issueIdAt = (
  { task, agent, position }: Pick<TaskRound, "task" | "agent" | "position">,
  at: number,
): string => `iss_${hash64(JSON.stringify([agent, task, position, at]))}`;
