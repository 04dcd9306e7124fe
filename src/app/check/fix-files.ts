import type { ActiveCheck } from "../../core/check/active-check.ts";
import { applyFixes } from "../../core/check/apply-fixes.ts";
import type { FileHit } from "../../core/check/check-file.ts";
import type { checkFiles, FileToCheck } from "./check-files.ts";

export interface FixedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** How many hits were fixed. */
  readonly fixed: number;
}

/**
 * Fixes the hits of checks whose every example agrees on the fix. A file is only changed if afterwards it has fewer of these
 * hits, no new one of any check, and still parses.
 */
export const fixFiles =
  (check: ReturnType<typeof checkFiles>) =>
  async (
    checks: readonly ActiveCheck[],
    files: readonly FileToCheck[],
    hits: readonly FileHit[],
  ): Promise<readonly FixedFile[]> => {
    const fixed: FixedFile[] = [];
    for (const { path, text } of files) {
      const own = hits.filter((hit) => hit.path === path);
      const places = own.filter(({ check: { may_fix }, ignored }) => may_fix && ignored === undefined);
      const { text: after, applied } = applyFixes(text, places);
      if (applied === 0) continue;
      const again = await check(checks, [{ path, text: after }]);
      if (again.notices.some(({ code }) => code === "file_not_parsed") || !isBetter(own, again.hits))
        continue;
      fixed.push({ path, before: text, after, fixed: applied });
    }
    return fixed;
  };

function isBetter(before: readonly FileHit[], after: readonly FileHit[]): boolean {
  const counts = new Map<string, number>();
  for (const { check } of before) counts.set(check.check_id, (counts.get(check.check_id) ?? 0) + 1);
  for (const { check } of after) counts.set(check.check_id, (counts.get(check.check_id) ?? 0) - 1);
  return after.length < before.length && [...counts.values()].every((left) => left >= 0);
}
