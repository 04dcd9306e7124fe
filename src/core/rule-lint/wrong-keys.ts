import type { FrontField } from "../rule-file/front-matter.ts";
import type { RuleFormatName } from "../rule-file/formats.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { globsOf } from "../rule-file/scope-of-file.ts";
import { lintFinding, type LintFinding, type LintFix, type LintSeverity } from "./lint-finding.ts";

/** Says why a text is not YAML; undefined if it is. */
export type YamlProblem = (text: string) => string | undefined;

/** The keys that each agent reads. Formats that are absent have no front matter. */
const KEYS: Readonly<Partial<Record<RuleFormatName, readonly string[]>>> = {
  cursor: ["description", "globs", "alwaysApply"],
  "claude-rules": ["paths", "description"],
  "copilot-paths": ["applyTo", "description", "name", "excludeAgent"],
  windsurf: ["trigger", "description", "globs"],
  cline: ["paths", "description"],
};

/** Keys of one agent that do the same for another: what is meant is clear. */
const LOADING: ReadonlySet<string> = new Set(["globs", "paths", "applyTo", "alwaysApply", "trigger"]);

const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;

/** Front matter that its agent ignores or misreads. */
export function findWrongKeys(file: RuleFile, yamlProblem: YamlProblem): readonly LintFinding[] {
  const { format, fields, lines } = file;
  if (fields.length === 0 && !file.hasFront) return withoutFront(file);
  const found: LintFinding[] = [];
  const add = adder(file.path, found);
  const known = KEYS[format.name];
  if (format.name === "skill") return skillKeys(file, yamlProblem);
  if (known === undefined) {
    for (const field of fields.filter(({ key }) => LOADING.has(key)))
      add(
        field,
        `\`${field.key}\` has no effect in ${format.title}: agents always read all of it. Delete the key, or move these lines to a file whose format has it.`,
      );
    return found;
  }
  for (const field of fields) {
    if (known.includes(field.key)) continue;
    const key = meantKey(file, field);
    const message =
      key === undefined
        ? `${format.title}s have no key \`${field.key}\`, so it has no effect. Delete it.`
        : `${format.title}s have no key \`${field.key}\`; the key is \`${key}\`. Rename it.`;
    add(field, message, {
      severity: key === undefined ? "info" : "warning",
      fix: key === undefined ? undefined : renamed(file, field, key),
    });
  }
  const of = (key: string): FrontField | undefined => fields.find((field) => field.key === key);
  if (format.name === "cursor") cursorValues(of, add);
  if (format.name === "windsurf") windsurfValues(of, add);
  if (format.name === "copilot-paths" && globsOf(of("applyTo")).length === 0)
    add(
      { key: "applyTo", line: 1, endLine: 1 },
      '`applyTo` is missing, so Copilot never loads this file by itself. Add `applyTo` with a glob; "**" is every file.',
    );
  if (format.name !== "cursor") {
    const problem = yamlProblem(frontText(lines));
    if (problem !== undefined)
      add(
        { key: "front matter", line: 1, endLine: 1 },
        `The front matter is not valid YAML (${shorten(problem)}), so its keys may be ignored. Correct it.`,
        { severity: "error" },
      );
  }
  return found;
}

/** Without the place, which counts from the front matter. */
const shorten = (problem: string): string => problem.replace(/ at line \d{1,6}, column \d{1,6}:?$/, "");

const frontText = (lines: RuleFile["lines"]): string =>
  `${lines
    .filter(({ kind }) => kind === "front")
    .slice(1, -1)
    .map(({ text }) => text)
    .join("\n")}\n`;

function withoutFront(file: RuleFile): readonly LintFinding[] {
  const { format, path } = file;
  const missing = (message: string): readonly LintFinding[] => [
    lintFinding("wrong-key", { file: path, line: 1 }, { message, subject: "front matter" }),
  ];
  if (
    file.lines[0]?.text.replace(/^\uFEFF/, "").trimEnd() === "---" &&
    KEYS[format.name] !== undefined &&
    file.lines
      .slice(1, 9)
      .some(({ text }) => /^(?:globs|paths|applyTo|description|alwaysApply|trigger|name):/.test(text))
  )
    return missing(
      "The front matter has no end, so none of its keys is read. Add a line `---` after the last key.",
    );
  if (format.name === "cursor" && path.endsWith(".mdc"))
    return missing(
      "There is no front matter, so Cursor loads this rule only when somebody mentions it. Add `alwaysApply: true`, or `globs:` with the files that it is for.",
    );
  if (format.name === "copilot-paths")
    return missing(
      'There is no front matter with `applyTo`, so Copilot never loads this file by itself. Add `applyTo` with a glob; "**" is every file.',
    );
  if (format.name === "skill")
    return missing(
      "The format of skills requires front matter with `name` and `description`; not every agent finds the skill without. Add it.",
    );
  return [];
}

/** The key that an unknown one surely stands for, if the file does not have it too. */
function meantKey({ format, fields }: RuleFile, { key }: FrontField): string | undefined {
  const plain = key.toLowerCase().replaceAll(/[-_]/g, "");
  const meant = ["globs", "paths", "applyTo"].includes(key)
    ? MEANT[format.name]
    : KEYS[format.name]?.find((name) => name.toLowerCase() === plain || name.toLowerCase() === `${plain}s`);
  return fields.some((field) => field.key === meant) ? undefined : meant;
}

/** The same globs in the form of the key; other values stay as they are. */
function renamed(file: RuleFile, field: FrontField, key: string): LintFix | undefined {
  const { line: from, endLine: to } = field;
  const reason = `${file.format.title}s have \`${key}\`, not \`${field.key}\``;
  const globs = globsOf(field);
  if (!["globs", "paths", "applyTo"].includes(key)) {
    const lines = file.lines.slice(from - 1, to).map(({ text }) => text);
    return { from, to, lines: [lines[0]!.replace(field.key, key), ...lines.slice(1)], reason };
  }
  return globs.length === 0 ? undefined : { from, to, lines: globLines(key, globs), reason };
}

function globLines(key: string, globs: readonly string[]): readonly string[] {
  if (key === "globs") return [`globs: ${globs.join(",")}`];
  if (key === "applyTo") return [`applyTo: ${JSON.stringify(globs.join(","))}`];
  return ["paths:", ...globs.map((glob) => `  - ${JSON.stringify(glob)}`)];
}

const MEANT: Readonly<Partial<Record<RuleFormatName, string>>> = {
  cursor: "globs",
  "claude-rules": "paths",
  "copilot-paths": "applyTo",
  cline: "paths",
};

type FieldOf = (key: string) => FrontField | undefined;
interface More {
  readonly severity?: LintSeverity;
  readonly fix?: LintFix | undefined;
}
type Add = (field: Pick<FrontField, "key" | "line" | "endLine">, message: string, more?: More) => void;

const adder =
  (file: string, found: LintFinding[]): Add =>
  ({ key, line, endLine }, message, more = {}) =>
    void found.push(lintFinding("wrong-key", { file, line, endLine }, { message, subject: key, ...more }));

function cursorValues(of: FieldOf, add: Add): void {
  const [always, globs] = [of("alwaysApply"), of("globs")];
  if (always !== undefined && !/^(?:true|false)?$/.test(always.raw.replace(/\s*#.*$/, "")))
    add(
      always,
      `\`alwaysApply\` is ${JSON.stringify(always.raw.slice(0, 40))}, which is not true or false, so Cursor reads it as false. Write it without quotes.`,
      { fix: plainBoolean(always) },
    );
  if (globs === undefined) return;
  if (globs.items !== undefined || globs.isQuoted)
    add(
      globs,
      `Cursor's format for \`globs\` is plain text with commas. Quotes and brackets can become part of the pattern, which then matches nothing. Write \`globs: ${globsOf(globs).join(",").slice(0, 120)}\`.`,
      {
        fix: {
          from: globs.line,
          to: globs.endLine,
          lines: globLines("globs", globsOf(globs)),
          reason: "Cursor's format is plain text with commas",
        },
      },
    );
  else if (always?.text === "true" && globs.text !== "")
    add(
      globs,
      "`globs` has no effect beside `alwaysApply: true`: Cursor always loads the rule. Delete one of the two.",
      { severity: "info" },
    );
}

function plainBoolean({ text, line }: FrontField): LintFix | undefined {
  const value = text.toLowerCase();
  return value === "true" || value === "false"
    ? {
        from: line,
        to: line,
        lines: [`alwaysApply: ${value}`],
        reason: "Cursor takes true or false without quotes",
      }
    : undefined;
}

const TRIGGERS = ["always_on", "manual", "model_decision", "glob"];

function windsurfValues(of: FieldOf, add: Add): void {
  const trigger = of("trigger");
  if (trigger === undefined) return;
  if (!TRIGGERS.includes(trigger.text))
    add(
      trigger,
      `Windsurf has no trigger \`${trigger.text.slice(0, 40)}\`. Write one of ${TRIGGERS.join(", ")}.`,
    );
  else if (trigger.text === "glob" && globsOf(of("globs")).length === 0)
    add(
      trigger,
      "The trigger is `glob` and there are no `globs`, so Windsurf never loads the rule. Add `globs`.",
    );
}

function skillKeys(file: RuleFile, yamlProblem: YamlProblem): readonly LintFinding[] {
  const found: LintFinding[] = [];
  const add = adder(file.path, found);
  const top = { line: 1, endLine: 1 };
  const of = (key: string): FrontField | undefined => file.fields.find((field) => field.key === key);
  const problem = yamlProblem(frontText(file.lines));
  if (problem !== undefined)
    add(
      { key: "front matter", ...top },
      `The front matter is not valid YAML (${shorten(problem)}), so agents may not load the skill. Correct it.`,
      { severity: "error" },
    );
  const folder = file.path.split("/").at(-2) ?? "";
  const [name, description] = [of("name"), of("description")];
  if (name === undefined)
    add(
      { key: "name", ...top },
      `\`name\` is missing, which the format of skills requires. Add \`name: ${folder}\`, the name of its folder.`,
    );
  else if (name.text !== folder)
    add(
      name,
      `\`name\` is \`${name.text.slice(0, 80)}\` and the folder is \`${folder}\`. A skill has the name of its folder; change one of them.`,
    );
  else if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name.text) || name.text.length > MAX_NAME)
    add(
      name,
      `A skill's name has at most ${MAX_NAME} lower-case letters, digits and single hyphens. Rename the skill and its folder.`,
    );
  if (description === undefined || description.text === "")
    add(
      { key: "description", ...top },
      "`description` is missing or empty, so agents do not know when to use the skill. Add one or two sentences that say when.",
    );
  else if (description.text.length > MAX_DESCRIPTION)
    add(
      description,
      `\`description\` has ${description.text.length} characters; the limit is ${MAX_DESCRIPTION}. Shorten it.`,
    );
  return found;
}
