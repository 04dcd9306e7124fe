import { Link } from "@tanstack/react-router";
import { type Ref, useEffect, useRef } from "react";
import { Mark } from "../components/mark.tsx";
import { PendingChange } from "./pending-change.tsx";
import { EffectCell } from "./effect-cell.tsx";
import { EffectNumbers } from "./effect-numbers.tsx";
import { plural } from "../lib/format.ts";
import { changePercent, drawnChange, formatMissing, runsMissing } from "./format-effect.ts";
import { formatDay } from "../lib/format-date.ts";
import { type RuleState, type RuleSummary, STATE_MARKS, STATE_WORDS, ruleText } from "./rule-state.ts";

interface RowProps {
  readonly rule: RuleSummary;
  readonly state: RuleState;
  readonly isChosen: boolean;
  readonly isFollowed: boolean;
  readonly choose: () => void;
}

export const RULE_COLUMNS =
  "@min-[620px]:grid-cols-[48px_minmax(0,1fr)_minmax(140px,31%)_172px] grid-cols-[36px_minmax(0,1fr)]";

export const COMPACT_COLUMNS =
  "@min-[620px]:grid-cols-[48px_minmax(0,1fr)_120px_minmax(120px,24%)_64px] grid-cols-[36px_minmax(0,1fr)_64px]";

const ROW =
  "group relative grid gap-x-3 border-b border-hair pr-4 hover:bg-sunk aria-current:bg-sunk aria-current:before:absolute aria-current:before:inset-y-0 aria-current:before:left-0 aria-current:before:w-[3px] aria-current:before:bg-ink md:[contain-intrinsic-size:auto_82px] md:[content-visibility:auto]";

export function RuleRow({ rule, state, isChosen, isFollowed, choose }: RowProps) {
  const link = useFollow(isChosen && isFollowed);
  return (
    <li className={`${ROW} ${RULE_COLUMNS}`} aria-current={isChosen || undefined} onClick={choose}>
      <Gutter state={state} />
      <div className="min-w-0 py-3">
        <RuleLink
          rule={rule}
          state={state}
          link={link}
          choose={choose}
          className="serif block py-0.5 text-rule"
        />
        <p className="text-meta text-ink-3">{formatMeta(rule, state)}</p>
        <PendingChange rule={rule} />
      </div>
      <div className="@max-[619px]:col-start-2 grid">
        <EffectCell effect={rule.effect} state={state} />
      </div>
      <div className="@max-[619px]:col-start-2 self-center py-3 @max-[619px]:pt-1">
        <EffectNumbers rule={rule} state={state} />
      </div>
    </li>
  );
}

export function RuleLine({ rule, state, isChosen, isFollowed, choose }: RowProps) {
  const link = useFollow(isChosen && isFollowed);
  const drawn = drawnChange(rule.effect);
  const missing = rule.effect === null || rule.effect === undefined ? undefined : runsMissing(rule.effect);
  return (
    <li
      className={`${ROW} ${COMPACT_COLUMNS} [contain-intrinsic-size:auto_32px] h-8 items-center`}
      aria-current={isChosen || undefined}
      onClick={choose}
    >
      <Gutter state={state} />
      <RuleLink
        rule={rule}
        state={state}
        link={link}
        choose={choose}
        className="serif block truncate text-quote/6"
      />
      <span className="truncate text-meta text-ink-3 @max-[619px]:hidden">
        {rule.change === null ? (
          formatScope(rule)
        ) : (
          <Link to="/proposals/$rule" params={{ rule: rule.id }} title={rule.change.text}>
            change waiting
          </Link>
        )}
      </span>
      <div className="grid h-full @max-[619px]:hidden">
        <EffectCell effect={rule.effect} state={state} quiet />
      </div>
      <span className={`text-end text-meta ${state === "flagged" ? "font-semibold text-red" : "text-ink-2"}`}>
        {drawn !== undefined ? (
          changePercent(drawn.change)
        ) : missing === undefined ? (
          ""
        ) : (
          <span title={`needs ${formatMissing(missing.needed, rule.effect!)}`}>needs {missing.needed}</span>
        )}
      </span>
    </li>
  );
}

function Gutter({ state }: { readonly state: RuleState }) {
  const { name, tone } = STATE_MARKS[state];
  return (
    <span className="flex items-center justify-center self-stretch border-r border-hair @max-[619px]:row-span-3">
      <Mark name={name} tone={tone} label={STATE_WORDS[state]} />
    </span>
  );
}

function RuleLink({
  rule,
  state,
  link,
  choose,
  className,
}: {
  readonly rule: RuleSummary;
  readonly state: RuleState;
  readonly link: Ref<HTMLAnchorElement>;
  readonly choose: () => void;
  readonly className: string;
}) {
  return (
    <Link
      ref={link}
      to="/rules/$rule"
      params={{ rule: rule.id }}
      className={`plain-link hover:underline ${state === "retired" ? "text-ink-3" : ""} ${className}`}
      title={ruleText(rule)}
      onFocus={choose}
    >
      {ruleText(rule)}
    </Link>
  );
}

function useFollow(isFollowed: boolean): Ref<HTMLAnchorElement> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isFollowed) return;
    link.current?.focus({ preventScroll: true });
    link.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [isFollowed]);
  return link;
}

export const formatScope = ({ scope }: Pick<RuleSummary, "scope">): string =>
  scope.agents.length === 0 ? "every agent" : scope.agents.join(", ");

function formatMeta(rule: RuleSummary, state: RuleState): string {
  const { scope, in_force_since, version, token_cost, last_answer } = rule;
  const since =
    state === "retired"
      ? last_answer === null
        ? "retired"
        : `retired ${formatDay(last_answer.at)} by ${last_answer.by}`
      : in_force_since === null
        ? ""
        : `since ${formatDay(in_force_since)}`;
  return [
    formatScope(rule),
    scope.paths.length === 0
      ? ""
      : `in ${scope.paths.slice(0, 3).join(", ")}${scope.paths.length > 3 ? " …" : ""}`,
    since,
    version > 1 ? `version ${version}` : "",
    plural(token_cost, "token"),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
