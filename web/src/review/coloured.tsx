import { VisibleText } from "../parts/visible-text.tsx";

/** Comments, strings and the commonest keywords of most languages: enough to find one's way, wrong now and then. */
const TOKENS =
  /(?<comment>\/\/.*|(?<=^|\s)#(?![0-9a-f]{3,8}\b|!?\[|include\b).*|^\s*\*.*|\/\*.*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?<keyword>\b(?:abstract|as|async|await|break|case|catch|class|const|continue|def|default|del|do|elif|else|enum|export|extends|finally|fn|for|from|func|function|if|impl|implements|import|in|interface|let|match|mod|module|mut|namespace|new|package|pass|private|protected|pub|public|raise|readonly|return|static|struct|super|switch|throw|trait|try|type|use|var|while|with|yield)\b)/g;

/** Past this a line is not source that somebody reads. */
const MAX = 500;

/** A line of code with quiet emphasis; what hides in it is shown. */
export function Coloured({ text }: { readonly text: string }) {
  if (text.length > MAX) return <VisibleText text={text} />;
  const parts = [];
  let at = 0;
  for (const { 0: token, index, groups } of text.matchAll(TOKENS)) {
    if (index > at) parts.push(<VisibleText key={at} text={text.slice(at, index)} />);
    const look =
      groups?.["comment"] !== undefined
        ? "text-ink-2 italic"
        : groups?.["string"] !== undefined
          ? "text-green"
          : "font-semibold";
    parts.push(
      <span key={`${index} token`} className={look}>
        <VisibleText text={token} />
      </span>,
    );
    at = index + token.length;
  }
  if (at < text.length) parts.push(<VisibleText key={at} text={text.slice(at)} />);
  return parts;
}
