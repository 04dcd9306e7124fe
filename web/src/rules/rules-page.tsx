import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Button } from "../components/button.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { withUnit } from "../components/time.tsx";
import type { Search } from "../router.tsx";
import { KeyHints } from "../components/key.tsx";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { LeastReduction, useRuleLimits } from "./rule-limits.ts";
import { RuleList, type StatedRule } from "./rule-list.tsx";
import { RuleMargin } from "./rule-margin.tsx";
import { inOrder, orderText, standfirstOf } from "./rule-order.ts";
import { isRuleState, STATE_WORDS } from "./rule-state.ts";
import { isFor, RulesIndex } from "./rules-index.tsx";
import { knownAgentsQuery, rulesQuery } from "./rule-queries.ts";
import { useStableList } from "../hooks/use-stable-list.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";

export function RulesPage() {
  const navigate = useNavigate();
  const hasKeys = useMinWidth(900);
  const search: Search = useSearch({ strict: false });
  const { data, error, isPending, refetch } = useQuery(rulesQuery);
  const { data: agents = [] } = useQuery(knownAgentsQuery);
  const isWide = useMinWidth(1180);
  const limits = useRuleLimits();
  const fresh = useMemo(() => (data === undefined ? undefined : inOrder(data.items)), [data]);
  const { shown, waits, showNew, awaitNext } = useStableList(fresh, orderText, "rules");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [isFollowed, setFollowed] = useState(false);
  const state = isRuleState(search["state"]) ? search["state"] : undefined;
  const { agent, compact } = search;
  const isCompact = compact === "yes";
  const all = shown ?? [];
  const listed = all.filter(
    (each) =>
      (state === undefined || each.state === state) &&
      (agent === undefined || isFor(each.rule.scope.agents, agent)),
  );
  const current: StatedRule | undefined =
    listed.find(({ rule }) => rule.id === chosen) ?? (isWide ? listed[0] : undefined);
  const at = current === undefined ? -1 : listed.indexOf(current);
  const move = (by: number): void => {
    const next = listed[Math.max(0, Math.min(listed.length - 1, at + by))];
    if (next === undefined) return;
    setFollowed(true);
    setChosen(next.rule.id);
  };
  const setCompact = (): void =>
    void navigate({
      to: "/rules",
      search: { state: search["state"], agent, compact: isCompact ? undefined : "yes" },
      replace: true,
    });
  useKeys([
    { keys: "j", label: "next rule", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous rule", run: () => move(-1), isSafe: true },
    {
      keys: "Enter",
      label: "open the rule",
      run: () => {
        const id = (listed[at] ?? listed[0])?.rule.id;
        if (id !== undefined) void navigate({ to: "/rules/$rule", params: { rule: id } });
      },
    },
    { keys: "c", label: "one line each", run: setCompact },
  ]);
  return (
    <Page
      title={state === undefined ? "Rules" : `${STATE_WORDS[state]} rules`}
      heading="Rules"
      standfirst={shown === undefined || shown.length === 0 ? undefined : standfirstOf(all)}
      index={<RulesIndex rules={all} agents={agents} search={search} most={limits.rulesPerAgent} />}
      margin={
        current === undefined || !isWide ? undefined : (
          <RuleMargin key={current.rule.id} rule={current.rule} state={current.state} done={awaitNext} />
        )
      }
      foot={
        hasKeys ? (
          <KeyHints
            keys={[
              ["j k", "move"],
              ["↵", "open"],
              ["c", isCompact ? "in full" : "one line each"],
              ["?", "all keys"],
            ]}
            note={`Left of the dotted line: at least ${withUnit(Math.round(limits.reduction * 100), "%")} fewer`}
          />
        ) : undefined
      }
    >
      {isPending ? <Skeleton rows={8} /> : null}
      {error !== null && shown === undefined ? <Failed error={error} retry={() => void refetch()} /> : null}
      {all.length === 0 || listed.length > 0 ? null : (
        <Empty title="No rules match.">
          <Button onClick={() => void navigate({ to: "/rules", search: { compact } })}>Show all</Button>
        </Empty>
      )}
      {shown !== undefined && all.length === 0 ? <NoRules /> : null}
      {listed.length === 0 ? null : (
        <>
          <div className="flex min-h-8 items-center justify-end gap-2 pr-4 pb-1 text-second">
            {waits ? (
              <span role="status" className="mr-auto pl-5 md:pl-[68px]">
                <Button kind="quiet" onClick={showNew}>
                  Rules have changed. Update
                </Button>
              </span>
            ) : null}
            <Button kind="quiet" hint="c" aria-pressed={isCompact} onClick={setCompact}>
              One line each
            </Button>
          </div>
          <LeastReduction value={limits.reduction}>
            <RuleList
              rules={listed}
              isCompact={isCompact}
              chosen={current?.rule.id}
              isFollowed={isFollowed}
              choose={(id) => {
                setFollowed(false);
                setChosen(id);
              }}
            />
          </LeastReduction>
          {data?.isWhole === false ? (
            <p className="px-5 py-4 text-second text-ink-3 md:pl-[68px]">
              There are more rules than shown. Filter by state or agent.
            </p>
          ) : null}
        </>
      )}
    </Page>
  );
}

function NoRules() {
  return (
    <div className="md:pl-12">
      <Empty title="No rules in force yet.">
        <p>
          When corrections say the same thing often enough, Emend proposes a rule. Once enough people approve
          it, it takes effect, and its effect is measured here.
        </p>
        <p className="mt-3">
          <Link to="/proposals">Go to proposals</Link>
        </p>
      </Empty>
    </div>
  );
}
