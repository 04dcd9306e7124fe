import { MAX_RULE_TEXT } from "../text/limits.ts";
import type { Span } from "../actionable/actionable-feedback.ts";
import { findCommands } from "../actionable/find-command.ts";
import { judgeComment } from "../actionable/judge-comment.ts";
import { readText } from "../actionable/read-text.ts";
import { findSecrets } from "./secrets.ts";
import { findTakeovers, foldText } from "./find-takeovers.ts";
import { hiddenKind } from "../text/hidden-characters.ts";
import { codePoints } from "../text/code-points.ts";
import { readsAsOrder } from "./reads-as-order.ts";

/** `danger` may turn an agent against its users; `advice` makes a rule weaker. */
type WarningLevel = "danger" | "advice";

/** The start of a draft that only quotes an objection, because no remark said what to do instead. */
const OBJECTION_OPENING = "Avoid this:";

/** The level and message of each warning. */
const RULE_TEXT_WARNINGS = {
  hidden_character: ["danger", "characters that nobody sees; delete them, an agent reads what you cannot"],
  bidi_control: [
    "danger",
    "characters that turn the reading direction; what you see is not what an agent reads",
  ],
  tag_character: ["danger", "invisible tag characters, which can spell out hidden instructions; delete them"],
  mixed_scripts: ["danger", "a word that mixes alphabets to look like another; write it in one"],
  html_comment: ["danger", "an HTML comment, which readers do not see and agents do; delete it"],
  html_tag: ["danger", "HTML that a page would act on; write it as words or as inline code"],
  code_fence: ["danger", "a code fence, which can end the block that holds the rules; use inline code"],
  role_marker: ["danger", "a mark that can pass for the system's or another speaker's words; leave it out"],
  overrides_instructions: [
    "danger",
    "it tells the agent to set other instructions aside; say what to do instead",
  ],
  reveals_prompt: ["danger", "it tells the agent to give away its instructions; no rule needs that"],
  exfiltrates: ["danger", "it tells the agent to send something secret elsewhere; no rule needs that"],
  runs_command: [
    "danger",
    "it tells the agent to run something that destroys or fetches code; name the tool instead",
  ],
  secret: ["danger", "it seems to hold a secret; name where the secret is kept instead"],
  image: ["danger", "an image; showing one can call home with what the agent knows"],
  markdown_link: [
    "danger",
    "a link; an agent may follow it to text that nobody approved, so state the rule itself",
  ],
  bare_url: [
    "danger",
    "an address; an agent may follow it to text that nobody approved, so state the rule itself",
  ],
  personal_address: ["danger", "an e-mail address; rules name no people"],
  several_lines: ["advice", "several lines; a rule is rendered on one, so write it as one"],
  too_long: ["advice", "too long; say one thing, and put the why into the reason"],
  empty: ["advice", "it says nothing; write what to do"],
  not_imperative: ["advice", 'not an instruction; begin with what to do, as in "Return an empty list …"'],
  quotes_objection: [
    "advice",
    "it only quotes what somebody objected to; write what to do instead before you approve it",
  ],
  vague: ["advice", "it leaves open what exactly to do; name the thing and the change"],
  hedged: ["advice", "it leaves open whether to do it; say do or do not"],
} as const satisfies Record<string, readonly [WarningLevel, string]>;

export type RuleTextWarningCode = keyof typeof RULE_TEXT_WARNINGS;

/** Something that a person should know before approving a rule's text. */
export interface RuleTextWarning {
  readonly code: RuleTextWarningCode;
  readonly level: WarningLevel;
  readonly message: string;
  /** UTF-16 offsets in the text. */
  readonly span: Span;
}

/** Longer texts are far too long for a rule anyway. */
const MAX_READ = 4_096;
/** At most this many of each code, so that one repeated trick does not hide the others. */
const MAX_EACH = 3;

/**
 * Warnings about a rule's text, ordered by position, for the people who approve it. The text is read as an agent
 * would read it: without hidden characters, and with look-alike letters replaced. A warning never blocks approval,
 * since a good rule may have to mention bad things.
 */
export function checkRuleText(text: string): readonly RuleTextWarning[] {
  const read = text.slice(0, MAX_READ);
  const found: RuleTextWarning[] = [];
  const counts = new Map<RuleTextWarningCode, number>();
  const warn = (code: RuleTextWarningCode, span: Span, hint = ""): void => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count > MAX_EACH) return;
    const [level, message] = RULE_TEXT_WARNINGS[code];
    found.push({ code, level, message: hint === "" ? message : `${message} (${hint})`, span });
  };
  warnOfCharacters(read, warn);
  warnOfMarkup(read, warn);
  for (const { looks_like, ...span } of findSecrets(read)) warn("secret", span, looks_like);
  const folded = foldText(read);
  for (const { code, start, end } of findTakeovers(folded.text)) warn(code, folded.spanOf(start, end));
  warnOfWording(text, read, warn);
  return found.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

type Warn = (code: RuleTextWarningCode, span: Span, hint?: string) => void;

/** Hidden characters. A run of them is one warning. */
function warnOfCharacters(text: string, warn: Warn): void {
  let at = 0;
  let open: { code: RuleTextWarningCode; start: number } | undefined;
  const close = (): void => {
    if (open !== undefined) warn(open.code, { start: open.start, end: at });
    open = undefined;
  };
  for (const character of text) {
    const kind = hiddenKind(character.codePointAt(0)!);
    const lineEnd = character === "\n" || character === "\r";
    const code = kind === "control" ? (lineEnd ? "several_lines" : "hidden_character") : kind;
    if (code !== open?.code) close();
    if (code !== undefined && character !== "\t") open ??= { code, start: at };
    at += character.length;
  }
  close();
  for (const match of text.matchAll(/[\p{L}\p{M}]{2,100}/gu)) {
    const word = match[0];
    if (
      /\p{Script=Latin}/u.test(word) &&
      /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word)
    ) {
      warn("mixed_scripts", { start: match.index, end: match.index + word.length });
    }
  }
}

/** Markup. Text that one pattern matched is ignored by the later ones. */
function warnOfMarkup(text: string, warn: Warn): void {
  let rest = text;
  for (const [code, pattern] of MARKUP) {
    rest = rest.replace(pattern, (match, ...groups: unknown[]) => {
      const start = groups.find((group) => typeof group === "number") ?? 0;
      warn(code, { start, end: start + match.length });
      return " ".repeat(match.length);
    });
  }
}

const MARKUP: readonly (readonly [RuleTextWarningCode, RegExp])[] = [
  ["html_comment", /<!--[^]{0,4096}?(?:-->|$)|-->/g],
  ["image", /!\[[^\]\n]{0,500}\][([][^)\]\n]{0,1000}[)\]]?|<img\b[^>]{0,1000}>?/gi],
  ["markdown_link", /\[[^\]\n]{1,500}\](?:\([^)\n]{0,1000}\)|\[[^\]\n]{1,200}\]|:\s?\S{1,500})/g],
  [
    "bare_url",
    /\b(?:https?|ftp|file|data|javascript|wss?):(?:\/\/)?[^\s`"'<>)]{3,1000}|\bwww\.[^\s`"'<>)]{3,500}/gi,
  ],
  ["personal_address", /\b[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\b/gi],
  ["code_fence", /`{3,200}|~{3,200}/g],
  [
    "html_tag",
    /<\/?(?:a|base|body|embed|form|head|html|iframe|link|meta|object|script|style|svg|video)\b[^<>]{0,500}>/gi,
  ],
];

function warnOfWording(text: string, read: string, warn: Warn): void {
  const whole = { start: 0, end: text.length };
  const length = codePoints(text);
  if (length > MAX_RULE_TEXT) warn("too_long", whole, `${length} characters of ${MAX_RULE_TEXT}`);
  if (text.trim() === "") return warn("empty", whole);
  if (read.startsWith(OBJECTION_OPENING)) return warn("quotes_objection", whole);
  const { words, sentences } = readText(read);
  const judged = judgeComment(read);
  if (judged.reason === "vague_directive") return warn("vague", judged.span ?? whole);
  if (judged.reason === "advisory_wording") return warn("hedged", judged.span ?? whole);
  if (!readsAsOrder(read) && !sentences.some((sentence) => findCommands(words, sentence).length > 0)) {
    warn("not_imperative", whole);
  }
}
