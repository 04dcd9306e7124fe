import { defined } from "../defined.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

const BY_NAME: ReadonlyMap<string, Severity> = new Map(SEVERITIES.map((severity) => [severity, severity]));

/** The severity that a finding claims, whatever else is wrong with it, for the diagnostic that drops it. */
export function claimedSeverity(given: unknown): { readonly severity?: Severity } {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "severity")) return {};
  const { severity: claimed } = given as { readonly severity: unknown };
  const severity = typeof claimed === "string" ? BY_NAME.get(claimed.trim().toLowerCase()) : undefined;
  return defined({ severity });
}

/** The worst that findings claim; "none" if there is none of them, "unknown" if one cannot be read. */
export type WorstClaim = Severity | "none" | "unknown";

export function worstClaim(findings: unknown): WorstClaim {
  if (!Array.isArray(findings)) return "unknown";
  let worst: WorstClaim = "none";
  for (const finding of findings as readonly unknown[]) {
    worst = worseOf(worst, claimedSeverity(finding).severity ?? "unknown");
    if (worst === "unknown") break;
  }
  return worst;
}

const ORDER: readonly WorstClaim[] = ["unknown", ...SEVERITIES, "none"];

export const worseOf = (a: WorstClaim, b: WorstClaim): WorstClaim =>
  ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
