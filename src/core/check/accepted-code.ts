import { parseDiff } from "../diff/parse-diff.ts";
import { splitFences } from "../markdown/split-fences.ts";
import type { Submission } from "../submission/submission.ts";
import { languageOfPath } from "./language-of-path.ts";

/** A piece of code or text to try checks on. */
export interface CodePiece {
  /** The correction or submission that it is from. */
  readonly id: string;
  /** Absent if it has no grammar: then only its words can be checked. */
  readonly language?: string;
  readonly code: string;
}

/** Names that people write behind a code fence. */
const FENCE_LANGUAGES: Readonly<Record<string, string>> = {
  js: "javascript",
  javascript: "javascript",
  jsx: "jsx",
  ts: "typescript",
  typescript: "typescript",
  tsx: "tsx",
  py: "python",
  python: "python",
  rs: "rust",
  rust: "rust",
  go: "go",
};

const MAX_PIECES = 100;

/** What people accepted of a submission, as code: what a diff leaves, the blocks of a text, or the whole of it. */
export function acceptedCode({ id, output, format, files, decision }: Submission): readonly CodePiece[] {
  const text = decision?.edited_output ?? output;
  if (format === "diff") {
    return parseDiff(text)
      .slice(0, MAX_PIECES)
      .map(({ path, hunks }) => {
        const lines = hunks.flatMap((hunk) => hunk.lines.filter((line) => line[0] !== "-"));
        return piece(id, languageOfPath(path), lines.map((line) => line.slice(1)).join("\n"));
      });
  }
  const only = files?.length === 1 ? languageOfPath(files[0]!) : undefined;
  const blocks = splitFences(text).flatMap((part) => {
    const language = part.kind === "code" ? languageOfFence(part.info) : undefined;
    return language === undefined ? [] : [piece(id, language, part.lines.join("\n"))];
  });
  return [piece(id, only, text), ...blocks].slice(0, MAX_PIECES);
}

/** By the first word behind the fence. */
function languageOfFence(info: string): string | undefined {
  const name = /^\w{1,20}/.exec(info)?.[0].toLowerCase() ?? "";
  return Object.hasOwn(FENCE_LANGUAGES, name) ? FENCE_LANGUAGES[name] : undefined;
}

const piece = (id: string, language: string | undefined, code: string): CodePiece =>
  language === undefined ? { id, code } : { id, language, code };
