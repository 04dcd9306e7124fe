import type { Statement } from "../rule-file/statements.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import type { ReadRuleFile } from "./related-lines.ts";
import { removalOf } from "./removal-of.ts";
import { styleOfLine } from "./style-of-line.ts";
import type { ToolSetting } from "./tool-settings.ts";

/** A rule of a linter that is switched on in this repository. */
export interface EnforcingRule {
  readonly tool: string;
  readonly rule: string;
  readonly file: string;
}

export interface Enforcement {
  readonly settings: readonly ToolSetting[];
  /** The linter rule that is switched on and finds just what a text forbids. */
  readonly linterFor: (text: string) => EnforcingRule | undefined;
  /** Whether most of the code here is what the formatters format. */
  readonly isScript: boolean;
}

/** Lines that a tool of this repository enforces anyway, and those that its settings contradict. */
export function findEnforced(
  read: readonly ReadRuleFile[],
  enforcement: Enforcement,
): readonly LintFinding[] {
  return read.flatMap(({ file, statements }) =>
    statements.flatMap((statement) => {
      const { line, endLine, text } = statement;
      if (statement.hasItems || statement.lead !== undefined || statement.parent !== undefined) return [];
      const place = { file: file.path, line, endLine };
      const linter = enforcement.linterFor(text);
      if (linter !== undefined) {
        const message = `${linter.tool}'s rule ${linter.rule} is switched on in ${linter.file} and enforces this. Delete the line.`;
        return [
          lintFinding("enforced", place, {
            message,
            subject: text,
            fix: removalOf(file, statement, `${linter.tool} enforces it`),
          }),
        ];
      }
      const said = styleOfLine(statement);
      const setting = enforcement.settings.find(({ topic }) => topic === said?.topic);
      if (said === undefined || setting === undefined || !isAbout(statement, enforcement.isScript)) return [];
      const { tool, file: from, topic, value } = setting;
      if (value === said.value) {
        const message = `${tool} enforces this: ${from} sets ${topic} to ${value}. Delete the line.`;
        return [
          lintFinding("enforced", place, {
            message,
            subject: text,
            fix: removalOf(file, statement, `${tool} enforces it`),
          }),
        ];
      }
      const message = `${tool} does the opposite: ${from} sets ${topic} to ${value}, and this line asks for ${said.value}. Correct one of them.`;
      return [lintFinding("conflict", place, { message, subject: text })];
    }),
  );
}

const SCRIPT = /\b(?:javascript|typescript|js|ts|tsx|jsx|react|vue|svelte|node|frontend|prettier|biome)\b/i;
const OTHER =
  /\b(?:python|go|golang|rust|java|kotlin|ruby|php|c\+\+|c#|swift|yaml|json|html|css|sql|shell|bash|markdown|commit|terraform|elixir|dart)\b/i;

/** Whether a line is about the code that the formatters format. */
function isAbout({ text, headings }: Statement, isScript: boolean): boolean {
  const all = [...headings, text].join(" ");
  return !OTHER.test(all) && (isScript || SCRIPT.test(all));
}
