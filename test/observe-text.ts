import { ObservationLog } from "../src/core/signal/observation-log.ts";
import type { Observation } from "../src/core/signal/observation-log.ts";
import { StructureReader } from "../src/core/signal/structure-reader.ts";
import type { SignalFacts } from "../src/core/signal/signal.ts";
import type { Tool } from "../src/core/signal/tools/tool.ts";

/** What the given tools' rules see in a text that is held whole. */
export function observeText(tools: readonly Tool[], text: string): readonly Observation[] {
  const log = new ObservationLog();
  new StructureReader(tools, log).read(text, 0);
  return log.list();
}

/** What was said and with what weight, each once, in the order of the text: a short form for tables. */
export function verdictsIn(tool: Tool, text: string): readonly string[] {
  return [...new Set(observeText([tool], text).map(({ says, weight }) => `${says} ${weight}`))];
}

/** The facts of all failures seen, the first of each kind; the names of failing tests are gathered. */
export function factsIn(tool: Tool, text: string): SignalFacts {
  const failures = observeText([tool], text).filter(({ says }) => says !== "success");
  const tests = [...new Set(failures.flatMap(({ facts }) => facts?.failing_tests ?? []))];
  const facts: SignalFacts = Object.assign({}, ...failures.map((each) => each.facts ?? {}).toReversed());
  return tests.length === 0 ? facts : { ...facts, failing_tests: tests };
}
