import type { LeftOutFile } from "./past-commit.ts";

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|mix\.lock|pubspec\.lock|Podfile\.lock|flake\.lock|gradle\.lockfile|packages\.lock\.json)$/i;
const VENDORED =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|bower_components|\.yarn|Pods|site-packages)\//i;
const GENERATED =
  /(?:^|\/)(?:dist|__generated__|generated|__snapshots__|coverage|\.next|\.nuxt)\/|(?:\.min\.(?:js|css)|\.map|\.snap|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart|\.designer\.cs|\.generated\.\w{1,10}|\.svg|\.csv|\.tsv|\.jsonl|\.ndjson|\.geojson|\.ipynb|\.po|\.xlf|\.tsbuildinfo)$/i;
/** Histories, and agents' own notes and logs, which are written anew rather than corrected. */
const KEPT_NOTES =
  /(?:^|\/)(?:CHANGE(?:LOG|S)|HISTORY|RELEASES?|RELEASE[-_]NOTES|NEWS|AUTHORS|CONTRIBUTORS)(?:\.\w{1,5})?$|(?:^|\/)(?:\.changeset|\.specstory|\.planning|\.beads|memory-bank)\//i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|(?:requirements|constraints)[\w.-]{0,40}\.txt|requirements\/[\w.-]{1,60}|setup\.(?:py|cfg)|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|pubspec\.yaml|\.tool-versions|\.nvmrc|\.node-version|VERSION|version\.\w{1,5}|__version__\.py|__init__\.py)$/i;

/** Files that people do not write by hand, by their path. */
export function leftOutPath(path: string): LeftOutFile | undefined {
  if (LOCK.test(path)) return "lock";
  if (VENDORED.test(path)) return "vendored";
  return GENERATED.test(path) || KEPT_NOTES.test(path) ? "generated" : undefined;
}

/** Files in which versions and dependencies are bumped. */
export const isManifest = (path: string): boolean => MANIFEST.test(path);

/** What people change together with the code: a change there repeats what the code's own change says. */
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|testdata)\/|[._-](?:test|spec|tests)\.\w{1,5}$|(?:^|\/)test_[^/]{1,200}\.py$/i;
const PROSE = /\.(?:mdx?|rst|txt|adoc)$/i;

export type FileRole = "code" | "test" | "prose";

export function fileRole(path: string): FileRole {
  if (TEST.test(path)) return "test";
  return PROSE.test(path) ? "prose" : "code";
}
