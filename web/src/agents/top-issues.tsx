import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { changePercent, drawnChange } from "../rules/format-effect.ts";
import { formatDay } from "../lib/format-date.ts";
import { type RuleSummary, STATE_MARKS, STATE_WORDS, stateOf, ruleText } from "../rules/rule-state.ts";
import type { AgentPattern } from "./format-agent.ts";
import type { TaggedRule } from "./tag-rows.ts";
import type { Window } from "./windows.ts";

const COLUMNS = "grid-cols-[minmax(0,1fr)_auto_auto] md:grid-cols-[minmax(0,184px)_48px_52px_minmax(0,1fr)]";

export function TopIssues({
  pattern,
  rules,
  window,
}: {
  readonly pattern: AgentPattern;
  readonly rules: readonly TaggedRule[];
  readonly window: Window;
}) {
  if (pattern.top_issues.length === 0) {
    return (
      <Section title="What to fix first">
        <p className="text-row text-ink-2">No tagged rejections in the last {window.label}.</p>
      </Section>
    );
  }
  return (
    <Section title="What to fix first" end={`last ${window.label}`}>
      <div aria-hidden="true" className={`grid gap-x-4 py-1 text-meta text-ink-3 max-md:hidden ${COLUMNS}`}>
        <span>Tag</span>
        <span className="text-end">Count</span>
        <span className="text-end">Before</span>
        <span>Fix</span>
      </div>
      <ul>
        {pattern.top_issues.map((issue) => (
          <li key={issue.tag} className={`grid gap-x-4 border-t border-hair py-2 ${COLUMNS}`}>
            <div className="min-w-0">
              <Link
                to="/feedback"
                search={{ agent: pattern.agent, tag: issue.tag }}
                className="inline-block py-0.5 font-medium wrap-anywhere"
              >
                {issue.tag}
              </Link>
              <span className="block text-meta text-ink-3">{issue.gate ?? "not in a pack"}</span>
            </div>
            <span className="text-end">
              {issue.count}
              <span className="sr-only"> times</span>
            </span>
            <span className="text-end text-ink-3">
              <span className="md:hidden">was </span>
              {issue.count_before}
              <span className="sr-only"> before</span>
            </span>
            <div className="max-md:col-span-full max-md:mt-1">
              {issue.fix === null ? null : <p className="serif text-rule">{issue.fix}</p>}
              <Cover rule={rules.find(({ tag }) => tag === issue.tag)?.rule} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Cover({ rule }: { readonly rule: RuleSummary | undefined }) {
  if (rule === undefined) return <p className="text-meta text-ink-3">No rule yet.</p>;
  const state = stateOf(rule, rule.effect) ?? "active";
  const drawn = drawnChange(rule.effect);
  return (
    <p className="flex items-start gap-1 text-meta text-ink-2">
      <Mark {...STATE_MARKS[state]} size={14} label={STATE_WORDS[state]} />
      <span>
        <Link to="/rules/$rule" params={{ rule: rule.id }}>
          {ruleText(rule)}
        </Link>
        {rule.in_force_since === null ? "" : ` since ${formatDay(rule.in_force_since)}`}
        {drawn === undefined ? "" : `, ${changePercent(drawn.change)}`}
      </span>
    </p>
  );
}
