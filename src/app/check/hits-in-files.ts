import { appliesTo, type ActiveCheck } from "../../core/check/active-check.ts";
import type { Check } from "../../core/check/check.ts";
import type { CheckNotice, FileHit } from "../../core/check/check-file.ts";
import { readsLanguage } from "../../core/check/reads-language.ts";
import { languageOfPath } from "../../core/check/language-of-path.ts";
import type { RunningState } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { effectiveVersion, type Rule } from "../../core/rule/rule.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { checkFiles, type FileToCheck } from "./check-files.ts";

export type FilesToTry = Iterable<FileToCheck> | AsyncIterable<FileToCheck>;

/** A check that runs, or that nobody has decided about yet. */
export interface TriedVersion {
  readonly check_id: string;
  readonly version: number;
  readonly state: RunningState;
  readonly check: Check;
}

export interface HitsInFiles {
  /** Files that the check reads: in its language and in the scope of its rule. */
  readonly files: number;
  readonly lines: number;
  readonly hits: readonly FileHit[];
  readonly notices: readonly CheckNotice[];
}

export interface HitsInFilesParts {
  readonly syntax: Syntax;
  /** Gives others a turn. */
  readonly pause?: () => Promise<void>;
}

/** Runs one version of a rule's check over files. */
export const hitsInFiles = ({ syntax, pause }: HitsInFilesParts) => {
  const run = checkFiles({ syntax: async () => syntax, ...defined({ pause }) });
  return async (tried: TriedVersion, rule: Rule | undefined, files: FilesToTry): Promise<HitsInFiles> => {
    const text = rule === undefined ? undefined : effectiveVersion(rule);
    const active: ActiveCheck = {
      ...tried,
      rule_id: rule?.id ?? "",
      rule: text?.text ?? "",
      scope: text?.scope ?? { agents: [], paths: [] },
      example: null,
      may_fix: false,
    };
    let lines = 0;
    async function* counted(): AsyncGenerator<FileToCheck> {
      for await (const file of files) {
        if (!readsPath(tried.check, file.path) || !appliesTo(active, file.path)) continue;
        lines += lineCount(file.text);
        yield file;
      }
    }
    const { hits, ran, notices } = await run([active], counted());
    return { files: ran[0]?.files ?? 0, lines, hits, notices };
  };
};

/** Whether a check is for the language of a file. */
export function readsPath(check: Check, path: string): boolean {
  return readsLanguage(check, languageOfPath(path));
}

function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
