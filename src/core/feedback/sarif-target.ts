import { canonicalPath } from "../review/canonical-path.ts";
import type { FeedbackTarget, TargetLocation } from "./feedback.ts";
import { MAX_PATH } from "./limits.ts";
import { fieldOf, lineOf, listOf, textOf } from "../json/read-json.ts";
import { targetLines } from "./target-lines.ts";

/** Where a result points: its first location, by lines or else by the name of what is there. */
export function sarifTarget(result: unknown, run: unknown): FeedbackTarget {
  const [place] = listOf(fieldOf(result, "locations"));
  const physical = fieldOf(place, "physicalLocation");
  const region = fieldOf(physical, "region");
  const path = sarifPath(fieldOf(physical, "artifactLocation"), run);
  const lines = targetLines(lineOf(fieldOf(region, "startLine")), lineOf(fieldOf(region, "endLine")));
  return {
    ...(path === undefined ? {} : { path }),
    ...(lines.location === undefined ? namedPlace(place) : lines),
  };
}

function namedPlace(place: unknown): { readonly location?: TargetLocation } {
  const [logical] = listOf(fieldOf(place, "logicalLocations"));
  const reference = textOf(fieldOf(logical, "fullyQualifiedName")) ?? textOf(fieldOf(logical, "name"));
  if (reference === undefined) return {};
  return { location: { type: fieldOf(logical, "kind") === "function" ? "function" : "element", reference } };
}

/** The path behind an artifact location, which may only point into the run's list of artifacts. */
export function sarifPath(artifact: unknown, run: unknown): string | undefined {
  const index = fieldOf(artifact, "index");
  const listed = typeof index === "number" ? listOf(fieldOf(run, "artifacts"))[index] : undefined;
  const uri = textOf(fieldOf(artifact, "uri")) ?? textOf(fieldOf(fieldOf(listed, "location"), "uri"));
  if (uri === undefined) return undefined;
  const decoded = decode(uri.slice(0, MAX_PATH));
  // An absolute address keeps its spelling: which part of it is the repository is not known here.
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(decoded) ? decoded : (canonicalPath(decoded) ?? decoded);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
