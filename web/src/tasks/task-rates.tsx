import { Section } from "../parts/section.tsx";
import { percentOf, RATE_WORDS } from "./task-words.ts";
import type { TaskHistory } from "./tasks-query.ts";

/** The four rates of the last five rounds, each beside its target. */
export function TaskRates({ rates }: { readonly rates: TaskHistory["rates"] }) {
  return (
    <Section title="Rates" end="last five rounds">
      <dl className="grid grid-cols-2 one:grid-cols-4">
        {RATE_WORDS.map(([name, words]) => {
          const { value, target, direction, met } = rates[name];
          return (
            <div
              key={name}
              className="border-r border-hair py-2 pr-3 last:border-0 not-first:pl-4 max-one:odd:pl-0 max-one:even:border-r-0"
            >
              <dt className="text-meta text-ink-3">{words}</dt>
              <dd className="serif text-figure">
                {percentOf(value)}
                <span className={`block font-sans text-second ${met === false ? "text-red" : "text-ink-2"}`}>
                  target {direction === "at_least" ? "at least" : "at most"} {percentOf(target)}
                  {met === null ? ", not known yet" : met ? ", met" : ", missed"}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
