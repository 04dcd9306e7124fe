import { wordSet } from "../../../text/word-set.ts";
import { defined } from "../../../defined.ts";
import { changedLines } from "../../../diff/parse-diff.ts";
import { type ChangedRange, changedRanges } from "../../../diff/unified-diff.ts";

/** A word, number, operator or sign with its position. */
export interface EditToken {
  readonly text: string;
  /** The compared form: the text as it is, or in lower case. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\d[\d_]*(?:[.,]\d+)*|[\p{L}\p{N}_$]+(?:['’]\p{L}+)*|[=!]==?|=>|->|<=|>=|&&|\|\||\?\?|\?\.|::|:=|\+\+|--|\*\*|\.\.\.|[^\s]/gu;

/** The tokens of a text, without white space. At most `max` of them. */
function editTokens(text: string, exact: boolean, max: number): readonly EditToken[] {
  const tokens: EditToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (tokens.length >= max) break;
    const [word] = match;
    tokens.push({
      text: word,
      key: exact ? word : word.toLowerCase().replaceAll("’", "'"),
      start: match.index,
      end: match.index + word.length,
    });
  }
  return tokens;
}

export const isWord = (token: string): boolean => /^[\p{L}\p{N}_$]/u.test(token);

/** Words that mean nothing on their own when added or removed. */
export const STOP_WORDS = wordSet(
  "a an the this that these those it its is are was were be been being am do does did have has had of to in on at by for with from as and or but if " +
    "then than so not no i me my we us our you your he she they them his her their who which what there here will would can could should may might must up out over into about also more most some any all each",
);

/** Keywords that occur in any code. */
export const KEYWORDS = wordSet(
  "if else elif the for while do in of return const let var function def fn func class new await async try catch except import from export true false null undefined none nil not and or is public private static void int string str bool this self then end pass",
);

/** Joins two halves of a name: `DateTime.Now`, `std::env`, "e-mail". */
const JOINT = /^(?:\.|::|->|-|_|\/|\?\.)$/;

const PROSE_FILE = /\.(?:md|mdx|markdown|txt|rst|adoc|eml|docx?|pptx?|rtf)$/i;

const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|bash|zsh|sql|css|scss|less|html?|vue|svelte|ya?ml|toml|json5?|tf|ex|exs|scala|dart|lua|pl|r)$|(?:^|\/)(?:Dockerfile|Makefile)[^/]*$/i;

/** Patterns that do not occur in prose. */
const CODE_SIGNS: readonly RegExp[] = [
  /[\w)]\((?!s\))[^()\n]*\)/,
  /[\w)]\(["'`{[]/,
  /[=!]==?|=>|->|&&|\|\||\+=|::|\?\./,
  /[;{}]\s*$/m,
  /^\s*(?:const|let|var|def|fn|func|function|class|public|private|static|async|await|export|import [\w{*"'.]+|from [\w.]+ import|#include|elif|except|RUN|FROM [\w/:.-]+|COPY|SELECT|INSERT|UPDATE|DELETE FROM|select .{1,80} from)\b/m,
  /^\s*(?:if|for|while|switch|catch) ?\(/m,
  /^\s*return [^\n]*[;)]$/m,
  /(?:^|[\s(])[\w.[\]]+ = [^=\s]/,
  /<\/?[a-z][a-z0-9]*(?:\s[a-z-]+(?:=["'{]|\s|>)|\s?\/?>)/i,
  /^\s*[#.@]?[a-z-]+(?:[.#:][a-z-]+)? ?\{/m,
  /^\s*(?:[a-z-]+): [^;]{1,80};\s*$/m,
  /^\s*(?:else|try|finally):$|^\s*[[\]{}()]+[,;]?$/m,
  /\[\[? -[a-z] |;\s?then\b|^#!/m,
  /^\s*(?:- )?[\w-]+:(?: \S+)?\n\s+(?:- )?[\w-]+:/m,
  /\$\(/,
  /\$\{?[A-Za-z_]\w*|\w_\w/,
  /^(?:\$ )?(?:npm|pnpm|yarn|npx|pip|git|echo|printf|grep|sed|awk|mkdir|tar|ssh|scp|cargo|terraform|helm|psql|docker|kubectl|chmod|chown|curl|wget|sudo|cd|rm|cp|mv|export|set -)\b/m,
];

/** A person's edit of an agent's output: both texts, or a unified diff. `text` is their remark. */
export interface EditInput {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly diff?: string | undefined;
  readonly text?: string | undefined;
  readonly path?: string | undefined;
}

/** A tokenised edit. */
export interface Edit {
  readonly before: string;
  readonly after: string;
  /** The remark that came with it, in lower case. */
  readonly remark: string;
  readonly path?: string;
  readonly isCode: boolean;
  readonly beforeTokens: readonly EditToken[];
  readonly afterTokens: readonly EditToken[];
  readonly hunks: readonly ChangedRange[];
}

const MAX_TEXT = 4_000;
const MAX_TOKENS = 1_200;
const MAX_SAID = 400;

/** Undefined for an input that changes nothing or has only one side. */
export function toEdit(input: EditInput, as?: "code" | "prose"): Edit | undefined {
  const sides = sidesOf(input);
  if (sides === undefined) return undefined;
  const [before, after] = sides;
  if (before === after) return undefined;
  const isCode = as === undefined ? looksLikeCode(before, after, input.path) : as === "code";
  return {
    ...compareTexts(before, after, isCode),
    remark: (input.text ?? "").slice(0, MAX_SAID).toLowerCase(),
    ...defined({ path: input.path }),
  };
}

/** The remaining edit after part of the text before was changed. */
export const withBefore = (edit: Edit, before: string): Edit => ({
  ...edit,
  ...compareTexts(before, edit.after, edit.isCode, false),
});

function compareTexts(
  before: string,
  after: string,
  isCode: boolean,
  retryExact = true,
): Omit<Edit, "remark" | "path"> {
  const compare = (exact: boolean): Omit<Edit, "remark" | "path"> => {
    const beforeTokens = editTokens(before, exact, MAX_TOKENS);
    const afterTokens = editTokens(after, exact, MAX_TOKENS);
    const hunks = alignTokens(beforeTokens, afterTokens);
    return { before, after, isCode, beforeTokens, afterTokens, hunks };
  };
  const compared = compare(isCode);
  // If only the case of letters changed, that is the change.
  return compared.hunks.length > 0 || isCode || !retryExact ? compared : compare(true);
}

function sidesOf({ before, after, diff }: EditInput): readonly [string, string] | undefined {
  if (before !== undefined && after !== undefined) return [normaliseText(before), normaliseText(after)];
  if (diff === undefined) return undefined;
  const removed: string[] = [];
  const added: string[] = [];
  for (const line of changedLines(diff.slice(0, 4 * MAX_TEXT))) {
    (line[0] === "-" ? removed : added).push(line.slice(1));
  }
  return removed.length + added.length === 0
    ? undefined
    : [normaliseText(removed.join("\n")), normaliseText(added.join("\n"))];
}

const normaliseText = (text: string): string =>
  text.slice(0, MAX_TEXT).replaceAll("\r\n", "\n").normalize("NFC");

/** Whether an edit is of code. The file name decides if it can. */
function looksLikeCode(before: string, after: string, path: string | undefined): boolean {
  if (path !== undefined && PROSE_FILE.test(path)) return false;
  if (path !== undefined && CODE_FILE.test(path)) return true;
  return CODE_SIGNS.some((sign) => sign.test(before)) || CODE_SIGNS.some((sign) => sign.test(after));
}

/** The ranges in which two token lists differ. Ranges with only a joint between them are merged. */
function alignTokens(before: readonly EditToken[], after: readonly EditToken[]): readonly ChangedRange[] {
  const keysOf = (tokens: readonly EditToken[]): readonly string[] => tokens.map(({ key }) => key);
  const all: ChangedRange[] = [];
  for (const range of changedRanges(keysOf(before), keysOf(after))) {
    const last = all.at(-1);
    const isNear = last !== undefined && range.from === last.to + 1 && range.start === last.end + 1;
    if (isNear && JOINT.test(before[last.to]!.key)) {
      all[all.length - 1] = { ...last, to: range.to, end: range.end };
    } else all.push(range);
  }
  return all;
}
