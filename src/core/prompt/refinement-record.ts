import { hash64 } from "../hash.ts";
import { maskSecrets } from "../rule/secrets.ts";
import { boundedId, clipText } from "../text/bounded-text.ts";
import type { NextHeard } from "./next-heard.ts";
import type { Refinement, RefinementLogEntry } from "./refine-prompt.ts";

/** In UTF-16 code units; the end of a longer prompt is left out. */
export const MAX_KEPT_PROMPT = 100_000;

/** Where a refinement belongs, as far as the caller says. */
export interface RefinementPlace {
  readonly agent?: string;
  /** A conversation, which may have several runs. */
  readonly session?: string;
  readonly run?: string;
}

/** One iteration as it is kept, so that it can be asked across sessions. */
export interface RefinementRecord extends RefinementLogEntry, RefinementPlace {
  readonly id: string;
  /** UTC to the millisecond. */
  readonly timestamp: string;
  readonly recorded_by: string;
}

/** A record without its prompts. */
export type RefinementBrief = Omit<RefinementRecord, "original_prompt" | "refined_prompt">;

/** What came next in the same run or session. */
export interface NextOutcome {
  readonly heard: NextHeard;
  readonly at: string;
  /** The feedback, or the next refinement, that says so. */
  readonly id: string;
}

export interface KeptAbout extends RefinementPlace {
  /** UTC to the millisecond. */
  readonly at: string;
  readonly recorded_by: string;
}

/**
 * The iterations of a refinement as they are kept: secrets masked, texts bounded. In one session or run, the same
 * refinement again has the same id.
 */
export function toRefinementRecords(
  { log }: Pick<Refinement, "log">,
  about: KeptAbout,
): readonly RefinementRecord[] {
  const { at, agent, session, run } = about;
  const recorded_by = boundedId(about.recorded_by);
  const place: RefinementPlace = {
    ...(agent === undefined ? {} : { agent: boundedId(agent) }),
    ...(session === undefined ? {} : { session: boundedId(session) }),
    ...(run === undefined ? {} : { run: boundedId(run) }),
  };
  return log.map((entry) => {
    const kept = {
      ...entry,
      timestamp: at,
      original_prompt: keptText(entry.original_prompt),
      feedback_signal: keptText(entry.feedback_signal),
      refined_prompt: keptText(entry.refined_prompt),
    };
    const identity = [
      ...(session === undefined && run === undefined ? [at] : [place.session ?? "", place.run ?? ""]),
      place.agent ?? "",
      recorded_by,
      kept.feedback_type,
      kept.feedback_signal,
      kept.original_prompt,
      kept.refined_prompt,
      kept.iteration,
    ];
    const key = JSON.stringify(identity);
    return { id: `rf_${hash64(key)}${hash64(`#${key}`)}`, ...kept, ...place, recorded_by };
  });
}

const keptText = (text: string): string => clipText(maskSecrets(text), MAX_KEPT_PROMPT);
