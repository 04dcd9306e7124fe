import { formatOfPath, RULE_FORMATS } from "../src/core/rule-file/formats.ts";
import { parseRuleFile, type RuleFile } from "../src/core/rule-file/parse-rule-file.ts";

/** An instruction file as its path says. */
export const ruleFile = (text: string, path = "AGENTS.md"): RuleFile =>
  parseRuleFile(text, { path, format: formatOfPath(path) ?? RULE_FORMATS.markdown });
