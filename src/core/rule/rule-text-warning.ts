import type { Span } from "../actionable/violation.ts";

/** `danger` may turn an agent against its people; `advice` makes a weaker rule. */
export type WarningLevel = "danger" | "advice";

/** How a draft begins that nobody's words told what to do in; whoever decides has to find them. */
export const OBJECTION_OPENING = "Avoid this:";

/** What each warning means; the place it is about is in its span. */
export const RULE_TEXT_WARNINGS = {
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

/** Something about a rule's text that whoever is asked to approve it should know. */
export interface RuleTextWarning {
  readonly code: RuleTextWarningCode;
  readonly level: WarningLevel;
  readonly message: string;
  /** UTF-16 offsets in the text. */
  readonly span: Span;
}
