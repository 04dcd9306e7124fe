import { appliesTo, type ActiveCheck } from "../../core/check/active-check.ts";
import {
  checkFile,
  type CheckNotice,
  type FileHit,
  type LineRange,
  type PreparedCheck,
} from "../../core/check/check-file.ts";
import { readsLanguage } from "../../core/check/reads-language.ts";
import { languageOfPath } from "../../core/check/language-of-path.ts";
import { compileRule } from "../../core/check/match-rule.ts";
import { mayHit, requiredTexts } from "../../core/check/required-texts.ts";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { parsePatterns } from "./prepare-checks.ts";

/** A file to check. */
export interface FileToCheck {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Report only what these lines have; all lines if absent. */
  readonly changed?: readonly LineRange[];
}

export interface CheckedFiles {
  readonly files: number;
  /** By file, in the order of the files; those that a comment overrides are among them. */
  readonly hits: readonly FileHit[];
  readonly notices: readonly CheckNotice[];
  /** Checks that ran, with the number of files that each read. */
  readonly ran: readonly { readonly check_id: string; readonly files: number }[];
}

/** Longer files are generated, and nobody's mistake. */
export const MAX_CHECKED_LENGTH = 1_000_000;
const MAX_HITS = 10_000;
const MAX_NOTICES = 1_000;
/** Files that are read before others get a turn. */
const FILES_AT_ONCE = 20;

interface ReadyCheck {
  readonly prepared: PreparedCheck;
  readonly choices: ReturnType<typeof requiredTexts>;
}

export interface CheckFilesParts {
  readonly syntax: () => Promise<Syntax>;
  /** Gives others a turn. */
  readonly pause?: () => Promise<void>;
}

/**
 * Runs checks over files. Each file is parsed once, and only if it has the words that some check needs. A file or check that
 * fails is reported, and the rest goes on; a check that is too slow in one file runs over no other.
 */
export function checkFiles({ syntax, pause }: CheckFilesParts) {
  const ready = new Map<string, Promise<ReadyCheck>>();
  const prepare = (active: ActiveCheck, language: string | undefined): Promise<ReadyCheck> => {
    const key = `${active.check_id} ${active.version} ${language ?? ""} ${active.rule_id}`;
    let one = ready.get(key);
    if (one === undefined) {
      if (ready.size >= MOST_PREPARED) ready.clear();
      ready.set(key, (one = prepareOne(syntax, active, language)));
    }
    return one;
  };
  return async (
    checks: readonly ActiveCheck[],
    files: Iterable<FileToCheck> | AsyncIterable<FileToCheck>,
  ): Promise<CheckedFiles> => {
    const hits: FileHit[] = [];
    const notices: CheckNotice[] = [];
    const ran = new Map<string, number>();
    const stopped = new Set<string>();
    let count = 0;
    for await (const { path, text, changed } of files) {
      if (++count % FILES_AT_ONCE === 0) await pause?.();
      if (text.length > MAX_CHECKED_LENGTH) {
        const message = `the file has ${text.length} characters and was not checked; the limit is ${MAX_CHECKED_LENGTH}`;
        notices.push({ code: "file_too_large", message, path });
        continue;
      }
      const language = languageOfPath(path);
      const fitting = checks.filter(
        (active) =>
          !stopped.has(active.check_id) && readsLanguage(active.check, language) && appliesTo(active, path),
      );
      for (const { check_id } of fitting) ran.set(check_id, (ran.get(check_id) ?? 0) + 1);
      const able: PreparedCheck[] = [];
      for (const active of fitting) {
        const { prepared, choices } = await prepare(active, language);
        if (mayHit(choices, text)) able.push({ ...prepared, active });
      }
      const mentions = text.includes("emend-ignore") && fitting.length > 0;
      if (able.length === 0 && !mentions) continue;
      const tree = await parse(syntax, language, text);
      if (tree === "failed") {
        notices.push({
          code: "file_not_parsed",
          message: "the file could not be parsed and was not checked",
          path,
        });
        continue;
      }
      const checked = checkFile({
        path,
        code: text,
        tree,
        checks: able,
        ...(changed === undefined ? {} : { changed }),
      });
      hits.push(...checked.hits.slice(0, Math.max(0, MAX_HITS - hits.length)));
      notices.push(...checked.notices.slice(0, Math.max(0, MAX_NOTICES - notices.length)));
      for (const { code, check_id } of checked.notices)
        if (check_id !== undefined && code !== "too_many_hits") stopped.add(check_id);
    }
    return {
      files: count,
      hits,
      notices,
      ran: [...ran].map(([check_id, read]) => ({ check_id, files: read })),
    };
  };
}

const MOST_PREPARED = 10_000;

async function prepareOne(
  syntax: () => Promise<Syntax>,
  active: ActiveCheck,
  language: string | undefined,
): Promise<ReadyCheck> {
  const { check } = active;
  if (check.kind !== "structure") return { prepared: { active, check }, choices: requiredTexts(check) };
  const trees = await parsePatterns(await syntax(), language ?? check.language, check.rule);
  return {
    prepared: { active, check, matcher: compileRule(check.rule, trees) },
    choices: requiredTexts(check, trees),
  };
}

async function parse(
  syntax: () => Promise<Syntax>,
  language: string | undefined,
  text: string,
): Promise<SyntaxNode | undefined | "failed"> {
  if (language === undefined) return undefined;
  return (await (await syntax()).parse(language, text)) ?? "failed";
}
