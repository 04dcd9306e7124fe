import type { Span } from "../actionable/actionable-feedback.ts";
import { hiddenKind } from "../text/hidden-characters.ts";
import type { RuleTextWarningCode } from "./check-rule-text.ts";

/** A text as it reads, with a mapping back to the original offsets. */
export interface FoldedText {
  /** Lower case, NFKC, look-alike letters replaced, hidden characters removed, single spaces. */
  readonly text: string;
  readonly spanOf: (start: number, end: number) => Span;
}

/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a", е: "e", о: "o", р: "p", с: "c", у: "y", х: "x", і: "i", ј: "j", ѕ: "s", ԁ: "d", ո: "n", һ: "h", ӏ: "l",
    ο: "o", α: "a", ν: "v", ι: "i", ρ: "p", ε: "e", κ: "k", τ: "t", υ: "u", ɡ: "g", ı: "i",
  }),
); // oxfmt-ignore

export function foldText(original: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let at = 0;
  for (const character of original) {
    const start = at;
    at += character.length;
    const kind = hiddenKind(character.codePointAt(0)!);
    if (kind !== undefined && kind !== "control") continue;
    const folded = kind === "control" ? " " : character.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    for (const unit of folded.split("")) {
      const blank = /\s/.test(unit);
      if (blank && text.endsWith(" ")) continue;
      text += blank ? " " : (LOOK_ALIKES.get(unit) ?? unit);
      starts.push(start);
      ends.push(at);
    }
  }
  return {
    text,
    spanOf: (from, to) => ({
      start: starts[from] ?? 0,
      end: ends[Math.max(from, to - 1)] ?? original.length,
    }),
  };
}

export interface Takeover {
  readonly code: RuleTextWarningCode;
  readonly start: number;
  readonly end: number;
}

/** Words for instructions that somebody may want ignored or revealed. */
const INSTRUCTIONS =
  "(?:instructions?|prompts?|directives?|guidelines|guidance|rules?|orders|policies|constraints|messages?|context)";
const OTHER =
  "(?:(?:all|any|every|the|your|of|these|those|other|previous|prior|earlier|above|preceding|former|existing|original|initial|system|developer|safety|security|project|team) ?){1,6}";
const SECRETS =
  "(?:secrets?|credentials?|passwords?|tokens?|api keys?|private keys?|ssh keys?|environment variables|env vars|\\.env|source code|conversation|chat history|system prompt|user data|cookies)";
const ELSEWHERE =
  "(?:https?:|www\\.|[\\w.+-]{1,64}@\\w|(?:an? |the |my |our |this )?(?:external|outside|remote|third-party|attacker|webhook|pastebin|public)\\b|my (?:server|address|e-?mail|inbox))";

interface Pattern {
  readonly code: RuleTextWarningCode;
  readonly pattern: RegExp;
  /** A rule may forbid this, which is fine. */
  readonly mayForbid: boolean;
}

/** Matched against folded text: lower case, single spaces. */
const PATTERNS: readonly Pattern[] = [
  {
    code: "overrides_instructions",
    pattern: new RegExp(
      `\\b(?:ignore|disregard|forget|override|overrule|bypass|discard|set aside|do not (?:follow|obey)|don't (?:follow|obey)|stop (?:following|obeying)) ${OTHER}${INSTRUCTIONS}\\b`,
      "g",
    ),
    mayForbid: false,
  },
  {
    code: "overrides_instructions",
    pattern:
      /\b(?:ignore|disregard|forget|override) (?:everything|anything|all|what(?:ever)?) (?:(?:that|which|you|was|were|has|have|been) ){0,4}(?:above|before|previously|said|told|written|learned|learnt|earlier)\b/g,
    mayForbid: false,
  },
  {
    code: "overrides_instructions",
    pattern:
      /\b(?:you are now|from now on,? you are|pretend (?:to be|that you are|you are)|act as if you (?:are|were|have)|enter (?:developer|debug|god|dan) mode|(?:new|real|actual|updated) instructions ?:|(?:these|this) (?:rules?|instructions?) (?:overrides?|supersedes?|replaces?|takes? (?:precedence|priority) over) )/g,
    mayForbid: false,
  },
  {
    code: "overrides_instructions",
    pattern:
      /\b(?:without (?:asking|telling|informing|notifying) (?:the |any |your )?(?:user|person|people|human|reviewer|team|anyone|anybody)|(?:do not|don't|never) (?:tell|inform|notify|mention (?:this|it) to|reveal (?:this|it) to) (?:the |any |your )?(?:user|person|people|human|reviewer|team|anyone|anybody))\b/g,
    mayForbid: false,
  },
  {
    code: "reveals_prompt",
    pattern:
      /\b(?:reveal|print|output|show|repeat|display|disclose|leak|include|echo|tell (?:me|us|them)|quote|dump|paste|copy) (?:[\w'-]{1,20} ){0,3}?(?:system prompt|your (?:\w{1,20} )?(?:prompt|instructions)|(?:hidden|initial|system|developer) (?:instructions|messages?|prompt))\b/g,
    mayForbid: true,
  },
  {
    code: "exfiltrates",
    pattern: new RegExp(
      `\\b(?:send|post|upload|forward|e-?mail|transmit|leak|exfiltrate|copy|report|publish|push) (?:[\\w'/.-]{1,30} ){0,4}?${SECRETS}[^.]{0,80}? (?:to|at|via|through|into|in|on) ${ELSEWHERE}`,
      "g",
    ),
    mayForbid: true,
  },
  {
    code: "runs_command",
    pattern:
      /\b(?:curl|wget|iwr|invoke-webrequest)\b[^|;&\n]{0,200}[|;&]{1,2} ?(?:sudo )?(?:ba|z|da|k)?sh\b|\brm -[a-z]{0,6}r[a-z]{0,6}\b|\bbase64 (?:-d|--decode)\b|\b(?:chmod|chown) (?:-r )?(?:777|\+s)\b|\bmkfs\b|\bdd if=|\bnc -[a-z]{0,4}e\b|\bgit push (?:[\w/.-]{1,40} ){0,3}--force(?![\w-])|--no-verify\b|\b(?:execute|run|eval(?:uate)?) (?:the )?(?:following|this|below|above|any|every|all)(?: \w{1,20}){0,2} (?:commands?|scripts?|code|snippet)\b|\bdownload and (?:run|execute|install)\b/g,
    mayForbid: true,
  },
  {
    code: "role_marker",
    pattern:
      /<\/?\s?(?:system|assistant|developer|human|instructions?|prompt)\s?>|<\|[^|<>]{0,40}\|>|\[\/?inst\]|<<\/?sys>>|(?:^|[.!?;"] )(?:system|assistant|user|human|developer) ?: |#{2,6} ?(?:system|instructions?|assistant|user)\b/g,
    mayForbid: false,
  },
];

/** Attempts to take an agent over. Offsets are in the folded text. */
export function findTakeovers(folded: string): readonly Takeover[] {
  return PATTERNS.flatMap(({ code, pattern, mayForbid }) =>
    [...folded.matchAll(pattern)]
      .filter((match) => !(mayForbid && isForbidden(folded, match.index)))
      .map((match) => ({ code, start: match.index, end: match.index + match[0].length })),
  );
}

const MAX_BACK = 80;
const FORBIDS =
  /(?:^|[.;:!?(] ?)(?:(?:always|please) )?(?:never|do not|don't|avoid|refuse to|forbid|must not|reject)\b[^.;:!?]{0,80}$/;
/** "never forget to" looks like a ban but is not. */
const NOT_A_BAN =
  /\b(?:never|do not|don't) (?:forget|fail|hesitate|omit|neglect)\b|\b(?:but|unless|except|instead|then|and then)\b/;

/** Whether the sentence forbids what follows this position. */
function isForbidden(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_BACK), at);
  const ban = FORBIDS.exec(before);
  return ban !== null && !NOT_A_BAN.test(ban[0]);
}
