import { lineDiff } from "./line-diff.ts";

/** How many lines somebody wrote or took out, a line that was rewritten counted once. */
export function changedLines(original: string, text: string): number {
  let lines = 0;
  let removed = 0;
  let added = 0;
  for (const { kind } of [...lineDiff(original.split("\n"), text.split("\n")), { kind: "same" } as const]) {
    if (kind === "removed") removed += 1;
    else if (kind === "added") added += 1;
    else {
      lines += Math.max(removed, added);
      removed = 0;
      added = 0;
    }
  }
  return lines;
}
