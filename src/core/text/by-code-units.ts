/** Compares by code units: the same order on every machine, unlike a locale's. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
