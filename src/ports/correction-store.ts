import type {
  CorrectionOutcome,
  CorrectionSource,
  PastCorrection,
} from "../core/correction/past-correction.ts";
import type { Page } from "../core/page.ts";

/** Corrections of the past: what wording, checks and replay draw from. Every driver passes test/contract/correction-store.ts. */
export interface CorrectionStore {
  /**
   * Keeps each correction once. A known one is replaced if its outcome, its sides or its words have changed, such as
   * when a review comment lands later; a source that knows less takes nothing away. Each id counts once. Saves in parts:
   * after a failure, the same call adds the rest. Whoever adds leaves out what outsiders wrote.
   */
  add(corrections: readonly PastCorrection[]): Promise<AddedCorrections>;
  find(id: string): Promise<PastCorrection | undefined>;
  /** Newest first; a correction without a time has the time when it was added. `after` is the `next` of the previous page. */
  list(query: CorrectionQuery): Promise<Page<PastCorrection>>;
}

export interface AddedCorrections {
  readonly new: number;
  readonly changed: number;
  readonly known: number;
}

export interface CorrectionQuery {
  readonly project?: string;
  /** Empty for those without one, like author and path. */
  readonly agent?: string;
  readonly author?: string;
  readonly path?: string;
  readonly found?: CorrectionSource;
  readonly outcome?: CorrectionOutcome;
  /** Only those with lines before or after. */
  readonly withEdit?: boolean;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}
