/** One line of a prompt, with UTF-16 offsets. */
export interface PromptLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** In a fenced block, including its fences: quoted material rather than the prompt's own words. */
  readonly fenced: boolean;
}

export interface PromptLines {
  readonly lines: readonly PromptLine[];
  /** The fence that would close a block left open. */
  readonly openFence: string | undefined;
}

/** Splits a prompt into lines and marks those in Markdown fences. */
export function readPromptLines(prompt: string): PromptLines {
  const lines: PromptLine[] = [];
  let fence: string | undefined;
  for (let start = 0; start <= prompt.length;) {
    const newline = prompt.indexOf("\n", start);
    const next = newline === -1 ? prompt.length + 1 : newline + 1;
    const end = newline === -1 ? prompt.length : newline - (prompt[newline - 1] === "\r" ? 1 : 0);
    const text = prompt.slice(start, Math.max(start, end));
    const mark = FENCE.exec(text);
    const inside = fence !== undefined;
    if (fence === undefined) {
      fence = opens(mark) ? mark?.[1] : undefined;
    } else if (mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === "") {
      fence = undefined;
    }
    lines.push({ text, start, end: start + text.length, fenced: inside || fence !== undefined });
    start = next;
  }
  return { lines, openFence: fence };
}

/** Three backticks and three more on the same line are inline code. */
const opens = (mark: RegExpExecArray | null): boolean =>
  !(mark?.[1]?.startsWith("`") === true && mark[2]?.includes("`") === true);

/** Up to three spaces, then the fence, as in Markdown. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/s;

export const CRITERION_IDS = [
  "task",
  "target",
  "context",
  "constraints",
  "output",
  "verification",
  "evidence",
  "scope",
  "clarity",
] as const;

export type CriterionId = (typeof CRITERION_IDS)[number];

export interface Criterion {
  readonly id: CriterionId;
  /** What the reader gains by it. */
  readonly purpose: string;
  readonly points: number;
  readonly judged: string;
  /** What to write to earn it. */
  readonly hint: string;
}

/** The target of a refinement. */
export const TARGET_SCORE = 7;

/**
 * Ten points in total. A criterion is earned once, by presence: neither length nor repetition earns anything, and
 * more content never loses a point except by vague or contradictory words. Words are judged in English; paths, code
 * and quotations in any language.
 */
export const PROMPT_RUBRIC: readonly Criterion[] = [
  {
    id: "task",
    purpose: "says what is to be done",
    points: 2,
    judged: "a sentence that tells someone to do something: it opens with a verb, or asks for one",
    hint: "open with a verb: fix, write, compare, …",
  },
  {
    id: "target",
    purpose: "names what it is about",
    points: 1,
    judged: "a path, a code identifier, a proper name, a quotation, or a named part of the work",
    hint: "name the file, the function, the page or the subject",
  },
  {
    id: "context",
    purpose: "gives the situation or the reason",
    points: 1,
    judged: "words that give a reason, a role, a goal or the present state",
    hint: "say why it is wanted, or how things stand now",
  },
  {
    id: "constraints",
    purpose: "says what has to hold",
    points: 1,
    judged: "an obligation, a prohibition, a limit or a compatibility",
    hint: "say what must, or must not, be so",
  },
  {
    id: "output",
    purpose: "says what the answer looks like",
    points: 1,
    judged: "a format, a size, or the behavior that is expected",
    hint: "say in what form the answer is wanted, or what the result does",
  },
  {
    id: "verification",
    purpose: "says how to tell that it is done",
    points: 1,
    judged: "a test, a check or a condition for being done",
    hint: "name the test to pass or the check to run",
  },
  {
    id: "evidence",
    purpose: "shows the real thing",
    points: 1,
    judged: "a fenced block, an error, an example or sample values",
    hint: "paste the error, an example or a sample of the input",
  },
  {
    id: "scope",
    purpose: "says where to stop",
    points: 1,
    judged: "words that narrow the work or protect the rest of it",
    hint: "say what to leave alone, or what alone to work on",
  },
  {
    id: "clarity",
    purpose: "leaves nothing to guess",
    points: 1,
    judged: "a task is stated, without vague words and without asking for both brevity and detail",
    hint: "replace words such as “something”, “properly” or “etc.” by what is meant",
  },
];

const VERBS =
  "add|adapt|adjust|address|analy[sz]e|answer|apply|approach|arrange|assess|audit|build|calculate|categori[sz]e|change|check|choose|classify|clean|combine|compare|compile|complete|compose|compute|configure|convert|correct|count|create|debug|define|delete|deploy|describe|design|detect|determine|develop|diagnose|document|draft|draw|edit|ensure|estimate|evaluate|examine|expand|explain|explore|export|extend|extract|fetch|fill|filter|find|finish|fix|format|generate|give|handle|highlight|identify|implement|import|improve|include|increase|insert|inspect|install|integrate|interpret|investigate|list|load|locate|make|measure|merge|migrate|modify|move|optimi[sz]e|organi[sz]e|outline|parse|perform|plan|port|prepare|print|produce|propose|provide|rank|read|recommend|reduce|refactor|remove|rename|render|replace|report|reproduce|research|resolve|restore|return|review|revise|rewrite|run|scan|schedule|search|select|send|set|show|simplify|sketch|solve|sort|split|suggest|summari[sz]e|support|tell|test|trace|transform|translate|turn|update|upgrade|use|validate|verify|write";

const FILE_ENDINGS =
  "c|cc|cpp|cs|css|csv|dart|go|h|html|ini|ipynb|java|js|json|jsx|kt|lua|md|mjs|pdf|php|pl|proto|py|r|rb|rs|scala|sh|sql|swift|tex|toml|ts|tsx|txt|vue|xml|yaml|yml";

const PARTS =
  "api|article|book|branch|button|chapter|class|column|command|component|config|database|dataset|endpoint|field|file|form|function|handler|hook|method|migration|module|package|page|paragraph|pipeline|query|repository|route|schema|screen|script|section|server|service|table|test|type|view|workflow";

const FORMATS =
  "json|jsonl|csv|tsv|yaml|xml|html|markdown|latex|sql|diff|patch|table|list|checklist|bullets?|bullet points|paragraphs?|essay|email|letter|report|summary|sentence|haiku|poem|function|class|script|plain text";

const own = (pattern: RegExp): CriterionPattern => ({ looksAt: "own_words", pattern });

const wholeLine = (pattern: RegExp): CriterionPattern => ({ looksAt: "written", pattern });

/** Patterns that earn each criterion; the first match wins. */
const CRITERION_PATTERNS: Readonly<Record<Exclude<CriterionId, "clarity">, readonly CriterionPattern[]>> = {
  task: [
    own(
      new RegExp(
        `(?:^[\\s>#*\\-\\d.)]{0,20}|[.!?:;,]\\s{1,9}|\\b(?:please|then|you|to|must|should|now|first|also|and|me)\\s{1,9})(?:${VERBS})\\b`,
        "i",
      ),
    ),
  ],
  target: [
    wholeLine(/`[^`]{1,400}`|“[^“”]{1,400}”|"[^"]{1,400}"/),
    wholeLine(/\bhttps?:\/\/\S{1,80}|(?<!\S)#\d{1,9}\b/i),
    wholeLine(/(?<![\w./-])[\w.-]{1,60}\/[\w./-]{1,80}/),
    wholeLine(new RegExp(`(?<![\\w.-])[\\w-]{1,60}\\.(?:${FILE_ENDINGS})\\b`)),
    own(/(?<!\w)(?:[A-Za-z][A-Za-z0-9]{0,40}_\w{1,40}|[a-z]{1,40}[A-Z]\w{0,40})/),
    own(/(?<=[a-z,] )[A-Z][\w+#-]{1,30}/),
    own(new RegExp(`\\bthe [\\w-]{2,30} (?:${PARTS})\\b`, "i")),
    own(/\b(?:about|called|named|titled|regarding)\s[\w-]{3,40}/i),
  ],
  context: [
    own(
      /\b(?:because|since|so that|in order to|currently|at the moment|right now|background|context|purpose|goal|situation|problem is|given|we (?:are|have|use|run|want|need)|i(?:['’]m| am| have)|you are an?|as an? [a-z]|users?|customers?|readers?|audience|deadline)\b/i,
    ),
  ],
  constraints: [
    own(
      /\b(?:must(?:n['’]t)?|shall|never|do not|don['’]t|without|avoid|at (?:most|least)|no (?:more|fewer|less|longer|later) than|up to \d|limit(?:ed)? to|within \d|under \d|compatib(?:le|ility)|constraints?|requirements?|required?|requires|keep|ensure|make sure|(?:only use|use only)|instead of|maximum|minimum)\b/i,
    ),
  ],
  output: [
    own(
      new RegExp(
        `\\b(?:as|in|into|to|a|an|one|of|valid)\\s{1,9}(?:(?:an?|one|valid|short|numbered|single|unified|bulleted|markdown)\\s{1,9}){0,2}(?:${FORMATS})\\b`,
        "i",
      ),
    ),
    own(
      /\b(?:output|format(?:ted)?|respond with|reply with|answer (?:in|with|as)|returns?|prints?|expected (?:behaviou?r|output|result|answer)|with columns|bullet points|signature)\b/i,
    ),
    own(
      /\b\d{1,6}\s{1,9}(?:words?|sentences?|lines?|paragraphs?|pages?|items?|bullets?|points?|characters?|examples?|options?)\b/i,
    ),
  ],
  verification: [
    own(
      /\b(?:tests?|pass(?:es|ed|ing)?|verif(?:y|ies|ied|ication)|validat(?:e|es|ed|ing|ion)|check (?:that|each|whether|the|it|your)|confirms?|acceptance|criteria|done when|asserts?|make sure|double-check|proves?)\b/i,
    ),
  ],
  evidence: [
    wholeLine(
      /\b(?:for example|for instance|e\.g\.|such as|examples?:|sample|input:|output:|expected:|actual:|traceback|stack trace|exit code \d)/i,
    ),
    wholeLine(/\b[A-Z]\w{0,60}(?:Error|Exception)\b|\b(?:error|exception|panic|fatal|warning)\b.{0,9}[:`“]/i),
    wholeLine(/\b(?:failed with|reads|reported|gave) [`“]|→|=>|\.\w{1,5}:\d{1,7}\b/),
    own(/\bexpected behaviou?r\b/i),
  ],
  scope: [
    own(
      /(?<!-)\b(?:only|just|focus(?:ing)?|specifically|limit (?:it|this|yourself|the)|stick to|(?:out of|in) scope|scope|unchanged|leave (?:the|what|all|everything|any)|(?:do not|don['’]t) (?:touch|change|modify|edit|alter|include|add)|nothing else|minimal|smallest|no other|except|excluding|exclude|ignore|rather than)\b/i,
    ),
  ],
};

/** Vague wording. */
const VAGUE_WORDS =
  /\b(?:something|somehow|stuff|things|whatever|some (?:kind|sort) of|and so on|and so forth|etc|make (?:it|this|that) (?:better|nicer|nice|good|great|work|pop)|clean (?:it|this) up|improve (?:it|this|that)|fix (?:it|this|that|everything)|as (?:you see fit|appropriate|needed|necessary)|properly|nicely|or so|asap)\b/i;

/** Two contradictory demands. */
const OPPOSED_WORDS: readonly [RegExp, RegExp] = [
  /\b(?:be|keep it|very|as) (?:brief|concise|short|terse)\b|\bbriefly\b/i,
  /\b(?:exhaustive(?:ly)?|comprehensive(?:ly)?|in (?:full|great|much) (?:detail|depth)|as detailed as possible|very detailed)\b/i,
];

/** A range of the prompt, in UTF-16 offsets. */
export interface PromptSpan {
  readonly start: number;
  readonly end: number;
}

export interface CriterionScore extends Criterion {
  readonly earned: number;
  /** What earned it or, for clarity, what lost it. */
  readonly evidence: PromptSpan | null;
}

export interface PromptScore {
  /** From 0 to 10. */
  readonly score: number;
  readonly criteria: readonly CriterionScore[];
}

/** Scores a prompt by the rubric; deterministic. */
export function scorePrompt(prompt: string): PromptScore {
  const found = new Map<CriterionId, PromptSpan>();
  const seen = new Set<string>();
  const opposed: (PromptSpan | undefined)[] = [undefined, undefined];
  let vague: PromptSpan | undefined;
  for (const line of readPromptLines(prompt).lines) {
    // Repeated lines add nothing, so padding cannot earn points.
    if (seen.has(line.text)) continue;
    seen.add(line.text);
    if (line.fenced) {
      if (!found.has("evidence")) found.set("evidence", { start: line.start, end: line.end });
      continue;
    }
    const ownWords = maskQuotations(line.text);
    findPresent(line, ownWords, found);
    vague ??= spanOf(VAGUE_WORDS, ownWords, line);
    for (const [side, pattern] of OPPOSED_WORDS.entries()) opposed[side] ??= spanOf(pattern, ownWords, line);
  }
  const unclear = vague ?? (opposed[0] === undefined ? undefined : opposed[1]);
  const criteria = PROMPT_RUBRIC.map((criterion) => {
    if (criterion.id !== "clarity")
      return judged(criterion, found.has(criterion.id), found.get(criterion.id));
    return judged(criterion, found.has("task") && unclear === undefined, unclear);
  });
  return { score: criteria.reduce((sum, { earned }) => sum + earned, 0), criteria };
}

function judged(criterion: Criterion, met: boolean, evidence: PromptSpan | undefined): CriterionScore {
  return { ...criterion, earned: met ? criterion.points : 0, evidence: evidence ?? null };
}

function findPresent(line: PromptLine, ownWords: string, found: Map<CriterionId, PromptSpan>): void {
  for (const [id, patterns] of PATTERN_ENTRIES) {
    if (found.has(id)) continue;
    for (const { looksAt, pattern } of patterns) {
      const span = spanOf(pattern, looksAt === "written" ? line.text : ownWords, line);
      if (span === undefined) continue;
      found.set(id, span);
      break;
    }
  }
}

const PATTERN_ENTRIES = Object.entries(CRITERION_PATTERNS) as readonly (readonly [
  keyof typeof CRITERION_PATTERNS,
  (typeof CRITERION_PATTERNS)[keyof typeof CRITERION_PATTERNS],
])[];

function spanOf(pattern: RegExp, text: string, line: PromptLine): PromptSpan | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return { start: line.start + match.index, end: line.start + match.index + match[0].length };
}

/** Blanks out quotations and paths, keeping offsets. */
const maskQuotations = (text: string): string =>
  text.replace(QUOTATION, (quoted) => " ".repeat(quoted.length));

const QUOTATION =
  /`[^`]{1,400}`|“[^“”]{1,400}”|"[^"]{1,400}"|(?<![\w./-])[\w-]{1,60}(?:[./][\w-]{1,60}){1,20}/g;

/** What a pattern is matched against: the whole line, or the line without quotations, inline code and paths. */
interface CriterionPattern {
  readonly looksAt: "written" | "own_words";
  readonly pattern: RegExp;
}
