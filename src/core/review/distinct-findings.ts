import type { Diagnostic } from "./diagnostic.ts";
import { preview, quoted } from "./preview.ts";
import { FINDING_FIELDS } from "./review-fields.ts";
import type { Finding, PlacedFinding } from "./review.ts";
import { identity } from "./validate-finding.ts";

/** Ids are unique in a review: a repeated finding falls, a different one under a used id gets its own. */
export function keepDistinct(
  placed: readonly PlacedFinding[],
  diagnostics: Diagnostic[],
): readonly Finding[] {
  const firstById = new Map<string, Finding>();
  const kept: Finding[] = [];
  let repeated: Map<string, Repeated> | undefined;
  for (const { finding, index } of placed) {
    const first = firstById.get(finding.id);
    if (first === undefined) {
      firstById.set(finding.id, finding);
      kept.push(finding);
      continue;
    }
    repeated ??= new Map();
    const known = repeated.get(finding.id) ?? { contents: new Set([contentOf(first)]), next: 2 };
    repeated.set(finding.id, known);
    const content = contentOf(finding);
    const about = {
      index,
      ...identity({ ...finding }),
      path: `findings[${index}].id`,
      from: preview(finding.id),
    };
    if (known.contents.has(content)) {
      diagnostics.push({
        kind: "finding_dropped",
        reason: "duplicate_finding",
        message: `the same finding stands earlier under the id ${quoted(finding.id)}`,
        ...about,
        severity: finding.severity,
      });
      continue;
    }
    known.contents.add(content);
    let id = `${finding.id}#${known.next}`;
    while (firstById.has(id)) id = `${finding.id}#${++known.next}`;
    known.next += 1;
    diagnostics.push({
      kind: "coercion_applied",
      reason: "duplicate_id",
      message: `id: ${quoted(finding.id)} is taken by another finding`,
      ...about,
      to: preview(id),
    });
    const renamed = { ...finding, id };
    firstById.set(id, renamed);
    kept.push(renamed);
  }
  return kept;
}

interface Repeated {
  readonly contents: Set<string>;
  next: number;
}

/** Everything but the id, in the order of the schema, so that equal findings print alike. */
function contentOf(finding: Finding): string {
  return JSON.stringify(FINDING_FIELDS.map(({ name }) => (name === "id" ? "" : (finding[name] ?? null))));
}
