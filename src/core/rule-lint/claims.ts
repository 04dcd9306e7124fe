import type { RuleFile, RuleFileLine } from "../rule-file/parse-rule-file.ts";

/** Words of a file that name a file, or a command. */
export interface Claim {
  readonly line: number;
  readonly text: string;
  readonly from: "span" | "link";
  /** The line that it is on, and the heading above it. */
  readonly context: string;
}

const MAX_CLAIMS = 5_000;
/** Nobody writes longer lines by hand. */
const MAX_LINE = 2_000;
const MAX_CONTEXT = 4_000;
const SPAN = /(?<!`)`([^`\n]{2,300})`(?!`)/g;
const LINK = /\]\((?:mdc:)?([^()\s]{1,300})(?:\s"[^"\n]{0,200}")?\)/g;

/** What the lines of a file name in code spans and links. Code blocks and comments claim nothing here. */
export function claimsOf({ lines }: Pick<RuleFile, "lines">): readonly Claim[] {
  const found: Claim[] = [];
  let heading = "";
  for (const [at, { number, kind, text: whole }] of lines.entries()) {
    const text = whole.slice(0, MAX_LINE);
    if (kind === "heading") heading = text;
    if (!READ.has(kind) || found.length >= MAX_CLAIMS) continue;
    const isCaption = captionsCode(lines, at);
    const context = `${heading}\n${blockAt(lines, at)}`;
    const add = (from: Claim["from"], claim: string): void =>
      void found.push({
        line: number,
        text: claim.trim(),
        from,
        context,
      });
    if (!isCaption) for (const [, span = ""] of text.matchAll(SPAN)) add("span", span);
    const plain = withoutSpans(text);
    for (const [, target = ""] of plain.matchAll(LINK)) add("link", target);
  }
  return found;
}

/** The item or paragraph that a line is in: a sentence may go on from line to line. */
function blockAt(lines: RuleFile["lines"], at: number): string {
  if (lines[at]!.kind !== "text" && lines[at]!.kind !== "item") return lines[at]!.text.slice(0, MAX_LINE);
  let [from, to] = [at, at];
  while (
    from > 0 &&
    at - from < MAX_BLOCK &&
    lines[from]!.kind === "text" &&
    ["text", "item"].includes(lines[from - 1]!.kind)
  )
    from -= 1;
  while (to - at < MAX_BLOCK && lines[to + 1]?.kind === "text") to += 1;
  return lines
    .slice(from, to + 1)
    .map(({ text }) => text.slice(0, MAX_LINE).trim())
    .join(" ")
    .slice(0, MAX_CONTEXT);
}

const MAX_BLOCK = 20;

/** Whether a line only names the file that the code block after it is an example of. */
const captionsCode = (lines: RuleFile["lines"], at: number): boolean =>
  /^\W{0,6}`[^`\n]{1,200}`\W{0,4}$/.test(lines[at]!.text.trim()) &&
  lines.slice(at + 1, at + 3).find(({ kind }) => kind !== "blank")?.kind === "code";

const READ: ReadonlySet<RuleFileLine["kind"]> = new Set([
  "item",
  "text",
  "table",
  "heading",
  "quote",
  "import",
]);

const withoutSpans = (text: string): string => text.replaceAll(SPAN, " ");

/** Examples, things that are to be made, and things that are gone: no line like this says that something is there. */
const HEDGES =
  /\be\.g\.|\bi\.e\.|\b(?:eg|for (?:example|instance)|examples?|such as|similar to|like|imagine|suppose|creat(?:e[sd]?|ing)|add(?:ed|ing|s)?|generat(?:e[sd]?|ing)|writ(?:e|es|ing|ten) (?:to|into|in)|saved? (?:to|in|as)|outputs?|emit(?:s|ted)?|produc(?:e[sd]?|es|ing)|download(?:s|ed)?|publish(?:es|ed)?|cop(?:y|ied)|clone[sd]?|renam(?:e[sd]?|ing)|moved?|remov(?:e[sd]?|ing|al)|delet(?:e[sd]?|ing|ion)|dropped|replac(?:e[sd]?|ing)|deprecated|legacy|obsolete|formerly|previous(?:ly)?|old|used to|was|were|histor\w{1,20}|migrat\w{1,20}|never|don['’]t|do(?:es)? not|doesn['’]t|isn['’]t|aren['’]t|no longer|there is no|not|no|while|avoid|without|instead of|rather than|if|when|unless|optional(?:ly)?|exists?|existed|missing|planned|future|todo|upcoming|will|would|should|may|might|can|could|coming|proposed|suggested|template|placeholders?|patterns?|named|called|new|your|any|each|every|per|(?:git)?ignored?|untracked|cached?|temporary|runtime|mount(?:ed|s)?|container|image|remote|url|routes?|endpoints?|branch(?:es)?|imports?|alias|namespace|search(?:es|ed)?|detects?|exclud(?:e[sd]?|ing)|skip(?:s|ped)?|provision\w{0,5}|first run|on demand|scans?|looks? (?:for|in)|incorrect|correct|default(?:s|ing)?|symlinks?|upstream|on the (?:server|host|device))\b/i;

/** The same in languages that instruction files are often written in. */
const OTHER_HEDGES =
  /例如|比如|示例|类似|创建|新建|删除|禁止|例えば|作成|削除|예:|예시|생성|삭제|\b(?:z\.\s?B\.|beispiel\w{0,5}|ejemplo|exemplo|exemple)|пример/iu;

export function isHedged(context: string): boolean {
  const said = withoutAsides(context);
  return (
    HEDGES.test(said) || OTHER_HEDGES.test(said) || /[❌✗…🚫]|`\s?(?:→|->|=>)|(?:→|->|=>)\s?`/u.test(said)
  );
}

/** A comment, such as one that overrides a finding, says nothing about the line. */
export const withoutAsides = (text: string): string => text.replaceAll(/<!--[^>\n]{0,300}-->/g, " ");

const PLACEHOLDER =
  /[<>{}$%*|"'`\\^#?=;,!&()]|\.\.\.|…|\[|\]|::|\bx{2,}\b|\byyyy\b|\bNN\b|\bN\b|(?:^|[/._-])(?:my|some)(?=[A-Z])|(?:^|[/._-])(?:foo|bar|baz|qux|path|to|your|my|some|example|examples|sample|placeholder|name|file|filename|feature|xxx|yyy|abc|todo|module|component|thing|dir|folder|entity|resource|new)(?=$|[/._-])/i;

/** Whether words in a code span name something that does not have to be there: an example or a blank to fill in. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);
