import type { Edit } from "../edit.ts";
import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";
import { wordPairs } from "../verb-forms.ts";

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const tight = (text: string): string => text.replaceAll(/\s+/g, "");
const gone = (expression: RegExp) => (text: string) => tight(text.replaceAll(expression, ""));

const EARLY_RETURN =
  /\bif ?\([^{};\n]*\) ?\{?\s*(?:return|continue|break|throw)\b|\bguard\b|\bif (?:not )?[\w.!&|<>=()]+(?: [\w.!&|<>="'()]+){0,6}(?::| \{)\s*(?:return|continue|raise|throw|break)\b|\b(?:return|raise|next|continue) (?:[\w.:()"']+ )?(?:if|unless) /g;
const deepest = (text: string): number => {
  let [depth, most] = [0, 0];
  for (const sign of text) {
    if (sign === "{") most = Math.max(most, (depth += 1));
    else if (sign === "}") depth -= 1;
  }
  const indents = text
    .split("\n")
    .map((line) => Math.floor(/^[ \t]*/.exec(line)![0].replaceAll("\t", "    ").length / 2));
  return Math.max(most, Math.ceil(Math.max(0, ...indents) / 2));
};
const TERNARY = countOf(/\?(?![.?:])[^?:\n]+:/g);
const nestedTernaries = (text: string): number =>
  countOf(/\?(?![.?:])[^?:\n]*(?:\?(?![.?:])[^?:\n]+:|:[^?:\n]+\?(?![.?:]))/g)(text);
const IFS = countOf(/\bif\b/g);

const COMMENT_LINE = /^\s*(?:\/\/|#(?![![{]|include|define|if|end|pragma)|--\s|\/\*|\*\s|"""|''')/;
const comments = (text: string): readonly string[] =>
  text.split("\n").filter((line) => COMMENT_LINE.test(line));
const inlineComments = countOf(/(?:\/\/|\/\*|(?:^|\s)#\s)[^\n]*/gm);
const CODE_IN_COMMENT =
  /^[ \t]*(?:\/\/|#|--)[ \t]?(?:[\w.]+\(|(?:const|let|var|return|import|print|def|await)\b|if ?\(|for ?\(|[\w.[\]]+ ?= |[^\n]*[;{}]$)/;
const commentedCode = (text: string): number =>
  text.split("\n").filter((line) => CODE_IN_COMMENT.test(line)).length;
const DOC_COMMENT = countOf(/\/\*\*|"""|'''|\/\/\/|^\s*#'|^=begin/gm);
const TODO = countOf(/\b(?:TODO|FIXME|XXX|HACK)\b/g);

const DEBUG = countOf(
  /\b(?:console\.(?:log|debug|dir|trace)|debugger|print|println!|dbg!|var_dump|dd|pp|System\.out\.print(?:ln)?|fmt\.Print(?:ln|f)?|puts|breakpoint|pdb\.set_trace|binding\.pry|alert|print_r)\b\s?[(;!"]?/g,
);
const LOGGER = countOf(
  /(?<!console\.)\b(?:logger|logging|log|LOG|slog|winston|pino|tracing|Log|_logger|self\.log)\b(?:\.|::|!)?\s?(?:debug|info|warn|warning|error|trace|exception)?\b!?/gi,
);

const CONSTANT = countOf(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{3,}\b/g);
const MEMBER = countOf(/\b[A-Z]\w*(?:\.|::)[A-Z]\w*/g);
const BARE_NUMBER = countOf(/(?<![\w.$#"'_-])-?\d+(?:\.\d+)?(?![\w.$"'])/g);
const STRING = countOf(/"[^"\n]{2,}"|'[^'\n]{2,}'/g);

const SECRET =
  /["'](?:sk|pk|ghp|gho|xox[bp]|AKIA|AIza|eyJ|glpat|Bearer)[\w.-]{6,}["']|(?:password|passwd|secret|token|api_?key|apikey|pwd|auth|credential)\w*["']?\s?[:=]\s?["'][^"'\s${]{3,}["']|:\/\/[^\s:/@${]+:[^\s:/@${]+@/gi;
const FROM_ENVIRONMENT = countOf(
  /\bprocess\.env\b|\bos\.(?:environ|getenv)\b|\bgetenv\b|\benv\(|\bENV\[|\bstd::env\b|\bSystem\.getenv\b|\$\{?[A-Z][A-Z_]{2,}\}?|\bsecrets\.|\bimport\.meta\.env\b|\bconfig\b|\bsettings\b|\bvault\b/g,
);

const SNAKE = countOf(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g);
const CAMEL = countOf(/\b[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\b/g);
const PASCAL = countOf(/\b(?:[A-Z][a-z0-9]+){2,}\b/g);
const KEBAB = countOf(/\b[a-z][a-z0-9]*(?:-[a-z0-9]+)+\b/g);
const UPPER = countOf(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g);
const NAMES = {
  snake: "snake_case",
  camel: "camelCase",
  pascal: "PascalCase",
  kebab: "kebab-case",
  upper: "UPPER_SNAKE_CASE",
};
const nameless = (text: string): string => text.toLowerCase().replaceAll(/[_-]/g, "");
const naming = {
  field: "any",
  rank: 4,
  named: /case|nam|camel|snake|kebab|pascal|convention|casing/,
  canonical: nameless,
} as const;

/** Whether an abbreviation was spelled out: "usr" became "user". */
function spelledOut(before: string, after: string, edit: Edit): boolean {
  const isForward = before === edit.before;
  return wordPairs(edit).some(([removed, added]) => {
    const [short, long] = isForward ? [removed, added] : [added, removed];
    const isName = /^[a-z]\w{1,4}$/.test(short) && /^[a-z]\w{3,}$/.test(long);
    return isName && long.length > short.length && isShortFor(short, long);
  });
}

/** Whether the letters of the short name occur in the long one in order, starting with its first letter. */
function isShortFor(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at >= short.length;
}

export const CODE_KINDS: readonly EditKind[] = [
  ...oppositeKinds(
    { field: "code", rank: 5, named: /early|guard|flat|nest|indent/ },
    ["early-return", "Return early with a guard clause instead of wrapping the code in an if block."],
    ["no-early-return", "Use one return at the end instead of returning early."],
    (before, after) => {
      const [had, has] = [countOf(EARLY_RETURN)(before), countOf(EARLY_RETURN)(after)];
      return has > had && deepest(after) < deepest(before) && nestedTernaries(before) === 0;
    },
  ),
  ...fewer(
    { field: "code", rank: 5, named: /ternar|nest|readab|conditional/ },
    "no-nested-ternaries",
    "Do not nest ternaries; use if statements instead.",
    nestedTernaries,
  ),
  ...swap(
    { field: "code", rank: 4, named: /ternar|readab|conditional/ },
    ["no-ternaries", "Use an if statement instead of a ternary.", IFS],
    ["ternaries", "Use a ternary for simple choices instead of an if statement.", TERNARY],
  ),
  ...toggle(
    { field: "code", rank: 3, named: /comment|explain|why/ },
    ["comments", "Comment code that is not obvious, saying why it is there."],
    ["no-comments", "Leave out comments that only repeat the code."],
    (text) => comments(text).length + inlineComments(text),
  ),
  ...fewer(
    { field: "code", rank: 5, named: /comment|dead|commented/ },
    "commented-out-code",
    "Remove commented-out code; do not leave it in the file.",
    commentedCode,
  ),
  ...more(
    { field: "code", rank: 4, named: /doc|jsdoc|comment/ },
    "doc-comments",
    "Add a documentation comment (docstring) to every public function and class.",
    DOC_COMMENT,
  ),
  ...fewer(
    { field: "any", rank: 5, named: /todo|fixme/ },
    "todos",
    "Leave no TODO or FIXME comments; do it or open an issue.",
    TODO,
  ),
  ...swap(
    { field: "code", rank: 4, named: /log|print|console|debug/ },
    ["logger", "Use the logger instead of print or console output.", LOGGER],
    ["print", undefined, DEBUG],
  ),
  ...oppositeKinds(
    { field: "code", rank: 5, named: /debug|log|print|console|leftover/ },
    [
      "no-debug-output",
      "Remove debug statements such as `console.log` and `print` before handing in the code.",
    ],
    ["debug-output", undefined],
    (before, after) => DEBUG(before) > DEBUG(after) && LOGGER(after) <= LOGGER(before),
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /magic|constant|number|literal|name/ },
    ["named-constants", "Use named constants or enum members instead of magic numbers and string literals."],
    ["inline-literals", "Write values that are used once in place instead of as a named constant."],
    (before, after) =>
      CONSTANT(after) + MEMBER(after) > CONSTANT(before) + MEMBER(before) &&
      (BARE_NUMBER(before) > 0 || STRING(before) > 0) &&
      (BARE_NUMBER(before) > BARE_NUMBER(after) ||
        STRING(before) > STRING(after) ||
        /\b[A-Z][A-Z0-9_]{2,} ?(?::[^=]+)?= ?["'\d]/.test(after)),
  ),
  ...swap(
    { field: "code", rank: 5, named: /secret|env|key|password|hard|credential|token/ },
    [
      "secrets-from-environment",
      "Read secrets from environment variables or a secret store; never hard-code them.",
      FROM_ENVIRONMENT,
    ],
    ["secrets-in-code", undefined, countOf(SECRET)],
  ),
  ...swap(
    {
      field: "any",
      rank: 5,
      named: /https|secure|tls|ssl/,
      canonical: (text) => text.replaceAll("https:", "http:"),
    },
    ["https", "Use https instead of http.", countOf(/\bhttps:/g)],
    ["http", "Use http instead of https.", countOf(/\bhttp:/g)],
  ),
  ...swap(
    {
      field: "code",
      rank: 5,
      named: /indent|tab|space|format/,
      canonical: (text) => text.replaceAll(/^[ \t]+/gm, ""),
    },
    ["space-indent", "Indent with spaces, not with tabs.", countOf(/^ +/gm)],
    ["tab-indent", "Indent with tabs, not with spaces.", countOf(/^\t+/gm)],
  ),
  ...oppositeKinds(
    {
      field: "code",
      rank: 5,
      named: /indent|space|format/,
      canonical: (text) => text.replaceAll(/^[ \t]+/gm, ""),
    },
    ["indent-2", "Indent with two spaces, not with four."],
    ["indent-4", "Indent with four spaces, not with two."],
    (before, after) => leastIndent(before) === 4 && leastIndent(after) === 2,
  ),
  ...swap(
    naming,
    ["snake-case", `Name things in ${NAMES.snake}, not in camelCase.`, SNAKE],
    ["camel-case", `Name things in ${NAMES.camel}, not in snake_case.`, CAMEL],
  ),
  ...swap(
    naming,
    ["pascal-case", `Name types and components in ${NAMES.pascal}.`, PASCAL],
    ["pascal-to-camel", `Name functions and variables in ${NAMES.camel}, not in PascalCase.`, CAMEL],
  ),
  ...swap(
    naming,
    ["pascal-not-snake", `Use ${NAMES.pascal} instead of snake_case for these names.`, PASCAL],
    ["snake-not-pascal", `Use ${NAMES.snake} instead of PascalCase for names.`, SNAKE],
  ),
  ...swap(
    { ...naming, rank: 5 },
    ["kebab-case", `Use ${NAMES.kebab} for file and path names, not camelCase or PascalCase.`, KEBAB],
    ["no-kebab", `Use ${NAMES.camel} instead of kebab-case for names.`, (text) => CAMEL(text) + PASCAL(text)],
  ),
  ...swap(
    { ...naming, rank: 5 },
    ["kebab-not-snake", `Use ${NAMES.kebab} instead of snake_case for names.`, KEBAB],
    ["snake-not-kebab", `Use ${NAMES.snake} instead of kebab-case for names.`, SNAKE],
  ),
  ...swap(
    { ...naming, rank: 5 },
    ["upper-constants", `Name constants in ${NAMES.upper}.`, UPPER],
    ["lower-constants", `Do not name constants in ${NAMES.upper}.`, (text) => CAMEL(text) + SNAKE(text)],
  ),
  ...oppositeKinds(
    { field: "code", rank: 3, named: /nam|abbrev|short|readab|cryptic|descriptive/ },
    ["spelled-out-names", "Use descriptive names; spell abbreviations out."],
    ["short-names", undefined],
    spelledOut,
  ),
  ...oppositeKinds(
    {
      field: "code",
      rank: 4,
      named: /blank|empty|line/,
      canonical: (text) => text.replaceAll(/\n\s*\n/g, "\n"),
    },
    ["no-blank-lines", "Leave out needless blank lines."],
    ["blank-lines", "Separate blocks of code with a blank line."],
    (before, after) =>
      countOf(/\n\s*\n/g)(before) > countOf(/\n\s*\n/g)(after) && tight(before) === tight(after),
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /line|length|wrap|long|80|100|120/, canonical: tight },
    ["short-lines", "Break long lines."],
    ["one-line", "Put short statements on one line."],
    (before, after) =>
      longestLine(before) > 60 &&
      longestLine(before) > longestLine(after) + 15 &&
      gone(/[,()\\]/g)(before) === gone(/[,()\\]/g)(after),
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /brace|curly|bracket/, canonical: gone(/[{}]/g) },
    ["braces", "Always put braces around the body of if, else and loops."],
    ["no-braces", "Leave out the braces around a single statement."],
    (before, after) =>
      countOf(/\{/g)(after) > countOf(/\{/g)(before) &&
      gone(/[{}]/g)(before) === gone(/[{}]/g)(after) &&
      /\b(?:if|for|while|else)\b/.test(before),
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /order|sort|import/ },
    ["sorted-imports", "Keep imports sorted, with standard and external ones before local ones."],
    ["unsorted-imports", undefined],
    (before, after) => {
      const imports = (text: string): readonly string[] =>
        text
          .split("\n")
          .filter((line) => /^\s*(?:import|from|use|#include|require|const .*require\()/.test(line));
      const [had, has] = [imports(before), imports(after)];
      return (
        had.length > 1 &&
        had.toSorted().join("\n") === has.toSorted().join("\n") &&
        inOrder(has) &&
        !inOrder(had)
      );
    },
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /unused|import|dead/ },
    ["no-unused-imports", "Remove imports that are not used."],
    ["missing-imports", "Import everything that the code uses."],
    (before, after) => {
      const IMPORT = /^\s*(?:import|from|use|#include|using)\b|\brequire\(/;
      const kept = new Set(after.split("\n").map(flat));
      const dropped = before
        .split("\n")
        .map(flat)
        .filter((line) => line !== "" && !kept.has(line));
      return (
        dropped.length > 0 &&
        dropped.every((line) => IMPORT.test(line)) &&
        after.split("\n").length < before.split("\n").length
      );
    },
  ),
  ...oppositeKinds(
    { field: "code", rank: 4, named: /sort|order|alphabet|key/ },
    ["sorted-keys", "Keep keys and entries sorted alphabetically."],
    ["unsorted-keys", undefined],
    (before, after) => {
      const entries = (text: string): readonly string[] =>
        (text.match(/["']?[\w-]+["']?(?=\s?:)/g) ?? []).map((key) => key.replaceAll(/["']/g, ""));
      const [had, has] = [entries(before), entries(after)];
      const sorted = had.toSorted();
      return had.length > 1 && had.join() !== sorted.join() && has.join() === sorted.join();
    },
  ),
];

/** Sorted alphabetically, or with external imports before local ones. */
const inOrder = (imports: readonly string[]): boolean => {
  const local = (line: string): number => (/["'](?:\.|@\/|~)|^\s*from \./.test(line) ? 1 : 0);
  const source = (line: string): string => (/from\s+["']?([^"']+)/.exec(line)?.[1] ?? line).toLowerCase();
  const sorted = (keys: readonly string[]): boolean =>
    keys.every((key, at) => at === 0 || keys[at - 1]! <= key);
  return sorted(imports.map(source)) || sorted(imports.map((line) => `${local(line)}${source(line)}`));
};
const leastIndent = (text: string): number => {
  const indents = text
    .split("\n")
    .map((line) => /^ */.exec(line)![0].length)
    .filter((indent) => indent > 0);
  return indents.length === 0 ? 0 : Math.min(...indents);
};
const longestLine = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));
