import type { RefinementBrief, RefinementRecord } from "../../../core/prompt/refinement-record.ts";
import { storedKey, storedText } from "../row-shapes.ts";
import { timeOf } from "../stored-time.ts";
import type { RefinementColumns } from "./refinement-tables.ts";

type Texts = Pick<RefinementRecord, "original_prompt" | "refined_prompt">;

const textsOf = ({ original_prompt, refined_prompt }: Texts): string =>
  JSON.stringify({ original_prompt, refined_prompt });

/** Replaces the prompts when the person who recorded them is erased. */
export const NO_TEXTS = textsOf({ original_prompt: "", refined_prompt: "" });

export function toRefinementRow(record: RefinementRecord): RefinementColumns {
  const { original_prompt, refined_prompt, ...brief } = record;
  return {
    id: storedKey(record.id),
    time: timeOf(record.timestamp),
    agent: storedText(record.agent ?? ""),
    session: storedText(record.session ?? ""),
    run: storedText(record.run ?? ""),
    feedback_type: record.feedback_type,
    iteration: record.iteration,
    recorded_by: storedText(record.recorded_by),
    actions: ` ${record.actions_applied.join(" ")} `,
    brief: JSON.stringify(brief),
    texts: textsOf({ original_prompt, refined_prompt }),
  };
}

export const toBrief = (brief: string): RefinementBrief => JSON.parse(brief) as RefinementBrief;

export const toRecord = (brief: string, texts: string): RefinementRecord => ({
  ...toBrief(brief),
  ...(JSON.parse(texts) as Texts),
});
