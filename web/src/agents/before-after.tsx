import { Link } from "@tanstack/react-router";
import { Section } from "../components/section.tsx";
import { PendingChange } from "../rules/pending-change.tsx";
import { isCertainEffect } from "../rules/effect-cell.tsx";
import { drawnChange, formatMissing, runsMissing, whyNotDrawn } from "../rules/format-effect.ts";
import { type RuleSummary, stateOf, ruleText } from "../rules/rule-state.ts";

const hundred = (rate: number | null): number => (rate ?? 0) * 100;

export function BeforeAfter({ rules }: { readonly rules: readonly RuleSummary[] }) {
  const drawn = rules.filter(({ effect }) => drawnChange(effect) !== undefined);
  const most = Math.max(
    1,
    ...drawn.flatMap(({ effect }) => [hundred(effect!.before.rate), hundred(effect!.after.rate)]),
  );
  if (rules.length === 0) {
    return (
      <Section title="Before and after each rule">
        <p className="text-second text-ink-2">This agent has no rules yet.</p>
      </Section>
    );
  }
  return (
    <Section title="Before and after each rule" end="per 100 runs">
      <ul>
        {rules.map((rule) => {
          const { effect } = rule;
          const state = stateOf(rule, effect) ?? "active";
          const shown = drawnChange(effect) === undefined ? undefined : effect!;
          const missing = effect === null || effect === undefined ? undefined : runsMissing(effect);
          return (
            <li key={rule.id} className="border-b border-hair py-3 last:border-0">
              <Link
                to="/rules/$rule"
                params={{ rule: rule.id }}
                className="plain-link serif block py-0.5 text-quote hover:underline"
              >
                {ruleText(rule)}
              </Link>
              {shown === undefined ? (
                <p className="text-meta text-ink-3">{whyNotDrawn(effect, state)}</p>
              ) : (
                <div
                  className={`mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 text-second ${state === "flagged" ? "text-red" : "text-ink"}`}
                >
                  <Dumbbell
                    before={hundred(shown.before.rate) / most}
                    after={hundred(shown.after.rate) / most}
                    isCertain={isCertainEffect(shown)}
                  />
                  <span>
                    {hundred(shown.before.rate).toFixed(1)} to{" "}
                    <b className="font-semibold">{hundred(shown.after.rate).toFixed(1)}</b>
                  </span>
                </div>
              )}
              {shown === undefined ? null : (
                <p className="text-meta text-ink-3">
                  {shown.before.runs} and {shown.after.runs}{" "}
                  {shown.basis === "decided_work" ? "decided" : "runs"}
                  {missing === undefined ? "" : `, ${formatMissing(missing.needed, shown)} needed`}
                  {state === "flagged" ? ", flagged" : ""}
                </p>
              )}
              <PendingChange rule={rule} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Dumbbell({
  before,
  after,
  isCertain,
}: {
  readonly before: number;
  readonly after: number;
  readonly isCertain: boolean;
}) {
  const at = (share: number): string => `${3 + share * 94}%`;
  return (
    <svg width="100%" height="14" aria-hidden="true" className="block">
      <line x1={at(0)} x2={at(1)} y1="7" y2="7" className="stroke-hair-2" />
      <line
        x1={at(before)}
        x2={at(after)}
        y1="7"
        y2="7"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={isCertain ? undefined : "3 3"}
      />
      <circle cx={at(before)} cy="7" r="3.6" className="fill-edge" />
      <circle
        cx={at(after)}
        cy="7"
        r="3.6"
        stroke="currentColor"
        strokeWidth="1.6"
        className={isCertain ? "" : "fill-desk"}
        fill={isCertain ? "currentColor" : undefined}
      />
    </svg>
  );
}
