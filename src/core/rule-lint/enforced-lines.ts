import type { Statement } from "../rule-file/statements.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import type { ReadRuleFile } from "./related-lines.ts";
import { removalOf } from "./removal-of.ts";
import type { StyleTopic, ToolSetting } from "./tool-settings.ts";

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
      const said = styleOf(statement);
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

interface SaidStyle {
  readonly topic: StyleTopic;
  readonly value: string;
}

const LEAD =
  "(?:(?:always|please|typescript|javascript|ts|js)[:,]? ){0,2}(?:(?:use|prefer|indent with|indent using|write|add|include|require|enable|we use|code style|formatting)[:]? )?";
const END =
  "(?: (?:for|in) (?:all |the )?(?:typescript|javascript|js|ts|tsx|jsx|strings?|string literals|indentation|indenting|code|files|javascript/typescript|tsconfig(?:\\.json)?|statements| and ){1,4})?[.!]?$";
const pattern = (middle: string): RegExp => new RegExp(`^${LEAD}${middle}${END}`, "i");

const STYLES: readonly (readonly [StyleTopic, RegExp, (found: string) => string])[] = [
  [
    "indentation",
    pattern("(?:indentation(?: is|:)? )?(2|two|4|four)[- ]spaces?(?: indents?| indentation| tabs?)?"),
    (found) => ({ two: "2", four: "4" })[found] ?? found,
  ],
  [
    "indentation",
    pattern("(?:indentation(?: is|:)? )?(tabs)(?: indentation|,? not spaces)?"),
    (found) => found,
  ],
  [
    "quotes",
    pattern("(?:quotes: )?(single|double) quotes(?: over (?:single|double)(?: quotes)?)?"),
    (found) => found,
  ],
  [
    "semicolons",
    pattern("(?:semicolons: )?(no |omit |without |avoid )?semicolons"),
    (found) => (found === "" ? "yes" : "no"),
  ],
  [
    "trailing commas",
    pattern("(no |omit |avoid )?trailing commas"),
    (found) => (found === "" ? "yes" : "no"),
  ],
  [
    "line width",
    pattern(
      "(?:max(?:imum)?[ -])?line[- ](?:length|width)(?: is| of|:)? ?(?:max(?:imum)? )?(?:of )?(\\d{2,3})(?: chars| characters| columns)?",
    ),
    (found) => found,
  ],
  ["strict mode", pattern("(?:typescript(?:'s)? )?(strict) mode(?: enabled| is enabled| on)?"), () => "yes"],
];

/** The one setting that a line is about, if it is about nothing else. */
function styleOf({ text, headings }: Statement): SaidStyle | undefined {
  const plain = text
    .replaceAll("`", "")
    .replaceAll(/ \((?:no|not|never) [^()]{1,40}\)/g, "")
    .trim();
  if (plain.length > 90) return undefined;
  for (const [topic, expression, valueOf] of STYLES) {
    const found = expression.exec(plain);
    if (found === null) continue;
    if (topic === "strict mode" && !/typescript|tsconfig|\bts\b/i.test(`${plain} ${headings.join(" ")}`))
      return undefined;
    return { topic, value: valueOf((found[1] ?? "").toLowerCase()) };
  }
  return undefined;
}

const SCRIPT = /\b(?:javascript|typescript|js|ts|tsx|jsx|react|vue|svelte|node|frontend|prettier|biome)\b/i;
const OTHER =
  /\b(?:python|go|golang|rust|java|kotlin|ruby|php|c\+\+|c#|swift|yaml|json|html|css|sql|shell|bash|markdown|commit|terraform|elixir|dart)\b/i;

/** Whether a line is about the code that the formatters format. */
function isAbout({ text, headings }: Statement, isScript: boolean): boolean {
  const all = [...headings, text].join(" ");
  return !OTHER.test(all) && (isScript || SCRIPT.test(all));
}
