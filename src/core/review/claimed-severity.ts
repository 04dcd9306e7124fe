import { SEVERITIES, type Severity } from "./review-fields.ts";

const BY_NAME: ReadonlyMap<string, Severity> = new Map(SEVERITIES.map((severity) => [severity, severity]));

/** The severity that a finding claims, whatever else is wrong with it, for the diagnostic that drops it. */
export function claimedSeverity(given: unknown): { readonly severity?: Severity } {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "severity")) return {};
  const { severity: claimed } = given as { readonly severity: unknown };
  const severity = typeof claimed === "string" ? BY_NAME.get(claimed.trim().toLowerCase()) : undefined;
  return severity === undefined ? {} : { severity };
}
