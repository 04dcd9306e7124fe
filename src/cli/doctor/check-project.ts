import { execFile } from "node:child_process";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { injectRules } from "../../app/inject/inject-rules.ts";
import { parseRecord } from "../../app/setup/apply-setup.ts";
import { planSetup } from "../../app/setup/plan-setup.ts";
import type { ReadConfig } from "../../config/read-config.ts";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import { RECORD_PATH } from "../../core/setup/setup-record.ts";
import { shellLine } from "../../core/setup/setup-command.ts";
import { isSetupPart } from "../../core/setup/setup-parts.ts";
import { SETUP_PATHS } from "../../core/setup/setup-paths.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import { ExternalError } from "../../ports/errors.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { INIT_PORTS } from "../init/init-ports.ts";
import type { OpenedRules } from "../inject/inject-ports.ts";
import type { FoundHooks } from "../status/found-hooks.ts";
import type { StatusFacts } from "../status/status-report.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { PUBLISHED_AS, VERSION } from "../version.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";

const run = promisify(execFile);

/** What the project's files are like, next to what `emend init` and `emend inject` would write. */
export async function checkProject(
  { hooks, survey }: Pick<StatusFacts, "hooks" | "survey">,
  read: ReadConfig,
  io: CliIo,
): Promise<readonly DoctorCheck[]> {
  const root = projectRoot(io.cwd);
  const files = await INIT_PORTS.openFiles(io);
  const opened = await openRules(io);
  const git = await checkGit(root, io);
  // The store is a check of its own.
  if (opened === undefined) return git;
  const { rules, trials, checks } = opened;
  const ports = {
    files,
    rules,
    trials,
    checks,
    policy: read.config.rules,
    now: () => io.now().toISOString(),
  };
  try {
    // Without a store here, the rules are elsewhere or gone, and an empty list would take them out of the files.
    const leftovers = findLeftovers(root, hooks);
    const ofRules = survey === undefined ? [] : await checkRuleFiles(ports);
    return [...(await checkSetup(hooks, ports)), ...leftovers, ...ofRules, ...git];
  } finally {
    await opened.close();
  }
}

async function openRules(io: CliIo): Promise<OpenedRules | undefined> {
  try {
    const opened = await INIT_PORTS.openRules(io);
    return typeof opened === "string" ? undefined : opened;
  } catch (error) {
    if (error instanceof ExternalError || error instanceof CliError) return undefined;
    throw error;
  }
}

type Ports = Parameters<typeof planSetup>[0];

/** Whether everything is there that `emend init` writes, as far as the folder is set up. */
async function checkSetup({ hooks, mcp }: FoundHooks, ports: Ports): Promise<readonly DoctorCheck[]> {
  const parts = [...new Set([...hooks, ...mcp])].filter(isSetupPart);
  try {
    const record = await ports.files.read(RECORD_PATH);
    if (record !== undefined) parseRecord(record.text);
    if (record === undefined && parts.length === 0) return [];
    const plan = await planSetup(ports)({
      ...(parts.length === 0 ? {} : { parts }),
      version: VERSION,
      program: INIT_PORTS.program,
      publishedAs: PUBLISHED_AS,
    });
    // Rule files are a check of their own, and settings are optional.
    const files = plan.files.filter(({ kind }) => kind === "json" || kind === "lines");
    if (files.length === 0) return [passed("set-up", "complete")];
    return [
      {
        check: "set-up",
        state: "warning",
        code: "set_up_incomplete",
        message: `${files.map(({ path }) => path).join(", ")} lack${files.length === 1 ? "s" : ""} something that emend init adds; the set-up was interrupted, changed or is of an earlier version`,
        mend: parts.length === 0 ? "emend init" : `emend init --for ${parts.join(",")}`,
        fixable: true,
      },
    ];
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return [
      {
        check: "set-up",
        state: "problem",
        code: error.code,
        message: error.message,
        mend: `mv ${RECORD_PATH} ${RECORD_PATH}.broken && emend init`,
      },
    ];
  }
}

/** Drafts of files that an interrupted `emend init` or `emend inject` left behind. */
function findLeftovers(root: string, { starts }: FoundHooks): readonly DoctorCheck[] {
  const paths = [...Object.values(SETUP_PATHS), ...starts.map(({ path }) => path)];
  const folders = new Set(paths.map((path) => dirname(path)));
  const found = [...folders].flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => /^\.emend-[0-9a-f]{16}\.tmp$/.test(name))
      .map((name) => join(folder, name)),
  );
  if (found.length === 0) return [];
  return [
    {
      check: "set-up",
      state: "warning",
      code: "drafts_left",
      message: `an interrupted command left ${found.join(", ")}`,
      mend: shellLine(["rm", ...found]),
    },
  ];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether rule files are in step with the rules in force, and which rules do not fit. */
async function checkRuleFiles(ports: Ports): Promise<readonly DoctorCheck[]> {
  let report: Awaited<ReturnType<ReturnType<typeof injectRules>>>;
  try {
    report = await injectRules(ports)({ dry: true });
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return [
      {
        check: "rule files",
        state: "problem",
        code: error.code,
        message: error.message,
        mend: "emend inject --diff",
      },
    ];
  }
  const { files, withheld, problems, notes } = report;
  const [problem] = problems;
  const stale = files.filter((file) => changeKindOf(file) !== "unchanged").map(({ path }) => path);
  const checks: DoctorCheck[] = [];
  if (problem !== undefined) {
    checks.push({
      check: "rule files",
      state: "problem",
      code: problem.code,
      message: `${problem.path}: ${problem.message}`,
      mend: `fix ${problem.path}, then run emend inject`,
    });
  } else if (stale.length > 0) {
    checks.push({
      check: "rule files",
      state: "warning",
      code: "rules_stale",
      message: `${stale.join(", ")} ${stale.length === 1 ? "is" : "are"} not in step with the rules in force`,
      mend: "emend inject",
      fixable: true,
    });
  } else if (files.length > 0) {
    checks.push(
      passed("rule files", `${files.map(({ path }) => path).join(", ")}: in step with the rules in force`),
    );
  }
  // Such as rules for other agents, which are in no file on purpose.
  checks.push(...notes.map((note) => passed("rule files", `emend inject says: ${note}`)));
  const limited = withheld.filter(({ reason }) => ["limit", "budget", "format_limit"].includes(reason));
  const ids = new Set(limited.map(({ rule_id: id }) => id));
  if (ids.size > 0) {
    checks.push({
      check: "rule files",
      state: "warning",
      code: "rules_withheld",
      message: `${formatCount(ids.size, "rule")} in force did not fit: ${[...ids].slice(0, 5).join(", ")}${ids.size > 5 ? ", …" : ""}`,
      mend: "raise rules.rules_per_agent or rules.token_budget, or retire rules that no longer help: emend rules effect",
    });
  }
  return checks;
}

async function checkGit(root: string, io: CliIo): Promise<readonly DoctorCheck[]> {
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    try {
      const { stdout } = await run("git", ["-c", "core.fsmonitor=false", "-C", root, ...args], {
        env: io.env,
        timeout: 5_000,
      });
      return stdout.trim();
    } catch {
      return undefined;
    }
  };
  if (!existsSync(join(root, ".git"))) return [];
  const [name, ignored] = await Promise.all([
    git("config", "user.name"),
    git("check-ignore", "--no-index", ".emend/emend.db"),
  ]);
  const checks: DoctorCheck[] = [];
  if (name === undefined || name === "") {
    checks.push({
      check: "git",
      state: "warning",
      code: "git_nameless",
      message: "git has no user.name, so your corrections are recorded under your login name",
      mend: 'git config --global user.name "Your Name"',
    });
  } else checks.push(passed("git", `corrections are recorded as ${name}`));
  // A store has a .gitignore of its own beside it; this is about the folder.
  if (ignored === undefined && existsFolder(join(root, ".emend"))) {
    checks.push({
      check: "git",
      state: "warning",
      code: "store_not_ignored",
      message: "git does not ignore .emend/, so somebody may commit the store",
      mend: "echo .emend/ >> .gitignore",
    });
  }
  return checks;
}

function existsFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
