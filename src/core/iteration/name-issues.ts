import { defined } from "../defined.ts";
import { issueKey } from "../actionable/iteration-history.ts";
import { hash64 } from "../hash.ts";
import type { ComparedItem, IssueRelation } from "./same-issue.ts";
import type { IssueMatch, RoundItem, TaskRound } from "./task-round.ts";

/** How many wordings of earlier rounds a new item is compared with. */
const MAX_WORDINGS = 120;

/** What an earlier round said about an issue, in its own words. */
export interface IssueWording {
  readonly item: RoundItem;
  readonly number: number;
  readonly position: number;
}

/** The distinct wordings of these rounds about the same target, the latest first. */
export function pastWordings(rounds: readonly TaskRound[], path: string): readonly IssueWording[] {
  const seen = new Set<string>();
  const wordings: IssueWording[] = [];
  for (const { items, number, position, target } of rounds.toReversed()) {
    if (!isOneTarget(target.path, path)) continue;
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

/** The same file, or a folder and what is in it. */
export function isOneTarget(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) =>
    path.trim().replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/$/, ""),
  );
  return one === other || one!.startsWith(`${other}/`) || other!.startsWith(`${one}/`);
}

/** Which issue an item is, and what it undoes. */
export interface NamedIssue {
  readonly issue_id: string;
  readonly same?: IssueWording & { readonly match: IssueMatch; readonly score?: number };
  readonly reversed?: IssueWording & { readonly reason?: string };
}

/**
 * Names the issue of each item of a round. `relations` has a row for each item and a column for each wording. Items and
 * issues are matched one to one first, the surest before the others, since a reviewer who lists two items means two; an
 * item that is left over and still the same as an issue joins it.
 */
export function nameIssues(
  items: readonly ComparedItem[],
  wordings: readonly IssueWording[],
  relations: readonly (readonly IssueRelation[])[],
  round: Pick<TaskRound, "task" | "agent" | "position">,
): readonly NamedIssue[] {
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
  const taken = new Set<string>();
  for (const candidate of candidates) {
    const { issue_id } = candidate.wording.item;
    if (matched.has(candidate.at) || taken.has(issue_id)) continue;
    matched.set(candidate.at, candidate);
    taken.add(issue_id);
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

/** The last round in which the issue came up, in whichever words. */
const latest = (wording: IssueWording, wordings: readonly IssueWording[]): IssueWording =>
  wordings.find(({ item }) => item.issue_id === wording.item.issue_id) ?? wording;

const scoreOf = ({ score }: { readonly score?: number }) => defined({ score });
const reasonOf = ({ reason }: IssueRelation) => defined({ reason });

const issueIdAt = (
  { task, agent, position }: Pick<TaskRound, "task" | "agent" | "position">,
  at: number,
): string => `iss_${hash64(JSON.stringify([agent, task, position, at]))}`;
