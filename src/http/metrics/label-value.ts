import { showUnseen } from "../../core/text/show-unseen.ts";

const MOST_CHARACTERS = 100;

/** Under which the rest is added up where there are too many names. */
export const OTHER = "other";

/** A name as a label: short, visible and never empty, since an empty label is none. Names that look alike then add up. */
export function labelValue(name: string): string {
  const shown = showUnseen(
    Array.from(name.slice(0, 2 * MOST_CHARACTERS))
      .slice(0, MOST_CHARACTERS)
      .join(""),
  );
  return Array.from(shown).slice(0, MOST_CHARACTERS).join("") || "unnamed";
}

/** Knows the first so many values that it hears, for labels whose values come with requests. */
export function knownValues(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    const label = labelValue(value);
    if (known.has(label)) return label;
    if (known.size >= most) return OTHER;
    known.add(label);
    return label;
  };
}
