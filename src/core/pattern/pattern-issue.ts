import type { GateCatalogue } from "../gate/gate-catalogue.ts";
import type { GateRoute } from "../gate/gate.ts";

/** A tag that an agent's rejections name, with what to do about it. */
export interface PatternIssue {
  readonly tag: string;
  readonly count: number;
  /** The same tag in the window before. */
  readonly count_before: number;
  /**
   * The part of the agent's rejections that name the tag, from 0 to 1; null when nothing was rejected.
   * A rejection may name several tags, so the shares of all tags may add up to more than 1.
   */
  readonly share: number | null;
  /** False for a tag that no pack holds; it is shown all the same, with nulls for what only a gate knows. */
  readonly registered: boolean;
  readonly gate: string | null;
  readonly fix: string | null;
  readonly auto_fixable: boolean;
  readonly route: GateRoute | null;
}

export function toIssue(
  tag: string,
  { count, before, rejected }: { count: number; before: number; rejected: number },
  catalogue: GateCatalogue,
): PatternIssue {
  const gate = catalogue.find(tag);
  return {
    tag,
    count,
    count_before: before,
    share: shareOf(count, rejected),
    registered: gate !== undefined,
    gate: gate?.gate ?? null,
    fix: gate?.fix ?? null,
    auto_fixable: gate?.auto_fixable ?? false,
    route: gate?.route ?? null,
  };
}

/** Never above 1, also where a store counted a tag more often than rejections. */
export const shareOf = (count: number, rejected: number): number | null =>
  rejected === 0 ? null : Math.min(1, count / rejected);
