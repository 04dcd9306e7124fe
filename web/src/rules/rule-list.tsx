import { EffectAxis } from "./effect-line.tsx";
import { COMPACT_COLUMNS, RULE_COLUMNS, RuleLine, RuleRow } from "./rule-row.tsx";
import { RULE_STATES, type RuleState, type RuleSummary, STATE_WORDS } from "./rule-state.ts";

export interface StatedRule {
  readonly rule: RuleSummary;
  readonly state: RuleState;
}

const NOTES: Readonly<Record<RuleState, string>> = {
  flagged: "may not help; needs a decision",
  stabilising: "too early to say",
  active: "largest effect first",
  retired: "removed from every prompt",
};

export function RuleList({
  rules,
  isCompact,
  chosen,
  isFollowed,
  choose,
}: {
  readonly rules: readonly StatedRule[];
  readonly isCompact: boolean;
  readonly chosen: string | undefined;
  readonly isFollowed: boolean;
  readonly choose: (id: string) => void;
}) {
  const Row = isCompact ? RuleLine : RuleRow;
  return (
    <div className="@container">
      <div
        className={`grid gap-x-3 border-b border-hair-2 pr-4 text-meta text-ink-3 ${isCompact ? COMPACT_COLUMNS : RULE_COLUMNS} @max-[619px]:hidden`}
      >
        <span className="border-r border-hair" />
        <span className="self-end pb-1">Rule</span>
        {isCompact ? <span className="self-end pb-1">For</span> : null}
        <EffectAxis />
        <span className="self-end pb-1">
          {isCompact ? (
            <span className="block text-end">Change</span>
          ) : (
            <>
              Change and its range
              <br />
              occurrences before → since
            </>
          )}
        </span>
      </div>
      {RULE_STATES.map((state) => {
        const those = rules.filter((each) => each.state === state);
        return those.length === 0 ? null : (
          <section key={state} aria-label={STATE_WORDS[state]}>
            <div className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 border-b border-hair @min-[620px]:grid-cols-[48px_minmax(0,1fr)]">
              <span className="border-r border-hair" />
              <p className="flex items-baseline gap-2 pt-4 pb-2">
                <span
                  role="heading"
                  aria-level={2}
                  className={`serif text-rule italic ${state === "flagged" ? "text-red" : ""}`}
                >
                  {STATE_WORDS[state]}
                </span>
                <span className="text-meta text-ink-3">
                  {those.length}, {NOTES[state]}
                </span>
              </p>
            </div>
            <ol>
              {those.map(({ rule }) => (
                <Row
                  key={rule.id}
                  rule={rule}
                  state={state}
                  isChosen={rule.id === chosen}
                  isFollowed={isFollowed}
                  choose={() => choose(rule.id)}
                />
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
