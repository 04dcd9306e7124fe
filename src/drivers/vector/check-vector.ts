import type { NearestQuery, VectorEntry } from "../../ports/vector-index.ts";
import { StoreError } from "../../ports/errors.ts";

/** Rounding to 16 bits causes a smaller error than this. */
const TOLERANCE = 1e-3;
/** Error of rounding to 32 bits, too small to change the order of neighbours. */
const ROUNDING = 1e-6;
const MAX_ID = 512;
const MAX_LIMIT = 1_000;

/** Throws a StoreError unless every entry can be stored unchanged. The last of several with the same id wins. */
export function checkEntries(entries: readonly VectorEntry[], dimensions: number): readonly VectorEntry[] {
  const checked = new Map<string, VectorEntry>();
  for (const { id, vector } of entries) {
    if (!isStorableId(id)) {
      throw refused(
        `the id ${JSON.stringify(id.slice(0, 80))} cannot be stored; expected 1 to ${MAX_ID} characters without a NUL or half of a surrogate pair`,
      );
    }
    checked.set(id, { id, vector: unitVector(vector, dimensions, `the vector of ${id.slice(0, 80)}`) });
  }
  return [...checked.values()];
}

export function checkQuery({ vector, limit }: NearestQuery, dimensions: number) {
  return {
    vector: unitVector(vector, dimensions, "the search vector"),
    limit: Math.min(MAX_LIMIT, Math.max(1, Math.trunc(limit) || 1)),
  };
}

/** Ids that can have a vector. */
export const isStorableId = (id: string): boolean =>
  typeof id === "string" && id.length > 0 && id.length <= MAX_ID && id.isWellFormed() && !id.includes("\0");

/** Returns the vector, normalised if its length is off. */
function unitVector(vector: Float32Array, dimensions: number, what: string): Float32Array {
  if (!(vector instanceof Float32Array) || vector.length !== dimensions) {
    const found = vector instanceof Float32Array ? `${vector.length} dimensions` : "no Float32Array";
    throw refused(
      `${what} has ${found}, but this index needs ${dimensions}; embed it with the model of this index`,
    );
  }
  let sum = 0;
  for (const number of vector) sum += number * number;
  const length = Math.sqrt(sum);
  // Also true for NaN.
  if (!(Math.abs(length - 1) <= TOLERANCE)) {
    throw refused(`${what} has length ${length}; expected finite numbers and length 1`);
  }
  return Math.abs(length - 1) <= ROUNDING ? vector : vector.map((number) => number / length);
}

const refused = (message: string): StoreError => new StoreError("record_refused", message);
