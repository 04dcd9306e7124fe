import { fileURLToPath } from "node:url";
import type { LinterMapping, VerifiedRule } from "../../src/core/linter/linter-mapping.ts";
import { readLinterMappings } from "../../src/drivers/catalogue/read-linter-mappings.ts";
import { code, opening, table } from "./markdown.ts";

/** The catalogue's entries with the rules of linters that find them. */
export function lintersPage(): string {
  const mappings = readLinterMappings(fileURLToPath(new URL("../../catalogue/linters", import.meta.url)));
  const rules = mappings.flatMap(({ linters }) => linters);
  const isRun = ({ verified }: VerifiedRule): boolean => verified === "run";
  const ran = mappings.filter(({ linters }) => linters.some(isRun)).length;
  return [
    ...opening("Linter rules for known mistakes", "`catalogue/linters`"),
    `${mappings.length} entries of the [catalogue](../catalogue.md) have ${rules.length} rules of ${tools(mappings).length} linters that find the mistake or a common`,
    `form of it. ${ran} of the entries were verified by running: the linter reports the rule on a bad example and not on a good one`,
    "(`node scripts/verify-linters.ts`). A rule in *italics* was looked up in the list that its tool publishes.",
    "",
    ...table(
      ["linter", "rules run", "rules by list"],
      tools(mappings).map((tool) => toolRow(tool, rules)),
    ),
    ...table(
      ["entry", "rules"],
      mappings.map(({ entry, linters }) => [code(entry), linters.map(ruleText).join(", ")]),
    ),
  ].join("\n");
}

const tools = (mappings: readonly LinterMapping[]): readonly string[] =>
  [...new Set(mappings.flatMap(({ linters }) => linters.map(({ tool }) => tool)))].toSorted();

function toolRow(tool: string, rules: readonly VerifiedRule[]): readonly string[] {
  const names = (way: string): string => {
    const some = rules.filter((one) => one.tool === tool && one.verified === way);
    return String(new Set(some.map(({ rule }) => rule)).size);
  };
  return [tool, names("run"), names("list")];
}

const ruleText = ({ tool, rule, verified }: VerifiedRule): string =>
  verified === "run" ? `${tool} ${code(rule)}` : `*${tool} ${code(rule)}*`;
