import type { RefinementBrief, RefinementRecord } from "../../../core/prompt/refinement-record.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { RefinementColumns } from "./refinement-tables.ts";

type Texts = Pick<RefinementRecord, "original_prompt" | "refined_prompt">;

const toTexts = ({ original_prompt, refined_prompt }: Texts): string =>
  JSON.stringify({ original_prompt, refined_prompt });

/** Replaces the prompts when the person who recorded them is erased. */
export const NO_TEXTS = toTexts({ original_prompt: "", refined_prompt: "" });

export function toRefinementRow(record: RefinementRecord): RefinementColumns {
  const { original_prompt, refined_prompt, ...brief } = record;
  return {
    id: storedKey(record.id),
    time: toStoredTime(record.timestamp),
    agent: storedText(record.agent ?? ""),
    session: storedText(record.session ?? ""),
    run: storedText(record.run ?? ""),
    feedback_type: record.feedback_type,
    iteration: record.iteration,
    recorded_by: storedText(record.recorded_by),
    actions: ` ${record.actions_applied.join(" ")} `,
    brief: JSON.stringify(brief),
    texts: toTexts({ original_prompt, refined_prompt }),
  };
}

export const parseBrief = (brief: string): RefinementBrief => JSON.parse(brief) as RefinementBrief;

export const parseRefinement = (brief: string, texts: string): RefinementRecord => ({
  ...parseBrief(brief),
  ...(JSON.parse(texts) as Texts),
});
