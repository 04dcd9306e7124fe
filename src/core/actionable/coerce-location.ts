import { isRecord, isRange } from "./lint-item.ts";

/** A reported change that made the input fit. */
export interface Coercion {
  readonly kind: "coercion_applied";
  readonly reason: "range_from_line";
  readonly message: string;
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Turns a `line` with two numbers into a `range`. Everything else is unchanged. */
export function coerceLocation(
  item: unknown,
  prefix: string,
): { readonly value: unknown; readonly coercions: readonly Coercion[] } {
  if (!isRecord(item)) return { value: item, coercions: [] };
  const { location } = item;
  if (!isRecord(location) || location["type"] !== "line") return { value: item, coercions: [] };
  const { reference } = location;
  if (typeof reference !== "string" || !isRange(reference)) return { value: item, coercions: [] };
  const path = prefix === "" ? "location.type" : `${prefix}.location.type`;
  return {
    value: { ...item, location: { ...location, type: "range" } },
    coercions: [
      {
        kind: "coercion_applied",
        reason: "range_from_line",
        message: `${path} is "line" but the reference "${reference.trim()}" is a range`,
        path,
        from: "line",
        to: "range",
      },
    ],
  };
}
