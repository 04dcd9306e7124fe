import type { Rule } from "../rule/rule.ts";

/** An approval that brought a version of a rule into force. */
export interface PastApproval {
  readonly rule_id: string;
  readonly version: number;
  /** When it came into force. */
  readonly at: string;
  /** How people took it back: null if they did not. */
  readonly reversed: "retired" | "rolled_back" | null;
}

/** The approvals of a rule, and whether people took them back later. A version that a better wording replaced was not taken back. */
export function pastApprovals(rule: Rule): readonly PastApproval[] {
  return rule.versions.flatMap((version): readonly PastApproval[] => {
    const { version: number, decided_at: at, quorum, retirement } = version;
    if (at === null || quorum === null) return [];
    const isRolledBack = rule.versions.some(
      ({ version: later, origin, restores, quorum: given }) =>
        later > number &&
        origin === "rolled_back" &&
        given !== null &&
        restores !== null &&
        restores < number,
    );
    const reversed = retirement !== null ? "retired" : isRolledBack ? "rolled_back" : null;
    return [{ rule_id: rule.id, version: number, at, reversed }];
  });
}

/** An approval and whether the replay of the records before it spoke against it. */
export interface ReplayedApproval {
  readonly reversed: boolean;
  readonly warned: boolean;
}

/** How often a replay foresaw that people would take an approval back. */
export interface ReversalTable {
  readonly reversed: { readonly warned: number; readonly silent: number };
  readonly kept: { readonly warned: number; readonly silent: number };
}

/** Counts approvals by what the replay said and by what became of them. */
export function compareReversals(approvals: readonly ReplayedApproval[]): ReversalTable {
  const count = (reversed: boolean, warned: boolean): number =>
    approvals.filter((one) => one.reversed === reversed && one.warned === warned).length;
  return {
    reversed: { warned: count(true, true), silent: count(true, false) },
    kept: { warned: count(false, true), silent: count(false, false) },
  };
}
