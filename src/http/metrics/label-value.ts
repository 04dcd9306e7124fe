import { showUnseen } from "../../core/text/show-unseen.ts";

const MAX_LENGTH = 100;

/** The label that all names beyond the limit share. */
export const OTHER = "other";

/** A name as a label: short, printable and never empty, because Prometheus ignores empty labels. */
export function labelValue(name: string): string {
  const shown = showUnseen(
    Array.from(name.slice(0, 2 * MAX_LENGTH))
      .slice(0, MAX_LENGTH)
      .join(""),
  );
  return Array.from(shown).slice(0, MAX_LENGTH).join("") || "unnamed";
}

/** Keeps the first `max` values and maps later ones to `other`, for labels whose values come from requests. */
export function boundLabels(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    const label = labelValue(value);
    if (known.has(label)) return label;
    if (known.size >= max) return OTHER;
    known.add(label);
    return label;
  };
}
