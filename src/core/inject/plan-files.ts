import { byCodeUnits } from "../text/by-code-units.ts";
import type { ActiveRule } from "../rule/active-rule.ts";
import { fits } from "./file-limit.ts";
import { fitRules } from "./fit-rules.ts";
import { inLineEndsOf, isManagedFile } from "./managed-file.ts";
import type { FileProblem, InjectionPlan, PlannedFile, TargetWithheld } from "./planned-file.ts";
import { portableGlobs } from "./portable-globs.ts";
import { renderBody, withoutPaths } from "./render-body.ts";
import { scopeSlug } from "./scope-slug.ts";
import type { FilesTarget, TargetName } from "./targets.ts";

interface Existing {
  readonly files: ReadonlyMap<string, string>;
  /** Whether a file that is not ours may be overwritten. */
  readonly force: boolean;
}

/** One file for each set of globs, one for what holds everywhere; files of ours that nothing goes into are removed. */
export function planFiles(
  name: TargetName,
  { format }: FilesTarget,
  rules: readonly ActiveRule[],
  { files: existing, force }: Existing,
): InjectionPlan {
  const files: PlannedFile[] = [];
  const problems: FileProblem[] = [];
  const withheld: TargetWithheld[] = [];
  const wanted = new Set<string>();
  for (const { globs, rules: some } of groupsOf(rules, format.isScoped)) {
    const path = `${format.folder}/${format.fileName(globs === null ? null : scopeSlug(globs))}`;
    const before = existing.get(path) ?? null;
    const write = (these: readonly ActiveRule[]): string =>
      inLineEndsOf(format.render(globs, renderBody(globs === null ? these : withoutPaths(these))), before);
    const { kept, left } = fitRules(some, (these) => fits(write(these), format.limit));
    for (const { rule_id, version } of left) {
      withheld.push({ target: name, rule_id, version, reason: "format_limit", path, why: format.limit.why });
    }
    if (kept.length === 0) continue;
    wanted.add(path);
    if (before !== null && !isManagedFile(before) && !force) {
      problems.push({ target: name, path, code: "file_not_ours", message: NOT_OURS });
    } else files.push({ target: name, path, before, after: write(kept), rules: kept.length });
  }
  for (const [path, before] of [...existing].toSorted(([a], [b]) => byCodeUnits(a, b))) {
    const isOfFormat =
      path.startsWith(`${format.folder}/`) && format.mayBeOurs(path.slice(format.folder.length + 1));
    if (!isOfFormat || wanted.has(path) || !isManagedFile(before)) continue;
    files.push({ target: name, path, before, after: null, rules: 0 });
  }
  return { files, problems, withheld, notes: [] };
}

const NOT_OURS =
  "the file is there and was not written by `emend inject`; rename it, or give --force to overwrite it";

interface Group {
  readonly globs: readonly string[] | null;
  readonly rules: readonly ActiveRule[];
}

function groupsOf(rules: readonly ActiveRule[], isScoped: boolean): readonly Group[] {
  const groups = new Map<
    string,
    { readonly globs: readonly string[] | null; readonly rules: ActiveRule[] }
  >();
  for (const rule of rules) {
    const globs = (isScoped ? portableGlobs(rule.scope.paths) : undefined) ?? null;
    const key = globs?.join("\n") ?? "";
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { globs, rules: [rule] });
    else group.rules.push(rule);
  }
  return [...groups].toSorted(([a], [b]) => byCodeUnits(a, b)).map(([, group]) => group);
}
