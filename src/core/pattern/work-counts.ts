export interface WorkCounts {
  submitted: number;
  approved: number;
  approved_with_changes: number;
  rejected: number;
}

export const noWork = (): WorkCounts => ({
  submitted: 0,
  approved: 0,
  approved_with_changes: 0,
  rejected: 0,
});

export function addWork(to: WorkCounts, more: Readonly<WorkCounts>): void {
  to.submitted += wholeCount(more.submitted);
  to.approved += wholeCount(more.approved);
  to.approved_with_changes += wholeCount(more.approved_with_changes);
  to.rejected += wholeCount(more.rejected);
}

/** Rows come from outside, so an invalid count is 0. */
export const wholeCount = (count: number): number => (Number.isSafeInteger(count) && count > 0 ? count : 0);

/** Decided work; pending work is not part of any rate. */
export const decidedOf = (work: Readonly<WorkCounts>): number => approvedOf(work) + work.rejected;

export const approvedOf = (work: Readonly<WorkCounts>): number => work.approved + work.approved_with_changes;

/** From 0 to 1; null if no work is decided. */
export function approvalRate(work: Readonly<WorkCounts>): number | null {
  const decided = decidedOf(work);
  return decided === 0 ? null : approvedOf(work) / decided;
}

/** The change of the approval rate in percentage points, with a single division, so that 15 points are exactly 15. */
export function approvalDelta(before: Readonly<WorkCounts>, after: Readonly<WorkCounts>): number | null {
  const scale = decidedOf(before) * decidedOf(after);
  if (scale === 0) return null;
  return ((approvedOf(after) * decidedOf(before) - approvedOf(before) * decidedOf(after)) * 100) / scale;
}
