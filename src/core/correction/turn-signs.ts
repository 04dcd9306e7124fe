import type { AgentAct, HumanTurn } from "../transcript/transcript.ts";
import { WORD_SIGNS, AGENT_SIGNS } from "./sign-patterns.ts";

/** A human turn where it stands in its conversation. */
export interface PlacedTurn {
  readonly turn: HumanTurn;
  /** Counted from 0. */
  readonly position: number;
  /** What the person typed before, oldest first. */
  readonly earlier: readonly string[];
}

/** How much of a turn is read. Pasted output is longer than what people type. */
const MAX_READ = 1_200;
const MAX_AGENT_TAIL = 900;
const MAX_EARLIER = 8;
/** Lines that people paste rather than type. */
const PASTED_LINE = /^\s*(?:at |\[|>|\$ |\d{2}:\d{2}|Error\b|Warning\b|File ")/;
const PASTED = /```|^\s*at |Traceback|Error:|^\[|✗|FAIL/m;

const EDIT = /^(?:edit|write|multiedit|apply_patch|notebookedit|str_replace|replace|create|custom)/i;
const SHELL = /^(?:bash|shell|exec|run|local_shell|terminal)/i;
const GIT = /\b(?:git (?:commit|push|checkout|merge|rebase|switch)|gh pr)\b/;
const CHECK = /\b(?:test|tests|lint|build|tsc|check)\b/i;

/** Pairs that mean more together: words of the person with the state of the conversation. */
const PAIRED = [
  "should",
  "seems",
  "question",
  "not",
  "but",
  "why",
  "asks",
  "can-you",
  "orders",
  "agrees",
  "wants",
  "fails",
  "short",
  "degree",
  "instead",
  "you",
];
const STATES = ["edited", "first", "agent-asked", "agent-done", "agent-plans"];

const STOP_WORDS = new Set(
  "the a an of to in is it and or for on that this i you we be with as at by from are was have has do does did not can will so if but my your our me us its there here what how when which who".split(
    " ",
  ),
);

/** Signs that a turn corrects the agent, or that it does not: names with numbers. A model weighs them. */
export function turnSigns({ turn, position, earlier }: PlacedTurn): ReadonlyMap<string, number> {
  const signs = new Map<string, number>();
  const set = (name: string, value: number | boolean): void => {
    if (Number(value) !== 0) signs.set(name, Number(value));
  };
  const text = turn.text.trim();
  const typed = ownWords(text);
  for (const [name, pattern] of WORD_SIGNS) set(name, pattern.test(typed));
  const words = wordsOf(typed);
  set("words", Math.log(1 + words.length));
  set("one-word", words.length <= 2);
  set("short", words.length <= 5);
  set("long", words.length > 40);
  set("very-long", words.length > 150);
  set("lines", Math.log(1 + text.split("\n", 400).length));
  set("question", /\?\s*$/.test(typed.slice(-200)));
  set("asks-somewhere", typed.includes("?"));
  set("exclaims", typed.includes("!"));
  set("pasted", PASTED.test(text.slice(0, 4_000)));
  set("lower-case", /^[a-z]/.test(text));
  set(position === 0 ? "first" : position === 1 ? "second" : "later", true);
  set(`by-${turn.source}`, true);
  set("bare-refusal", turn.source === "refusal" && text === "");
  set("interrupted", turn.afterInterrupt);
  set("picture", turn.hasImage);
  readAgent(turn.acts, set);
  for (const name of PAIRED) {
    for (const state of STATES) set(`${name}+${state}`, signs.has(name) && signs.has(state));
  }
  const content = contentWords(words);
  set("echoes-agent", share(content, new Set(wordsOf(saidBefore(turn.acts).slice(-2_500)))));
  const repeats = Math.max(0, ...earlier.slice(-MAX_EARLIER).map((each) => repetition(content, each)));
  set("repeats", repeats);
  set("repeats-all", repeats > 0.8);
  return signs;
}

function readAgent(acts: readonly AgentAct[], set: (name: string, value: number | boolean) => void): void {
  const said = saidBefore(acts);
  const tail = said.slice(-MAX_AGENT_TAIL);
  for (const [name, pattern] of AGENT_SIGNS) set(name, pattern.test(tail));
  set("agent-asked", tail.trimEnd().endsWith("?"));
  set("agent-silent", said === "");
  set("agent-length", Math.log(1 + said.length) / 4);
  const calls = acts.filter((act) => act.kind === "call");
  set(
    "edited",
    calls.some(({ tool }) => EDIT.test(tool)),
  );
  set(
    "ran",
    calls.some(({ tool }) => SHELL.test(tool)),
  );
  set(
    "used-git",
    calls.some(({ target }) => target !== undefined && GIT.test(target)),
  );
  set(
    "checked",
    calls.some(({ target }) => target !== undefined && CHECK.test(target)),
  );
  set(
    "planned",
    calls.some(({ tool }) => tool === "ExitPlanMode"),
  );
  set(
    "asked-with-tool",
    calls.some(({ tool }) => tool.startsWith("Ask")),
  );
  set(
    "delegated",
    calls.some(({ tool }) => tool === "Task" || tool === "Agent"),
  );
  set(
    "call-failed",
    calls.some(({ result }) => result === "failed"),
  );
  set(
    "call-refused",
    calls.some(({ result }) => result === "refused"),
  );
  set("no-calls", calls.length === 0);
  set("calls", Math.log(1 + calls.length));
}

/** What the agent said since the turn before. */
const saidBefore = (acts: readonly AgentAct[]): string =>
  acts.flatMap((act) => (act.kind === "said" ? [act.text] : [])).join("\n");

/** What the person typed, without lines that look pasted. */
export const ownWords = (text: string): string =>
  text
    .slice(0, 4_000)
    .split("\n")
    .filter((line) => !PASTED_LINE.test(line))
    .join("\n")
    .slice(0, MAX_READ);

export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[a-z0-9']{1,40}/g) ?? [];

export const contentWords = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)));

function share(words: ReadonlySet<string>, among: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (among.has(word)) shared += 1;
  return shared / words.size;
}

/** How far a turn repeats an earlier one: 1 for the same words. Short turns such as "yes" do not count. */
function repetition(words: ReadonlySet<string>, earlier: string): number {
  const before = contentWords(wordsOf(earlier.slice(0, MAX_READ)));
  if (words.size <= 3) return 0;
  return (share(words, before) * words.size) / Math.max(words.size, Math.min(before.size, 40));
}

/** Words, pairs of words and the first words of a turn. */
export function turnPhrases(text: string): readonly string[] {
  const words = wordsOf(text.slice(0, 600)).slice(0, 60);
  const phrases = words.flatMap((word, at) => (at === 0 ? [word] : [word, `${words[at - 1]} ${word}`]));
  if (words.length > 0) phrases.push(`^${words[0]}`, `^${words.slice(0, 2).join(" ")}`);
  return phrases;
}
