import { versionSpans } from "../../core/rule/effect-timeline.ts";
import { promptChange, type RuleThatLeft, type SignedRule } from "../../core/why/prompt-change.ts";
import { type MomentProblem, type PromptAtParts, type PromptThen, promptFrom } from "./prompt-at.ts";
import { type PromptHistory, readHistory } from "./read-history.ts";

/** A moment at which an agent's prompt changed. */
export interface PromptMoments {
  /** Oldest first. */
  readonly moments: readonly ChangedPrompt[];
  /** Whether earlier moments were left out. */
  readonly more: boolean;
}

export interface ChangedPrompt {
  readonly at: string;
  /** The section of the prompt with the rules; empty without any, and where there is a problem. */
  readonly section: string;
  readonly tokens: number;
  readonly added: readonly SignedRule[];
  readonly removed: readonly RuleThatLeft[];
  /** Why the prompt from then on cannot be made again. */
  readonly problem: MomentProblem | null;
}

/** The most moments, and the most changes that are looked at for them. */
const MAX_MOMENTS = 200;
const MAX_CHANGES = 1_000;
const NOTHING: Omit<PromptThen, "at"> = { prompt: "", rules: [], withheld: [], withheld_more: 0, tokens: 0 };

/** The moments at which an agent's prompt changed, whatever its files and tasks. */
export const promptMoments =
  (parts: PromptAtParts) =>
  async (agent: string): Promise<PromptMoments> => {
    const history = await readHistory(parts);
    const make = promptFrom(history, parts);
    const rules = new Map(history.rules.map((rule) => [rule.id, rule]));
    const times = changeTimes(history, parts.now());
    const moments: ChangedPrompt[] = [];
    let before: { readonly problem: MomentProblem | null; readonly prompt: typeof NOTHING } = {
      problem: null,
      prompt: NOTHING,
    };
    for (const at of times.slice(-MAX_CHANGES)) {
      const made = await make({ agent, at, base: "" });
      const problem = made.ok ? null : made.error;
      const prompt = made.ok ? made.value : NOTHING;
      const isSame = problem?.code === before.problem?.code && prompt.prompt === before.prompt.prompt;
      if (isSame) continue;
      const change =
        problem === null ? promptChange(rules, before.prompt, prompt) : { added: [], removed: [] };
      moments.push({ at, section: prompt.prompt, tokens: prompt.tokens, ...change, problem });
      before = { problem, prompt };
    }
    return {
      moments: moments.slice(-MAX_MOMENTS),
      more: times.length > MAX_CHANGES || moments.length > MAX_MOMENTS,
    };
  };

/** Whenever anything happened that may have changed a prompt, oldest first. */
function changeTimes({ rules, settings, entries }: PromptHistory, now: string): readonly string[] {
  const spans = rules.flatMap((rule) => versionSpans(rule));
  const times = [
    ...spans.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
    ...settings.map(({ time }) => time),
    ...entries.map(({ time }) => time),
  ];
  return [...new Set(times)].filter((time) => time <= now).toSorted();
}
