import type { LeftOut } from "../rule/injection.ts";
import type { BlockProblem } from "./managed-block.ts";
import type { TargetName } from "./targets.ts";
import { readPromptLines } from "../prompt/score-prompt.ts";

/** One file before and after; null means no file. */
export interface PlannedFile {
  readonly target: TargetName;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly rules: number;
}

export interface FileProblem {
  readonly target: TargetName;
  readonly path: string;
  readonly code: BlockProblem["code"] | "file_not_ours";
  readonly message: string;
}

/** A rule in force that a target does not get; `format_limit` if a file is full. */
export type TargetWithheld = { readonly target: TargetName } & (
  | LeftOut
  | {
      readonly rule_id: string;
      readonly version: number;
      readonly reason: "format_limit";
      readonly path: string;
      readonly why: string;
    }
);

export interface InjectionPlan {
  readonly files: readonly PlannedFile[];
  /** If there is any, nothing is written. */
  readonly problems: readonly FileProblem[];
  readonly withheld: readonly TargetWithheld[];
  /** For information only. */
  readonly notes: readonly string[];
}

export type FileChangeKind = "created" | "updated" | "removed" | "unchanged";

export function changeKindOf({ before, after }: Pick<PlannedFile, "before" | "after">): FileChangeKind {
  if (before === after) return "unchanged";
  return before === null ? "created" : after === null ? "removed" : "updated";
}

/** A rule file as its agent reads it: Claude Code leaves comments out, so what is in one does not count. */
export const withoutComments = (text: string): string => text.replaceAll(/<!--[^]*?(?:-->|$)/g, "");

/** Whether a file such as CLAUDE.md loads AGENTS.md, so that rules are not needed in both. */
export const importsAgentsFile = (text: string): boolean =>
  readPromptLines(withoutComments(text.replace(/^\uFEFF/, ""))).lines.some(
    (line) => !line.fenced && /(?:^|\s)@(?:\.\/)?AGENTS\.md(?![\w/.-]*\w)/.test(line.text),
  );
