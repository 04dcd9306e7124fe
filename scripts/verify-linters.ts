// Verifies catalogue/linters: installs the linters into a folder and runs each rule on its examples. A bad example has to be
// reported by the rule and a good one not. Rules of tools that cannot be installed here have to be in the list that the tool
// publishes. Writes what passed to catalogue/linters/verified.json, and exits with 1 if anything failed.
//
// node scripts/verify-linters.ts [--tools FOLDER] [--lists FOLDER] [--only TOOL,…] [--new]
//   --tools  where npm/ and python/ are kept between runs; otherwise a temporary folder
//   --lists  clones of the tools' repositories, as OWNER/NAME; those that are missing are cloned
//   --only   these tools; the record of the others is kept
//   --new    only what the record lacks
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  mappingKey,
  writtenRules,
  type LinterRule,
  type Verified,
  type WrittenMapping,
} from "../src/core/linter/linter-mapping.ts";
import { readLinterResults } from "../src/core/linter/read-linter-results.ts";
import { readVerified, readWrittenMappings } from "../src/drivers/catalogue/read-linter-mappings.ts";
import * as code from "./linters/code-linters.ts";
import { write, type LinterRunner, type TriedExample, type Workplace } from "./linters/linter-runner.ts";
import { PUBLISHED_LISTS } from "./linters/published-lists.ts";
import * as web from "./linters/web-linters.ts";

const RUNNERS: Readonly<Record<string, LinterRunner>> = {
  bandit: code.runBandit,
  biome: web.runBiome,
  checkstyle: code.runCheckstyle,
  "clang-tidy": code.runClangTidy,
  clippy: code.runClippy,
  commitlint: web.runCommitlint,
  cppcheck: code.runCppcheck,
  eslint: web.runEslint,
  htmlhint: web.runHtmlhint,
  markdownlint: web.runMarkdownlint,
  oxlint: web.runOxlint,
  phpcs: code.runPhpcs,
  phpmd: code.runPhpmd,
  pmd: code.runPmd,
  pylint: code.runPylint,
  rubocop: code.runRubocop,
  ruff: code.runRuff,
  shellcheck: code.runShellcheck,
  spectral: web.runSpectral,
  staticcheck: code.runStaticcheck,
  stylelint: web.runStylelint,
  yamllint: code.runYamllint,
};

const PYTHON_PACKAGES = ["ruff", "pylint"];
const DEBIAN_PACKAGES: Readonly<Record<string, string>> = {
  bandit: "bandit",
  checkstyle: "checkstyle",
  "clang-tidy-19": "clang-tidy-19",
  cppcheck: "cppcheck",
  "go-staticcheck": "go-staticcheck",
  phpcs: "php-codesniffer",
  phpmd: "phpmd",
  rubocop: "rubocop",
  shellcheck: "shellcheck",
  yamllint: "yamllint",
};

const { values: options } = parseArgs({
  options: {
    tools: { type: "string" },
    lists: { type: "string" },
    only: { type: "string" },
    new: { type: "boolean" },
  },
});

const folder = fileURLToPath(new URL("../catalogue/linters/", import.meta.url));
const record = `${folder}verified.json`;
const temporary = mkdtempSync(`${tmpdir()}/emend-linters-`);
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
const tools = options.tools ?? `${temporary}/tools`;
const lists = options.lists ?? `${temporary}/lists`;

interface Tried {
  readonly mapping: WrittenMapping;
  readonly rule: LinterRule;
  readonly key: string;
}

const known: Readonly<Record<string, Verified>> = existsSync(record) ? readVerified(folder) : {};
const only = options.only?.split(",");
const all: readonly Tried[] = readWrittenMappings(folder).flatMap((mapping) =>
  writtenRules(mapping).map((rule) => ({ mapping, rule, key: mappingKey(mapping, rule) })),
);
const tried = all.filter(
  ({ rule, key }) =>
    (only?.includes(rule.tool) ?? true) && !(options.new === true && Object.hasOwn(known, key)),
);

const verified = new Map(
  all
    .filter((one) => !tried.includes(one) && Object.hasOwn(known, one.key))
    .map(({ key }) => [key, known[key]!]),
);
const failed: string[] = [];
const fail = ({ mapping, rule }: Tried, why: string): void => {
  failed.push(`${rule.tool} ${rule.rule} (${mapping.entries.join(", ")}): ${why}`);
};

const byTool = Map.groupBy(tried, ({ rule }) => rule.tool);
for (const [tool, some] of [...byTool].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  const runner = RUNNERS[tool];
  console.log(`${tool}: ${some.length}`);
  if (runner === undefined) checkList(tool, some);
  else await runTool(tool, runner, some);
}
const sorted = Object.fromEntries([...verified].toSorted(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(record, `${JSON.stringify(sorted, null, 2)}\n`);
for (const line of failed) console.log(`FAILED ${line}`);
const ways = [...verified.values()];
console.log(
  `${ways.length} verified: ${ways.filter((way) => way === "run").length} by running, ${ways.filter((way) => way === "list").length} by list; ${failed.length} failed`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runTool(tool: string, runner: LinterRunner, some: readonly Tried[]): Promise<void> {
  const place: Workplace = { folder: `${temporary}/${tool}`, npm: `${tools}/npm`, python: `${tools}/py` };
  mkdirSync(place.folder, { recursive: true });
  install();
  const examples: TriedExample[] = [];
  const numbers = new Map<WrittenMapping, number>();
  for (const [mapping, rules] of Map.groupBy(some, (one) => one.mapping)) {
    const { file, bad, good } = mapping;
    if (file === undefined || bad === undefined || good === undefined) {
      for (const one of rules) fail(one, "it has no examples");
      continue;
    }
    const number = numbers.size + 1;
    numbers.set(mapping, number);
    write(`${place.folder}/${number}/bad/${file}`, bad);
    write(`${place.folder}/${number}/good/${file}`, good);
    examples.push({
      number,
      rules: rules.map(({ rule }) => rule),
      bad: `${number}/bad/${file}`,
      good: `${number}/good/${file}`,
    });
  }
  const written = await runner(place, examples);
  const found = new Set<string>();
  for (const { path, rule } of written.flatMap((text) => readLinterResults(text)?.results ?? [])) {
    const at =
      /(?:^|\/)(\d+)\/(bad|good)\//u.exec(path) ?? /(?:^|\/)examples\/e(\d+)_(bad|good)\.rs$/u.exec(path);
    if (at !== null) found.add(`${at[1]} ${at[2]} ${rule}`);
  }
  for (const one of some) {
    const number = numbers.get(one.mapping);
    if (number === undefined) continue;
    const reported = (side: string): boolean =>
      [...found].some((text) => {
        const start = `${number} ${side} ${one.rule.rule}`;
        return text === start || text.startsWith(`${start}.`);
      });
    if (!reported("bad")) fail(one, "it does not report the bad example");
    else if (reported("good")) fail(one, "it reports the good example");
    else verified.set(one.key, "run");
  }
}

function checkList(tool: string, some: readonly Tried[]): void {
  const list = PUBLISHED_LISTS[tool];
  for (const one of some) {
    if (list === undefined) {
      fail(one, "no runner and no list is known for this tool");
      continue;
    }
    const { repository, file, text, named } = list;
    const clone = `${lists}/${repository}`;
    if (!existsSync(clone))
      execFileSync("git", ["clone", "-q", "--depth", "1", `https://github.com/${repository}.git`, clone]);
    const git = (...args: readonly string[]): string => {
      try {
        return execFileSync("git", ["-C", clone, ...args], {
          encoding: "utf8",
          maxBuffer: 1 << 28,
          stdio: "pipe",
        });
      } catch {
        return "";
      }
    };
    const name = named?.(one.rule.rule) ?? one.rule.rule;
    const fill = (pattern: string): string => pattern.replace("{rule}", name);
    const isThere =
      file !== undefined
        ? git("ls-tree", "--name-only", "HEAD", fill(file)) !== ""
        : (text?.files ?? []).some((path) =>
            path.includes(".")
              ? git("show", `HEAD:${path}`).includes(fill(text!.has))
              : git("grep", "-F", fill(text!.has), "HEAD", "--", path) !== "",
          );
    if (isThere) verified.set(one.key, "list");
    else fail(one, `it is not in the list of ${repository}`);
  }
}

function install(): void {
  if (!existsSync(`${tools}/npm/node_modules/eslint`)) {
    write(`${tools}/npm/package.json`, `{"private":true}`);
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
    execFileSync("npm", [...args, ...web.NPM_PACKAGES], { cwd: `${tools}/npm`, stdio: "inherit" });
  }
  if (!existsSync(`${tools}/py/bin/ruff`)) {
    execFileSync("python3", ["-m", "venv", `${tools}/py`]);
    execFileSync(`${tools}/py/bin/pip`, ["install", "-q", ...PYTHON_PACKAGES], { stdio: "inherit" });
  }
  const paths = (process.env["PATH"] ?? "").split(":");
  const missing = Object.entries(DEBIAN_PACKAGES).filter(
    ([name]) => !paths.some((one) => existsSync(`${one}/${name}`)),
  );
  if (missing.length > 0)
    execFileSync(
      "apt-get",
      ["install", "-y", "-q", "--no-install-recommends", ...missing.map(([, name]) => name)],
      {
        stdio: "inherit",
      },
    );
}
