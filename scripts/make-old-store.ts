// node scripts/make-old-store.ts COMMIT   makes test/upgrade/schema-N/ with the program of that commit, and shows that it
// refuses its own store once this version has migrated it. Needs git history and pg_dump; takes about a minute.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { SOURCE_BIN } from "../test/bin.ts";
import { freePort } from "../test/free-port.ts";
import { type Answers, type Prompt, QUESTIONS } from "../test/upgrade/questions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const [commit = ""] = process.argv.slice(2);
const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const sha = git("rev-parse", "--verify", `${commit}^{commit}`);
const work = mkdtempSync(join(tmpdir(), "emend-old-"));

/** The commit's program, built with the packages of this clone. */
function buildOld(): string {
  const folder = join(work, "program");
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", sha], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  // Its own caches and its own build, but the same packages.
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== ".cache") symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  cpSync(join(root, "node_modules/.cache/emend"), join(folder, "node_modules/.cache/emend"), {
    recursive: true,
    filter: (path) => !path.endsWith("built.json"),
  });
  execFileSync(process.execPath, ["scripts/build.js"], { cwd: folder, stdio: "inherit" });
  return join(folder, "dist/bin.js");
}

/** The PostgreSQL that pg_dump belongs to, as nobody, because it refuses to run as root. */
async function startPostgres(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const bin = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  const folder = join(work, "postgres");
  mkdirSync(folder);
  chmodSync(work, 0o755);
  chownSync(folder, 65_534, 65_534);
  const asNobody = (program: string, ...args: readonly string[]): void => {
    execFileSync(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", join(bin, program), "-D", folder, ...args],
      { stdio: "ignore" },
    );
  };
  asNobody("initdb", "--auth=trust", "--username=emend", "--encoding=UTF8", "--locale=C");
  const port = await freePort();
  asNobody("pg_ctl", "-w", "-o", `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder}`, "start");
  return {
    url: `postgres://emend@127.0.0.1:${port}/postgres`,
    stop: () => asNobody("pg_ctl", "-m", "immediate", "stop"),
  };
}

interface Old {
  readonly bin: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Arguments that name the store, if it is not the default. */
  readonly store: readonly string[];
}

function emend({ bin, folder, env }: Old, args: readonly string[], input = "", accept = [0]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...env, PATH: process.env["PATH"] },
    input,
    encoding: "utf8",
  });
  if (!accept.includes(status ?? -1))
    throw new Error(`emend ${args.join(" ")}: ${status}\n${stderr}${stdout}`);
  return stdout;
}

const DECISIONS = [
  ["ana", "The new endpoint has no test. Add one that fails without the change.", "missing_tests"],
  ["ben", "Please add a test for the refund path; nothing covers it.", "missing_tests"],
  ["cleo", "There is no test for the new branch. Add a test.", "missing_tests"],
  ["ana", "Close the file in a finally block, orders.csv stays open when it throws.", "resource_leak"],
  ["ben", "Close the file in a finally block; invoices.csv leaks when the parser throws.", "resource_leak"],
  ["cleo", "Check the result of findUser() for null before you use it.", "null_check"],
] as const;

const decisionLines = (): string =>
  DECISIONS.map(([reviewer, comment, tag], at) =>
    JSON.stringify({
      decision_id: `before-${at}`,
      gate_id: "Before merge",
      epic_id: "checkout",
      task_id: `pr-${at}`,
      decision: "REJECTED",
      reviewer_id: reviewer,
      timestamp: `2026-11-1${at}T09:00:00Z`,
      review_duration_seconds: 60,
      agent_output_sha: `sha-${at}`,
      reviewer_comment: comment,
      tags: [tag],
      agent: "rio",
    }),
  ).join("\n");

/** Feedback, rules, people, tokens, runs and a trial, if the version has them: everything by its own commands. */
function tellStory(old: Old): Answers["given"] {
  const run = (args: readonly string[], input?: string): string => emend(old, [...args, ...old.store], input);
  const ruleOf = (answer: string): string => (JSON.parse(answer) as { rule_id: string }).rule_id;
  run(["import", "--format", "decisions"], decisionLines());
  const { proposed } = JSON.parse(run(["rules", "propose", "--json"])) as { proposed: { rule_id: string }[] };
  const recurring = proposed.map(({ rule_id: id }) => id);
  if (recurring.length === 0) throw new Error("nothing was proposed");
  const texts = ["Write a changelog entry for each change.", "Name every constant."];
  const rules = texts.map((text) =>
    ruleOf(
      run([
        "rules",
        "propose",
        "--text",
        text,
        "--reason",
        "It came up.",
        "--agent",
        "rio",
        "--as",
        "cleo",
        "--json",
      ]),
    ),
  );
  for (const rule of [...recurring, rules[0]!])
    for (const who of ["ana", "ben"]) run(["rules", "approve", rule, "--as", who]);
  run(["rules", "reject", rules[1]!, "--reason", "The linter does it.", "--as", "ben"]);
  const hasTrials = emend(old, ["--help"]).includes("\n  trials ");
  if (hasTrials) run(["trials", "start", recurring[0]!, "--anyway", "--share", "0.5", "--as", "ana"]);
  const given = Array.from({ length: 12 }, (_, at) => {
    const task = `PAY-${at}`;
    const args = ["rules", "prompt", "--agent", "rio", "--run", `run-${at}`, "--task", task, "--json"];
    const { rules: ids } = JSON.parse(run(args, "You are rio.\n")) as Prompt;
    return { task, rules: ids.map(({ rule_id: id }) => id) };
  });
  run(["tokens", "create", "--name", "rio's hooks", "--role", "agent", "--agent", "rio"]);
  run(["tokens", "create", "--name", "ana", "--role", "approver"]);
  run(["people", "link", "ana", "github:ana-dev"]);
  return given;
}

/** What the old version answers, which a newer one has to answer too. */
function ask(old: Old): Answers["answers"] {
  const help = emend(old, ["--help"]);
  return Object.fromEntries(
    QUESTIONS.filter(([command]) => help.includes(`\n  ${command} `)).map((args) => [
      args.join(" "),
      JSON.parse(emend(old, [...args, "--json", ...old.store])) as unknown,
    ]),
  );
}

/** The new version migrates a copy, which the old one then refuses and leaves as it is. */
function checkRefusal(old: Old): void {
  const [before, after] = [join(old.folder, ".emend/emend.db"), join(old.folder, "migrated.db")];
  cpSync(before, after);
  emend({ ...old, bin: SOURCE_BIN }, ["rules", "list", "--store", after]);
  const bytes = readFileSync(after);
  const { status, stderr } = spawnSync(process.execPath, [old.bin, "rules", "list", "--store", after], {
    cwd: old.folder,
    env: { ...old.env, PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  if (status !== 3 || !stderr.includes("store_too_new") || !readFileSync(after).equals(bytes))
    throw new Error(`the old version did not refuse the migrated store: ${status} ${stderr}`);
  rmSync(after);
  console.log(`The old version refuses the migrated store: ${stderr.trim()}`);
}

const SESSION = { session_id: "s-1", transcript_path: "/none" };
const TOLD = "No, never edit files in generated/, change the template instead.";

/** Queues a correction for a server that does not answer. */
function queue(old: Old): string {
  const env = { ...old.env, EMEND_SERVER_URL: "http://127.0.0.1:9" };
  const fire = (event: object): string =>
    emend(
      { ...old, env },
      ["hook", "claude-code", "--alone"],
      JSON.stringify({ ...SESSION, cwd: old.folder, ...event }),
    );
  fire({ hook_event_name: "SessionStart", source: "startup" });
  fire({
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command: "npx pytest -q" },
    error: "Exit code 1\nFAILED tests/test_basket.py::test_sum - assert 3 == 4\n1 failed in 0.1s",
  });
  fire({ hook_event_name: "UserPromptSubmit", prompt: TOLD });
  const projects = join(old.env["HOME"]!, ".local/state/emend/projects");
  const found = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((name) =>
    /spool-[^/]+\/\d{13}-[^/]+\.json$/.test(name),
  );
  if (found.length === 0) throw new Error("the hook queued nothing");
  return JSON.stringify(
    found.map((name) => ({
      name: name.slice(name.lastIndexOf("/") + 1),
      text: readFileSync(join(projects, name), "utf8"),
    })),
    null,
    2,
  );
}

try {
  const bin = process.env["EMEND_OLD_BIN"] ?? buildOld();
  const folder = join(work, "project");
  const home = join(work, "home");
  mkdirSync(home);
  mkdirSync(folder);
  const old: Old = { bin, folder, env: { HOME: home, USER: "ana" }, store: [] };
  execFileSync("git", ["init", "--quiet", folder]);
  writeFileSync(join(folder, "CLAUDE.md"), "# Our shop\n\nMoney is in cents.\n");
  writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
  const given = tellStory(old);
  emend(old, ["init", "--yes", "--for", "claude-code,cursor,codex", "--agent", "rio", "--command", "emend"]);
  const sqlite: Answers = { given, answers: ask(old) };
  const queued = queue(old);
  checkRefusal(old);
  emend(old, ["store", "backup", "small.db"]);
  const { schema } = JSON.parse(emend(old, ["store", "status", "--json"])) as { schema: number };

  const postgres = await startPostgres();
  let dump: string;
  let fromPostgres: Answers;
  try {
    const { url } = postgres;
    const there: Old = { ...old, store: ["--store", url] };
    fromPostgres = { given: tellStory(there), answers: ask(there) };
    dump = execFileSync("pg_dump", ["--no-owner", "--inserts", "--rows-per-insert=50", "--dbname", url], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  } finally {
    postgres.stop();
  }

  const to = join(root, "test/upgrade", `schema-${schema}`);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
  writeFileSync(join(to, "store.db.gz"), gzipSync(readFileSync(join(folder, "small.db")), { level: 9 }));
  // Only psql knows its own commands.
  writeFileSync(join(to, "store.sql.gz"), gzipSync(dump.replaceAll(/^\\.*$/gm, ""), { level: 9 }));
  writeFileSync(
    join(to, "answers.json.gz"),
    gzipSync(json({ sqlite, postgres: fromPostgres }), { level: 9 }),
  );
  writeFileSync(join(to, "queue.json"), `${queued}\n`);
  const files = [
    "emend.yaml",
    "CLAUDE.md",
    "AGENTS.md",
    ".gitignore",
    ".claude/settings.json",
    ".mcp.json",
    ".cursor/hooks.json",
    ".cursor/mcp.json",
    ".cursor/rules/emend.mdc",
    ".emend/init.json",
  ].filter((path) => existsSync(join(folder, path)));
  writeFileSync(
    join(to, "set-up.json"),
    json(Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]))),
  );
  writeFileSync(
    join(to, "README.md"),
    `Made by \`node scripts/make-old-store.ts ${sha.slice(0, 12)}\` with the program of that commit (schema ${schema}, ${git("log", "-1", "--format=%cs", sha)}).\nNothing here was edited by hand.\n`,
  );
  execFileSync("npx", ["--no", "oxfmt", to], { cwd: root });
  console.log(`Wrote ${to}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
