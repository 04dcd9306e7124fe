const SEARCH_HIT = /^[^\s:]{1,300}\.\w{1,10}[:-]\d{1,7}[:-]/;
const NUMBERED = /^\s{0,8}\d{1,7}(?:[:-]\s|\t|→)/;
const DIFF = /^(?:[+-](?![+-]{2})|@@ |diff --git )/;
const COMMENT = /^\s{0,80}(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?:\s|!)|<!--|--\s)/;
const KEYWORD =
  /^\s{0,80}(?:raise|throw|throws|return|if|else|elif|except|catch|case|for|while|const|let|var|def|func|fn|class|import|from|export|public|private|protected|static|async|await|assert|expect|yield|with|try|describe|it|test|echo|print|println|printf|logger|log|console|slog)\b\s{0,4}[({'"`\w$]/;
const CODE_END = /(?:[;{]|\){1,6},?|=>|",|',)\s{0,4}(?:\/\/.{0,200}|#.{0,200}|\/\*.{0,200})?$/;
const CODE_MARK = /(?:["'`]\s{0,3}[,)\]}+%]|\b\w{1,60}\(["'`]|=\s{0,2}["'`]|:=|=>|==|!=|&&|\|\|)/;

/** Source code, a search hit or a line of a diff: what it says about errors does not report one. */
export function isSourceLine(text: string): boolean {
  return (
    SEARCH_HIT.test(text) ||
    NUMBERED.test(text) ||
    DIFF.test(text) ||
    COMMENT.test(text) ||
    (CODE_END.test(text) && CODE_MARK.test(text)) ||
    (KEYWORD.test(text) && CODE_MARK.test(text))
  );
}
