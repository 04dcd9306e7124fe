import type { CatalogueEntry } from "../../core/catalogue/catalogue-entry.ts";
import { lintedMistakes } from "../../core/linter/entries-of-rule.ts";
import type { LinterMapping } from "../../core/linter/linter-mapping.ts";
import { LINTER_FILES, readLinterSetup } from "../../core/linter/linter-setup.ts";
import type { RuleFile } from "../../core/rule-file/parse-rule-file.ts";
import type { EnforcingRule } from "../../core/rule-lint/enforced-lines.ts";
import type { LintFinding } from "../../core/rule-lint/lint-finding.ts";
import { lintRuleFiles } from "../../core/rule-lint/lint-rule-files.ts";
import { isManifest, readCommands } from "../../core/rule-lint/project-commands.ts";
import { createTree } from "../../core/rule-lint/project-tree.ts";
import type { ReadRuleFile } from "../../core/rule-lint/related-lines.ts";
import { type ParseYaml, readToolSettings, TOOL_FILES } from "../../core/rule-lint/tool-settings.ts";
import type { SourceFiles } from "../../ports/source-files.ts";
import { readRuleFiles, type ReadRuleFilesPorts, type RuleFileNotice } from "./read-rule-files.ts";

export interface LintRulesPorts extends ReadRuleFilesPorts {
  readonly source: Pick<SourceFiles, "root" | "list" | "read" | "ignored">;
  readonly parseYaml: ParseYaml;
  readonly entries: readonly CatalogueEntry[];
  readonly mappings: readonly LinterMapping[];
}

export interface LintedRules {
  readonly findings: readonly LintFinding[];
  readonly read: readonly ReadRuleFile[];
  readonly files: readonly RuleFile[];
  readonly notices: readonly RuleFileNotice[];
}

const MAX_MANIFESTS = 500;

/** Reads the instruction files at some paths, or all of the project, and says what is wrong with them. It changes nothing. */
export const lintRules = (ports: LintRulesPorts) => {
  const { source, parseYaml, entries, mappings } = ports;
  const read = readRuleFiles(ports);
  const textsOf = (paths: readonly string[]): ReadonlyMap<string, string> =>
    new Map(
      paths.flatMap((path): readonly (readonly [string, string])[] => {
        const file = source.read(path);
        return "text" in file ? [[path, file.text]] : [];
      }),
    );
  return async (paths: readonly string[] = []): Promise<LintedRules> => {
    const { files, all, notices } = await read(paths);
    const known = new Set(all);
    const atRoot = textsOf([...new Set([...TOOL_FILES, ...LINTER_FILES])].filter((name) => known.has(name)));
    const linterFor = (text: string): EnforcingRule | undefined => {
      for (const { linters } of lintedMistakes(text, { entries, near: [], mappings }))
        for (const linter of linters) {
          const { rule, file } = readLinterSetup(atRoot, linter);
          if (rule === "on" && file !== null) return { tool: linter.tool, rule: linter.rule, file };
        }
      return undefined;
    };
    const linted = lintRuleFiles({
      files,
      tree: createTree(all),
      commands: readCommands(textsOf(all.filter(isManifest).slice(0, MAX_MANIFESTS))),
      enforcement: {
        settings: readToolSettings(atRoot, parseYaml),
        linterFor,
        isScript: isScriptProject(all),
      },
      yamlProblem: (text) => {
        const parsed = parseYaml(text);
        return parsed.ok ? undefined : parsed.error;
      },
    });
    const ignored = await source.ignored(linted.stalePaths.flatMap(({ places }) => places));
    const stale = linted.stalePaths.filter(({ places }) => !places.some((place) => ignored.has(place)));
    return {
      findings: [...linted.findings, ...stale.map(({ finding }) => finding)],
      read: linted.read,
      files,
      notices,
    };
  };
};

/** Whether nearly all code is JavaScript or TypeScript, which Prettier and Biome format. */
function isScriptProject(all: readonly string[]): boolean {
  const count = (pattern: RegExp): number => all.filter((path) => pattern.test(path)).length;
  return (
    count(/\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/) >
    10 * count(/\.(?:py|go|rs|java|kt|rb|php|cs|swift|c|cc|cpp|ex|scala|dart)$/)
  );
}
