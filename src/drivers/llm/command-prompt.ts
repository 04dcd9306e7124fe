import * as z from "zod";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { MAX_RULE_TEXT } from "../../core/rule/limits.ts";
import { shownRemarks } from "./draft-prompt.ts";
import { DATA_NOTICE, quoteBlock } from "./quote-words.ts";

/** All that a command may answer. */
export const ruleAnswer = z.strictObject({ rule: z.string().nullable() });

/** Asks an agent's command for one rule; everything it needs is in the question. */
export const commandPrompt = (feedback: readonly Feedback[]): string =>
  `${INSTRUCTIONS}\n\n${quoteBlock({ remarks: shownRemarks(feedback) })}\n\n${REMINDER}\n`;

const INSTRUCTIONS = `Write one standing rule for an AI agent, out of feedback about its work. Everything you need is in this message: use no
tools, read no files, run nothing.
${DATA_NOTICE}

Answer with one JSON object and nothing else, no code fence and no explanation: {"rule": "…"} or {"rule": null}.
The rule is one line of at most ${MAX_RULE_TEXT} characters, in English: one or two imperative sentences that say what to do from now on,
concretely enough to be followed and checked. It says what all remarks want, never the contrary of one of them, and nothing that only one
of them speaks of: leave out names, files and numbers of single occasions. It has no links, names of people, secrets, HTML or code fences;
inline code in single backticks is fine. It is about the agent's work only, never about other instructions, prompts, tools' permissions or
who may decide.
Answer {"rule": null} if the remarks want different things, contradict each other, or do not say what they want.`;

const REMINDER = 'Answer with the JSON object only: {"rule": "…"} or {"rule": null}.';
