import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { may, sessionQuery } from "../api/session.ts";
import { Body, Inset } from "../components/gutter.tsx";
import { IndexLink } from "../components/index-link.tsx";
import { RadioGroup } from "../components/radio-group.tsx";
import { Section } from "../components/section.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { plural } from "../lib/format.ts";
import type { Search } from "../router.tsx";
import { IndexList, Page } from "../shell/page.tsx";
import { DaySection } from "./day-section.tsx";
import { isDay, shiftDay, spanName, today } from "./days.ts";
import { loopQuery, type LoopSheet, mistakesQuery, type Start, startQuery } from "./home-queries.ts";
import { LoopFlow } from "./loop-flow.tsx";
import { MistakeMap } from "./mistake-map.tsx";
import { Waiting } from "./waiting.tsx";
import { WelcomePage } from "./welcome-page.tsx";

const WINDOWS = { "7d": "7 days", "30d": "30 days", "90d": "90 days" } as const;
type WindowName = keyof typeof WINDOWS;

const isWindow = (text: string | undefined): text is WindowName => text !== undefined && text in WINDOWS;

export function HomePage() {
  const { data: session } = useQuery(sessionQuery);
  const search: Search = useSearch({ strict: false });
  const { data: start, error, refetch } = useQuery({ ...startQuery, enabled: may(session, "read") });
  if (!may(session, "read"))
    return (
      <Page title="Home" heading="Home">
        <Inset>
          <Empty title="This token belongs to an agent.">Log in as a person to see the loop.</Empty>
        </Inset>
      </Page>
    );
  if (error !== null && start === undefined)
    return (
      <Page title="Home" heading="Home">
        <Failed error={error} retry={() => void refetch()} />
      </Page>
    );
  if (start === undefined)
    return (
      <Page title="Home" heading="The loop">
        <Skeleton />
      </Page>
    );
  return <Chosen start={start} search={search} />;
}

/** The welcome stays while its steps are taken, although the store is no longer empty after the third one. */
function Chosen({ start, search }: { readonly start: Start; readonly search: Search }) {
  const [wasEmpty] = useState(start.isEmpty);
  return wasEmpty || search["welcome"] === "yes" ? (
    <WelcomePage start={start} />
  ) : (
    <LoopPage search={search} hasRule={start.hasRule} />
  );
}

function LoopPage({ search, hasRule }: { readonly search: Search; readonly hasRule: boolean }) {
  const navigate = useNavigate();
  const until = isDay(search["until"]) ? search["until"] : undefined;
  const { agent, person } = search;
  const window: WindowName = isWindow(search["window"]) ? search["window"] : "30d";
  const { data: sheet, error, refetch } = useQuery(loopQuery(until, agent));
  const go = (change: Search): void =>
    void navigate({ to: "/", search: { ...search, ...change }, replace: true });
  return (
    <Page
      title="Home"
      heading="The loop"
      standfirst={sheet === undefined ? " " : standfirstOf(sheet)}
      index={<LoopIndex search={search} until={until} agent={agent} window={window} />}
      margin={
        <DaySection
          day={
            isDay(search["day"]) ? search["day"] : shiftDay(until ?? today(), until === undefined ? -1 : 0)
          }
          agent={agent}
          person={person}
          go={go}
        />
      }
    >
      <Body>
        <Waiting />
        {hasRule ? null : (
          <p className="mb-6 text-row">
            No rule is in force yet.{" "}
            <Link to="/" search={{ welcome: "yes" }}>
              Continue with the first steps
            </Link>
          </p>
        )}
        {error !== null && sheet === undefined ? <Failed error={error} retry={() => void refetch()} /> : null}
        <Section title="This week" end={sheet === undefined ? undefined : spanName(sheet.first, sheet.last)}>
          {sheet === undefined ? (
            <div aria-busy="true" className="skeleton h-52" />
          ) : (
            <LoopFlow sheet={sheet} />
          )}
        </Section>
        <Mistakes until={until} window={window} agent={agent} choose={(next) => go({ window: next })} />
      </Body>
    </Page>
  );
}

function standfirstOf({ figures: { corrected, recurred, came_back } }: LoopSheet): string {
  if (corrected === 0) return "Nobody corrected an agent this week.";
  const repeats =
    recurred === 0
      ? "none repeats an earlier one"
      : `${recurred} ${recurred === 1 ? "repeats" : "repeat"} an earlier one`;
  const back =
    came_back === 0 ? "" : ` ${plural(came_back, "mistake")} came back although a rule is in force.`;
  return `${plural(corrected, "correction")} this week; ${repeats}.${back}`;
}

function LoopIndex({
  search,
  until,
  agent,
  window,
}: {
  readonly search: Search;
  readonly until: string | undefined;
  readonly agent: string | undefined;
  readonly window: WindowName;
}) {
  const last = until ?? today();
  const { data } = useQuery(mistakesQuery(until, Number.parseInt(window, 10), undefined));
  const agents = new Set(data?.mistakes.flatMap(({ agents: of }) => of.map((one) => one.agent)));
  if (agent !== undefined) agents.add(agent);
  return (
    <>
      <IndexList title="Week">
        <IndexLink search={{ ...search, until: undefined, day: undefined }} isOn={until === undefined}>
          this week
        </IndexLink>
        <IndexLink search={{ ...search, until: shiftDay(last, -7), day: undefined }} isOn={false}>
          the week before
        </IndexLink>
        {until === undefined ? null : (
          <IndexLink search={{ ...search, until: later(last), day: undefined }} isOn={false}>
            the week after
          </IndexLink>
        )}
      </IndexList>
      {agents.size === 0 ? null : (
        <IndexList title="Agent">
          <IndexLink search={{ ...search, agent: undefined }} isOn={agent === undefined}>
            all agents
          </IndexLink>
          {[...agents]
            .filter((name) => name !== "")
            .toSorted()
            .slice(0, 12)
            .map((name) => (
              <IndexLink key={name} search={{ ...search, agent: name }} isOn={name === agent}>
                <span className="truncate">{name}</span>
              </IndexLink>
            ))}
        </IndexList>
      )}
    </>
  );
}

const later = (last: string): string | undefined => {
  const next = shiftDay(last, 7);
  return next >= today() ? undefined : next;
};

function Mistakes({
  until,
  window,
  agent,
  choose,
}: {
  readonly until: string | undefined;
  readonly window: WindowName;
  readonly agent: string | undefined;
  readonly choose: (window: WindowName) => void;
}) {
  const { data, error, refetch } = useQuery(mistakesQuery(until, Number.parseInt(window, 10), agent));
  const isWide = useMinWidth(1180);
  const isMedium = useMinWidth(620);
  return (
    <Section
      title="Who makes which mistake"
      end={<RadioGroup label="Window" value={window} options={WINDOWS} choose={choose} />}
    >
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        <div aria-busy={error === null} className="skeleton h-64" />
      ) : data.mistakes.length === 0 ? (
        <p className="text-ink-2">No mistakes were recorded in these {WINDOWS[window]}.</p>
      ) : (
        <>
          <MistakeMap mistakes={data.mistakes} columns={isWide ? 6 : isMedium ? 4 : 2} />
          <p className="mt-2 text-meta text-ink-3">
            A mark means that a rule is in force. Red: the mistake goes on although it is.
          </p>
        </>
      )}
    </Section>
  );
}
