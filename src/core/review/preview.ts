const LONGEST = 160;

/** A value from outside as a diagnostic may carry it: short, flat, and safe to print as JSON. */
export function preview(value: unknown): unknown {
  if (typeof value === "string") return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "object";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** The same, as it reads in a sentence. */
export function quoted(value: unknown): string {
  if (value === undefined) return "nothing";
  const shown = preview(value);
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `a ${String(shown)}` : "an object";
  return typeof shown === "string" && typeof value === "string" ? JSON.stringify(shown) : String(shown);
}
