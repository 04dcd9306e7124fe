import type { Diagnostic } from "./diagnostic.ts";
import type { DuplicateKeys } from "./duplicate-keys.ts";
import { preview, quoted } from "./preview.ts";

/** Says which keys an answer repeats and which value was kept: readers of JSON differ, so its writer may have meant another. */
export function reportDuplicateKeys(
  duplicates: DuplicateKeys,
  aboutFinding: (index: number) => Partial<Diagnostic>,
  diagnostics: Diagnostic[],
): void {
  for (const { path, first, kept, count } of duplicates.list()) {
    const index = /^findings\[(\d{1,9})\]/.exec(path)?.[1];
    const name = path.slice(path.lastIndexOf(".") + 1);
    const times = count === 2 ? "twice" : `${count} times`;
    diagnostics.push({
      kind: "warning",
      reason: "duplicate_key",
      message: `${name} is given ${times}; the last value, ${quoted(kept)}, was kept`,
      ...(index === undefined ? {} : { index: Number(index), ...aboutFinding(Number(index)) }),
      path,
      from: preview(first),
      to: preview(kept),
    });
  }
  if (duplicates.more > 0) {
    diagnostics.push({
      kind: "warning",
      reason: "duplicate_key",
      message: `${duplicates.more} more keys are given more than once; each time the last value was kept`,
    });
  }
  const { unread } = duplicates;
  if (unread === "none") return;
  const worst = unread === "unknown" ? "" : `, the worst of them ${unread}`;
  diagnostics.push({
    kind: "warning",
    reason: "unread_findings",
    message: `another list of findings in the answer was not read${worst}`,
    path: "findings",
    ...(unread === "unknown" ? {} : { severity: unread }),
  });
}
