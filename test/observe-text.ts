import { ObservationLog } from "../src/core/signal/observation-log.ts";
import type { Observation } from "../src/core/signal/observation.ts";
import { StructureReader } from "../src/core/signal/structure-reader.ts";
import type { SignalFacts } from "../src/core/signal/signal.ts";
import type { Recogniser } from "../src/core/signal/recognise/recogniser.ts";

/** What the given recognisers see in a text that is held whole. */
export function observeText(recognisers: readonly Recogniser[], text: string): readonly Observation[] {
  const log = new ObservationLog();
  new StructureReader(recognisers, log).read(text, 0);
  return log.list();
}

/** What was said and with what weight, each once, in the order of the text: a short form for tables. */
export function verdictsIn(recogniser: Recogniser, text: string): readonly string[] {
  return [...new Set(observeText([recogniser], text).map(({ says, weight }) => `${says} ${weight}`))];
}

/** The facts of all failures seen, the first of each kind; the names of failing tests are gathered. */
export function factsIn(recogniser: Recogniser, text: string): SignalFacts {
  const failures = observeText([recogniser], text).filter(({ says }) => says !== "success");
  const tests = [...new Set(failures.flatMap(({ facts }) => facts?.failing_tests ?? []))];
  const facts: SignalFacts = Object.assign({}, ...failures.map((each) => each.facts ?? {}).toReversed());
  return tests.length === 0 ? facts : { ...facts, failing_tests: tests };
}
