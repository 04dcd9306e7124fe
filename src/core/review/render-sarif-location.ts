/** The usual name for the root that a log's paths are relative to. */
export const SOURCE_ROOT = "%SRCROOT%";

export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: typeof SOURCE_ROOT };
    readonly region?: { readonly startLine: number; readonly endLine?: number };
  };
}

/** A line that no file can have, as in a dropped finding, is left out. */
export function toSarifLocation(file: string, line = 0, endLine?: number): SarifLocation {
  const artifactLocation = { uri: toUri(file), uriBaseId: SOURCE_ROOT } as const;
  if (!Number.isSafeInteger(line) || line < 1) return { physicalLocation: { artifactLocation } };
  const region = endLine === undefined ? { startLine: line } : { startLine: line, endLine };
  return { physicalLocation: { artifactLocation, region } };
}

/** Encodes each segment, so that a colon, a question mark or a space stays part of the name. */
const toUri = (path: string): string => path.toWellFormed().split("/").map(encodeURIComponent).join("/");
