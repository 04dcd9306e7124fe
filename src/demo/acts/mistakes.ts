import { createDeck, fill, type Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import { type Theme, THEMES } from "../story.ts";
import type { Work } from "./make-work.ts";

export interface Mistake {
  readonly theme: Theme;
  /** A reviewer's words for it in this work. */
  readonly remark: (work: Work) => string;
}

/**
 * Says which mistake the next run of an agent holds. Rates are kept exactly, not by chance alone: each run adds its rate,
 * and where the sum is whole the mistake happens, so that a story of few runs shows what a long one would.
 */
export function createMistakes(
  agent: string,
  { calendar }: Pick<Stage, "calendar">,
  random: Random,
): { readonly next: (time: number) => Mistake | undefined; readonly of: (key: string) => Mistake } {
  const known = THEMES.filter((theme) => theme.agent === agent).map((theme) => {
    const draw = createDeck(theme.remarks, random);
    const mistake: Mistake = { theme, remark: ({ gaps }) => fill(draw(), gaps) };
    return { mistake, sum: random.next() * 0.6 };
  });
  return {
    next: (time) => {
      const day = calendar.dayAt(time);
      for (const each of known) {
        const phase = each.mistake.theme.phases.find(({ from, to }) => day >= from && day < to);
        each.sum += phase?.rate ?? 0;
      }
      const due = known.find(({ sum }) => sum >= 1);
      if (due !== undefined) due.sum -= 1;
      return due?.mistake;
    },
    of: (key) => known.find(({ mistake }) => mistake.theme.key === key)!.mistake,
  };
}
