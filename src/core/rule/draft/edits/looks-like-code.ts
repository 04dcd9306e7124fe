const PROSE_FILE = /\.(?:md|mdx|markdown|txt|rst|adoc|eml|docx?|pptx?|rtf)$/i;
const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|bash|zsh|sql|css|scss|less|html?|vue|svelte|ya?ml|toml|json5?|tf|ex|exs|scala|dart|lua|pl|r)$|(?:^|\/)(?:Dockerfile|Makefile)[^/]*$/i;

/** Signs that people do not write in sentences. */
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

/** Whether the two sides of an edit are program text. The file's name decides where it can. */
export function looksLikeCode(before: string, after: string, path: string | undefined): boolean {
  if (path !== undefined && PROSE_FILE.test(path)) return false;
  if (path !== undefined && CODE_FILE.test(path)) return true;
  return CODE_SIGNS.some((sign) => sign.test(before)) || CODE_SIGNS.some((sign) => sign.test(after));
}
