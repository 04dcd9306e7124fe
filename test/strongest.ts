import type { Observation, Weight } from "../src/core/signal/observation.ts";
import type { SignalFacts } from "../src/core/signal/signal.ts";
import { observeText } from "./observe-text.ts";
import type { Recogniser } from "../src/core/signal/recognise/recogniser.ts";

const ORDER: readonly Weight[] = ["proof", "strong", "weak"];

/** The strongest thing recognisers see in a text, as `proof runtime_error`, with the facts of all that say the same. */
export function strongest(
  recognisers: readonly Recogniser[],
  text: string,
): { readonly saw: string; readonly facts: SignalFacts } {
  const seen: readonly Observation[] = observeText(recognisers, text);
  for (const weight of ORDER) {
    const best = seen.find((each) => each.weight === weight);
    if (best === undefined) continue;
    const agreeing = seen.filter((each) => each.says === best.says);
    const ranked = agreeing.toSorted((a, b) => ORDER.indexOf(b.weight) - ORDER.indexOf(a.weight));
    return {
      saw: `${weight} ${best.says}`,
      facts: Object.assign({}, ...ranked.map((each) => each.facts ?? {})) as SignalFacts,
    };
  }
  return { saw: "nothing", facts: {} };
}
