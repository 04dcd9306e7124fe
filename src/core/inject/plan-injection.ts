import { byCodeUnits } from "../text/code-points.ts";
import { type ActiveRule, selectRules } from "../rule/select-rules.ts";
import type { Withheld } from "../rule/injection.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import {
  importsAgentsFile,
  type InjectionPlan,
  type FileProblem,
  type PlannedFile,
  type TargetWithheld,
} from "./planned-file.ts";
import { portableGlobs, renderBody, withoutPaths } from "./render-body.ts";
import {
  type Target,
  TARGET_NAMES,
  type TargetName,
  TARGETS,
  type BlockTarget,
  type FilesTarget,
  CLAUDE_LINES,
  fits,
  inLineEndsOf,
  isManagedFile,
} from "./targets.ts";
import { replaceBlock } from "./managed-block.ts";
import { hash64 } from "../hash.ts";

const MAX_WORDS = 32;

const NOT_OURS =
  "the file exists and was not written by `emend inject`; rename it, or use --force to overwrite it";

export interface InjectionRequest {
  readonly targets: readonly TargetName[];
  /** All that are in force; none takes everything of ours out. */
  readonly rules: readonly ActiveRule[];
  /** Whose rules; those of each target's readers where none is named. Rules for every agent always go in. */
  readonly agents: readonly string[];
  readonly policy: Pick<RulePolicy, "rulesPerAgent" | "tokenBudget" | "withholdFlagged">;
  /** What is there now by path: the files of the targets, and in their folders what may be ours. */
  readonly existing: ReadonlyMap<string, string>;
  /** Targets whose file is another target's under a second name. */
  readonly sameFile?: ReadonlyMap<TargetName, TargetName>;
  readonly force?: boolean;
}

/** What to write where. The same rules and files always give the same plan, and a plan carried out gives no change. */
export function planInjection(request: InjectionRequest): InjectionPlan {
  const names = TARGET_NAMES.filter((name) => request.targets.includes(name));
  const imports = names.includes("agents") && importsAgentsFile(request.existing.get("CLAUDE.md") ?? "");
  const plans = names.map((name): InjectionPlan => {
    const other = request.sameFile?.get(name);
    if (other !== undefined) {
      const note = `${TARGETS[name].sign} is the same file as ${TARGETS[other].sign}, so it is written once`;
      return { files: [], problems: [], withheld: [], notes: [note] };
    }
    if (name === "claude" && imports) {
      const note = "CLAUDE.md loads AGENTS.md, so rules are only written there";
      return { ...planTarget(name, [], request), notes: request.rules.length === 0 ? [] : [note] };
    }
    const { injected, withheld } = selectRules(...addressed(name, names, imports, request));
    const plan = planTarget(name, injected, request);
    return {
      ...plan,
      withheld: [...withheld.map((each) => ({ target: name, ...each })), ...plan.withheld],
      notes: [...plan.notes, ...noteOthers(name, request.rules, withheld)],
    };
  });
  return {
    files: plans.flatMap(({ files }) => files),
    problems: plans.flatMap(({ problems }) => problems),
    withheld: plans.flatMap(({ withheld }) => withheld),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

function planTarget(
  name: TargetName,
  selected: readonly ActiveRule[],
  request: InjectionRequest,
): InjectionPlan {
  const target = TARGETS[name];
  const { existing, force = false, targets } = request;
  const rules = selected.filter((rule) => !isPartners(rule, target, targets));
  return target.kind === "block"
    ? planBlock(name, target, rules, existing.get(target.path) ?? null)
    : planFiles(name, target, rules, { files: existing, force });
}

const MAX_NAMED = 5;

/** Rules for other agents are the likeliest to be missed. */
function noteOthers(
  name: TargetName,
  rules: readonly ActiveRule[],
  withheld: readonly Withheld[],
): readonly string[] {
  const ids = new Set(withheld.flatMap(({ rule_id, reason }) => (reason === "other_agent" ? [rule_id] : [])));
  if (ids.size === 0) return [];
  const others = rules.filter(({ rule_id }) => ids.has(rule_id)).flatMap(({ scope }) => scope.agents);
  const agents = [...new Set(others)].toSorted(byCodeUnits);
  const named = agents.slice(0, MAX_NAMED).join(", ") + (agents.length > MAX_NAMED ? ", …" : "");
  const what = ids.size === 1 ? "1 rule is" : `${ids.size} rules are`;
  return [`target ${name}: ${what} for other agents (${named}); use --agent to choose whose rules to write`];
}

/** A file may have several readers, so a rule for any of them counts as one for the file. */
function addressed(
  name: TargetName,
  names: readonly TargetName[],
  imports: boolean,
  { rules, agents, policy, sameFile }: InjectionRequest,
): Parameters<typeof selectRules> {
  const joined = names.filter(
    (other) => sameFile?.get(other) === name || (imports && name === "agents" && other === "claude"),
  );
  const apart = names.filter((other) => other !== name && !joined.includes(other));
  const elsewhere = new Set(apart.flatMap((other) => TARGETS[other].readers));
  // AGENTS.md is everybody's; who has a file of their own among the targets is not addressed twice.
  const own = [
    ...TARGETS[name].readers.filter((reader) => name !== "agents" || !elsewhere.has(reader)),
    ...joined.flatMap((other) => TARGETS[other].readers),
  ];
  const readers = agents.length > 0 ? agents : own;
  const [reader = ""] = readers;
  const forFile = rules.map((rule) =>
    rule.scope.agents.some((agent) => readers.includes(agent))
      ? { ...rule, scope: { ...rule.scope, agents: [reader] } }
      : rule,
  );
  return [forFile, { agent: reader, policy }];
}

/** Where both halves of a pair are written, rules for some paths go into one and the others into the other. */
function isPartners(rule: ActiveRule, { kind, partner }: Target, targets: readonly TargetName[]): boolean {
  if (partner === undefined || !targets.includes(partner)) return false;
  const isScoped = portableGlobs(rule.scope.paths) !== undefined;
  return kind === "block" ? isScoped : !isScoped;
}

/** What becomes of a file of the project's own; the rules come best first. */
function planBlock(
  name: TargetName,
  { path, limit }: BlockTarget,
  rules: readonly ActiveRule[],
  before: string | null,
): InjectionPlan {
  const write = (some: readonly ActiveRule[]) => replaceBlock(before, renderBody(some));
  const { kept, left } = fitRules(rules, (some) => {
    const written = write(some);
    return !written.ok || fits(written.value ?? "", limit);
  });
  const written = write(kept);
  if (!written.ok) {
    const { code, message } = written.error;
    return { files: [], problems: [{ target: name, path, code, message }], withheld: [], notes: [] };
  }
  const after = written.value;
  const lines = after === null ? 0 : after.split("\n").length;
  return {
    files:
      before === null && after === null ? [] : [{ target: name, path, before, after, rules: kept.length }],
    problems: [],
    withheld: left.map(({ rule_id, version }) => ({
      target: name,
      rule_id,
      version,
      reason: "format_limit",
      path,
      why: limit?.why ?? "",
    })),
    notes:
      name === "claude" && kept.length > 0 && lines > CLAUDE_LINES
        ? [`${path} has ${lines} lines; Claude follows a file of at most ${CLAUDE_LINES} better`]
        : [],
  };
}

interface Existing {
  readonly files: ReadonlyMap<string, string>;
  /** Whether a file that is not ours may be overwritten. */
  readonly force: boolean;
}

/** One file for each set of globs, one for what holds everywhere; files of ours that nothing goes into are removed. */
function planFiles(
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

/** A short name for a set of globs: its words for people, and a hash so that no two sets share one. */
export function scopeSlug(globs: readonly string[]): string {
  const words = globs
    .join(" ")
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_WORDS)
    .replace(/^-/, "")
    .replace(/-$/, "");
  return `${words === "" ? "" : `${words}-`}${hash64(globs.join("\n")).slice(0, 8)}`;
}

interface FittedRules {
  readonly kept: readonly ActiveRule[];
  readonly left: readonly ActiveRule[];
}

/** As many of the best as fit; more rules never make a shorter text, so halving finds them in a few tries. */
function fitRules(best: readonly ActiveRule[], fit: (rules: readonly ActiveRule[]) => boolean): FittedRules {
  if (fit(best)) return { kept: best, left: [] };
  let [most, tooMany] = [0, best.length];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (fit(best.slice(0, middle))) most = middle;
    else tooMany = middle;
  }
  return { kept: best.slice(0, most), left: best.slice(most) };
}
