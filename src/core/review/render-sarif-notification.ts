import type { Diagnostic, DiagnosticKind } from "./diagnostic.ts";
import { type SarifLocation, toSarifLocation } from "./render-sarif-location.ts";
import { RENDERED_SEVERITY, type SarifLevel } from "./render-severity.ts";
import { visibleText } from "./render-text.ts";

export interface SarifNotification {
  readonly level: SarifLevel;
  readonly descriptor: { readonly id: string };
  readonly message: { readonly text: string };
  readonly locations?: readonly SarifLocation[];
  readonly properties?: Readonly<Record<string, string>>;
}

const LEVEL_OF = {
  response_rejected: "error",
  finding_dropped: "warning",
  warning: "warning",
  repair_applied: "note",
  coercion_applied: "note",
} as const satisfies Record<DiagnosticKind, SarifLevel>;

export function toNotification(diagnostic: Diagnostic): SarifNotification {
  const { kind, reason, message, file, line, path, finding_id, severity } = diagnostic;
  return {
    level: levelOf(diagnostic),
    descriptor: { id: reason },
    message: { text: visibleText(message) },
    ...(file !== undefined && { locations: [toSarifLocation(file, line)] }),
    properties: {
      kind,
      ...(path !== undefined && { path }),
      ...(finding_id !== undefined && { finding_id }),
      ...(severity !== undefined && { severity }),
    },
  };
}

/** A dropped finding weighs as much as the finding would have, and most if nobody knows how much that is. */
function levelOf({ kind, reason, severity }: Diagnostic): SarifLevel {
  if (kind !== "finding_dropped" || reason === "duplicate_finding") return LEVEL_OF[kind];
  const level = severity === undefined ? "error" : RENDERED_SEVERITY[severity].sarif;
  return level === "error" ? "error" : LEVEL_OF[kind];
}
