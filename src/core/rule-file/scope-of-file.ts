import type { RuleScope } from "../rule/rule.ts";
import { type FrontField, splitItems } from "./front-matter.ts";
import { folderOf } from "./formats.ts";
import type { RuleFile } from "./parse-rule-file.ts";

/** When agents read a file, in the words of its own format. */
export interface FileScope extends RuleScope {
  /** What Emend cannot say about a rule: that it is read only on demand, for example. */
  readonly lost: readonly string[];
}

/** The files and agents that a file's rules are for, and what of it a rule of Emend cannot say. */
export function scopeOfFile(file: Pick<RuleFile, "path" | "format" | "fields">): FileScope {
  const { format, path } = file;
  const field = (key: string): FrontField | undefined => file.fields.find((each) => each.key === key);
  const folder = folderOf(path);
  const within = (globs: readonly string[]): readonly string[] =>
    folder === ""
      ? globs
      : globs.length === 0
        ? [`${folder}/**`]
        : globs.map((glob) => `${folder}/${glob.replace(/^\//, "")}`);
  const scope = (paths: readonly string[], lost: readonly string[] = []): FileScope => ({
    agents: format.agents,
    paths: within(paths.filter((glob) => glob !== "**" && glob !== "**/*" && glob !== "*")),
    lost,
  });
  const { name } = format;
  if (name === "claude-rules" || name === "cline") return scope(globsOf(field("paths")));
  if (name === "copilot-paths") {
    const globs = globsOf(field("applyTo"));
    return scope(globs, globs.length === 0 ? ["it has no applyTo, so Copilot never loads it by itself"] : []);
  }
  const description = field("description")?.text ?? "";
  if (name === "skill") return scope([], [onDemand("the agent", description)]);
  if (name === "cursor") {
    const globs = globsOf(field("globs"));
    const isAlways = field("alwaysApply")?.text === "true";
    return isAlways || globs.length > 0
      ? scope(isAlways ? [] : globs)
      : scope([], [onDemand("Cursor", description)]);
  }
  const trigger = name === "windsurf" ? field("trigger")?.text : undefined;
  if (trigger === "glob") return scope(globsOf(field("globs")));
  if (trigger === "manual") return scope([], [onDemand("Windsurf", "")]);
  return trigger === "model_decision" ? scope([], [onDemand("Windsurf", description)]) : scope([]);
}

const onDemand = (who: string, description: string): string =>
  description === ""
    ? `${who} loads it only when somebody names it; as a rule of Emend it is always given`
    : `${who} loads it only when its description fits the task; as a rule of Emend it is always given`;

/** The globs of a field: a list, or a text with commas. */
export function globsOf(field: FrontField | undefined): readonly string[] {
  if (field === undefined) return [];
  return (field.items ?? splitItems(field.text))
    .map((glob) => glob.replaceAll(/^["']|["']$/g, ""))
    .filter(Boolean);
}
