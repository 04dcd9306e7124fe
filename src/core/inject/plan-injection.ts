import type { EnforcedQuestion } from "../check/enforced-rules.ts";
import { defined } from "../defined.ts";
import { byCodeUnits } from "../text/code-points.ts";
import { type ActiveRule, selectRules } from "../rule/select-rules.ts";
import type { LeftOut } from "../rule/injection.ts";
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
  withLineEndingsOf,
  isManagedFile,
} from "./targets.ts";
import { replaceBlock } from "./managed-block.ts";
import { hash64 } from "../hash.ts";

const MAX_WORDS = 32;

const NOT_OURS =
  "the file exists and was not written by `emend inject`; rename it, or use --force to overwrite it";

export interface InjectionRequest {
  readonly targets: readonly TargetName[];
  /** All rules in force; an empty list removes everything of ours. */
  readonly rules: readonly ActiveRule[];
  /**
   * The agents whose rules are included; by default each target's readers. Rules for all agents are always
   * included.
   */
  readonly agents: readonly string[];
  /** The name of the agent that works in this repository, which reads its files under whatever name it has. */
  readonly local?: string;
  readonly policy: Pick<RulePolicy, "rulesPerAgent" | "tokenBudget" | "withholdFlagged">;
  /** The rules that need no text in a file with these readers, because a check enforces them. */
  readonly enforcedFor?: (question: EnforcedQuestion) => ReadonlySet<string>;
  /** Existing files by path: those of the targets, and those in their folders that may be ours. */
  readonly existing: ReadonlyMap<string, string>;
  /** Targets that are the same file as another target. */
  readonly sameFile?: ReadonlyMap<TargetName, TargetName>;
  readonly force?: boolean;
}

/** Plans what to write. It is deterministic, and an applied plan results in no further change. */
export function planInjection(request: InjectionRequest): InjectionPlan {
  const names = TARGET_NAMES.filter((name) => request.targets.includes(name));
  const importing = findImporting(names, request.existing);
  let inAgents: ReadonlySet<string> = new Set();
  // AGENTS.md comes first in the list of targets.
  const plans = names.map((name): InjectionPlan => {
    const other = request.sameFile?.get(name);
    if (other !== undefined) {
      const note = `${TARGETS[name].sign} is the same file as ${TARGETS[other].sign}, so it is written once`;
      return { files: [], problems: [], withheld: [], notes: [note] };
    }
    if (importing.includes(name)) {
      const note = `${TARGETS[name].sign} loads AGENTS.md, so rules are only written there`;
      return { ...planTarget(name, [], request), notes: request.rules.length === 0 ? [] : [note] };
    }
    const { injected, withheld } = selectRules(...rulesForTarget(name, names, importing, request));
    const own =
      TARGETS[name].readsAgents === true
        ? injected.filter(({ rule_id }) => !inAgents.has(rule_id))
        : injected;
    const plan = planTarget(name, own, request);
    if (name === "agents") inAgents = idsWritten(injected, plan);
    const onlyThere = injected.length - own.length;
    return {
      ...plan,
      withheld: [...withheld.map((each) => ({ target: name, ...each })), ...plan.withheld],
      notes: [
        ...plan.notes,
        ...(onlyThere === 0 ? [] : [noteOnlyInAgents(name, onlyThere)]),
        ...noteOthers(name, request.rules, withheld),
      ],
    };
  });
  return {
    files: plans.flatMap(({ files }) => files),
    problems: plans.flatMap(({ problems }) => problems),
    withheld: plans.flatMap(({ withheld }) => withheld),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

/** The targets whose own file loads AGENTS.md. */
const findImporting = (
  names: readonly TargetName[],
  existing: ReadonlyMap<string, string>,
): readonly TargetName[] =>
  names.filter((name) => {
    const target = TARGETS[name];
    return (
      name !== "agents" &&
      names.includes("agents") &&
      target.kind === "block" &&
      importsAgentsFile(existing.get(target.path) ?? "")
    );
  });

function idsWritten(rules: readonly ActiveRule[], plan: InjectionPlan): ReadonlySet<string> {
  const withheld = new Set(plan.withheld.map(({ rule_id }) => rule_id));
  return new Set(
    plan.problems.length > 0 ? [] : rules.map(({ rule_id }) => rule_id).filter((id) => !withheld.has(id)),
  );
}

function planTarget(
  name: TargetName,
  selected: readonly ActiveRule[],
  request: InjectionRequest,
): InjectionPlan {
  const target = TARGETS[name];
  const { existing, force = false, targets } = request;
  const rules = selected.filter((rule) => !belongsToPartner(rule, target, targets));
  return target.kind === "block"
    ? planBlock(name, target, rules, existing.get(target.path) ?? null)
    : planFiles(name, target, rules, { files: existing, force });
}

const noteOnlyInAgents = (name: TargetName, count: number): string =>
  `target ${name}: ${count === 1 ? "1 rule is" : `${count} rules are`} only in AGENTS.md, which ${TARGETS[name].readers.join(" and ")} reads, too`;

const MAX_NAMED = 5;

/** Mentions rules for other agents, which are easily missed. */
function noteOthers(
  name: TargetName,
  rules: readonly ActiveRule[],
  withheld: readonly LeftOut[],
): readonly string[] {
  const ids = new Set(withheld.flatMap(({ rule_id, reason }) => (reason === "other_agent" ? [rule_id] : [])));
  if (ids.size === 0) return [];
  const others = rules.filter(({ rule_id }) => ids.has(rule_id)).flatMap(({ scope }) => scope.agents);
  const agents = [...new Set(others)].toSorted(byCodeUnits);
  const named = agents.slice(0, MAX_NAMED).join(", ") + (agents.length > MAX_NAMED ? ", …" : "");
  const what = ids.size === 1 ? "1 rule is" : `${ids.size} rules are`;
  return [`target ${name}: ${what} for other agents (${named}); use --agent to choose whose rules to write`];
}

/** A file may have several readers; a rule for any of them is included. */
function rulesForTarget(
  name: TargetName,
  names: readonly TargetName[],
  importing: readonly TargetName[],
  { rules, agents, local, policy, enforcedFor, sameFile }: InjectionRequest,
): Parameters<typeof selectRules> {
  const joined = names.filter(
    (other) => sameFile?.get(other) === name || (name === "agents" && importing.includes(other)),
  );
  const otherTargets = names.filter((other) => other !== name && !joined.includes(other));
  const elsewhere = new Set(otherTargets.flatMap((other) => TARGETS[other].readers));
  // AGENTS.md is for everybody; readers with a file of their own are not addressed twice.
  const own = [
    ...TARGETS[name].readers.filter((reader) => name !== "agents" || !elsewhere.has(reader)),
    ...joined.flatMap((other) => TARGETS[other].readers),
  ];
  const readers = agents.length > 0 ? agents : [...own, ...(local === undefined ? [] : [local])];
  const [reader = ""] = readers;
  const forFile = rules.map((rule) =>
    rule.scope.agents.some((agent) => readers.includes(agent))
      ? { ...rule, scope: { ...rule.scope, agents: [reader] } }
      : rule,
  );
  const enforced = enforcedFor?.({ agents: readers, files: [] });
  return [forFile, { agent: reader, policy, ...defined({ enforced }) }];
}

/** If both targets of a pair are written, one gets the rules for certain paths and the other the rest. */
function belongsToPartner(
  rule: ActiveRule,
  { kind, partner }: Target,
  targets: readonly TargetName[],
): boolean {
  if (partner === undefined || !targets.includes(partner)) return false;
  const isScoped = portableGlobs(rule.scope.paths) !== undefined;
  return kind === "block" ? isScoped : !isScoped;
}

/** Plans a file with a managed block; rules are best first. */
function planBlock(
  name: TargetName,
  { path, limit }: BlockTarget,
  rules: readonly ActiveRule[],
  before: string | null,
): InjectionPlan {
  const write = (candidates: readonly ActiveRule[]) => replaceBlock(before, renderBody(candidates));
  const { kept, left: dropped } = fitRules(rules, (candidates) => {
    const written = write(candidates);
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
    withheld: dropped.map(({ rule_id, version }) => ({
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
  /** Overwrite files that are not ours. */
  readonly force: boolean;
}

/** Plans one file per set of globs and one for everything else; our files without rules are removed. */
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
  for (const { globs, rules: candidates } of groupsOf(rules, format.isScoped)) {
    const path = `${format.folder}/${format.fileName(globs === null ? null : scopeSlug(globs))}`;
    const before = existing.get(path) ?? null;
    const write = (subset: readonly ActiveRule[]): string =>
      withLineEndingsOf(
        format.render(globs, renderBody(globs === null ? subset : withoutPaths(subset))),
        before,
      );
    const { kept, left: dropped } = fitRules(candidates, (subset) => fits(write(subset), format.limit));
    for (const { rule_id, version } of dropped) {
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

/** A short, unique name for a set of globs: readable words and a hash. */
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

/** The most rules that fit, by binary search, since more rules never make a shorter text. */
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
