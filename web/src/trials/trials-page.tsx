import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Body, Inset } from "../components/gutter.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { ViewLink } from "../components/view-link.tsx";
import { IndexList, Page } from "../shell/page.tsx";
import { Link } from "@tanstack/react-router";
import { NeededPage } from "./needed-page.tsx";
import { type Trial, trialsQuery } from "./trial-queries.ts";
import { TrialRow } from "./trial-row.tsx";

const VIEWS = { running: "running", stopped: "ended" } as const;

export function TrialsPage() {
  const { state: asked } = useSearch({ strict: false });
  return asked === "needed" ? (
    <NeededPage index={<TrialsIndex state="needed" />} />
  ) : (
    <AllTrials asked={asked} />
  );
}

function TrialsIndex({ state }: { readonly state: Trial["state"] | "needed" | undefined }) {
  return (
    <IndexList title="Trials">
      <ViewLink to="/trials" search={{}} isOn={state === undefined}>
        all
      </ViewLink>
      {(Object.entries(VIEWS) as [keyof typeof VIEWS, string][]).map(([name, label]) => (
        <ViewLink key={name} to="/trials" search={{ state: name }} isOn={state === name}>
          {label}
        </ViewLink>
      ))}
      <ViewLink to="/trials" search={{ state: "needed" }} isOn={state === "needed"}>
        still needed?
      </ViewLink>
    </IndexList>
  );
}

/** All trials, those that changed last first. */
function AllTrials({ asked }: { readonly asked: string | undefined }) {
  const state = asked === "running" || asked === "stopped" ? asked : undefined;
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    trialsQuery(state),
  );
  const trials = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page
      title="Trials"
      heading="Trials"
      standfirst="A trial gives a rule to some tasks and withholds it from others, by chance, until it is clear whether the rule helps."
      index={<TrialsIndex state={state} />}
    >
      {error === null ? null : (
        <Inset>
          <Failed error={error} retry={() => void refetch()} />
        </Inset>
      )}
      {isPending ? (
        <Inset>
          <Skeleton />
        </Inset>
      ) : trials.length === 0 && error === null ? (
        <Inset>
          <Empty
            title={
              state === undefined
                ? "No trials yet."
                : `No trial ${state === "running" ? "is running" : "has ended"}.`
            }
          >
            Start one on the page of a <Link to="/rules">rule</Link>, best before its last approval.
          </Empty>
        </Inset>
      ) : (
        <Body>
          <ol>
            {trials.map((trial) => (
              <TrialRow key={trial.id} trial={trial} />
            ))}
          </ol>
          {hasNextPage ? (
            <Button className="mt-4" onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </Body>
      )}
    </Page>
  );
}
