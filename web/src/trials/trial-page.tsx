import { formatSentence } from "../lib/server-sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Facts } from "../components/facts.tsx";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Ago, useNow } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import {
  changeText,
  describeForecast,
  describePace,
  describeTrial,
  intervalText,
  questionOf,
  recurrencesOf,
  strengthText,
} from "./describe-trial.ts";
import { ChangePlot, EvidencePlot } from "./evidence-plot.tsx";
import { StopTrial } from "./stop-trial.tsx";
import { TrialArms } from "./trial-arms.tsx";
import { type Trial, trialQuery } from "./trial-queries.ts";
import { StandingLabel } from "./standing-label.tsx";

/** One trial with its evidence as it came in. */
export function TrialPage() {
  const { trial: id = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: trial, error, refetch } = useQuery(trialQuery(id));
  useKeys([{ keys: "u", label: "back to all trials", run: () => void navigate({ to: "/trials" }) }]);
  if (trial === undefined)
    return (
      <Page title="Trial" heading="Trial">
        {error === null ? <Skeleton /> : <Failed error={error} retry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page title={`Trial: ${trial.text.slice(0, 50)}`} margin={<TrialFacts trial={trial} />}>
      <div className="px-5 pt-6 pb-8 md:pr-7 md:pl-[68px]">
        <header className="mb-6">
          <p className="mb-2">
            <Link to="/trials" className="quiet inline-block py-0.5">
              All trials
            </Link>
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-meta text-ink-2">
            <StandingLabel trial={trial} />
            <span>{questionOf(trial)}</span>
          </p>
          <h1 className="serif mt-2 text-under-review max-md:text-note">
            <Link
              to="/rules/$rule"
              params={{ rule: trial.rule_id }}
              search={{}}
              className="plain-link hover:underline"
            >
              {trial.text === "" ? "A rule that no longer exists" : trial.text}
            </Link>
          </h1>
          <p className="mt-2 max-w-[64ch] text-row">{describeTrial(trial)}</p>
          <StopTrial trial={trial} />
        </header>
        <TrialForecast trial={trial} />
        <Section
          title="Evidence"
          end={`${strengthText(trial)}, after ${plural(recurrencesOf(trial), "recurrence")}`}
        >
          {trial.points.length === 0 ? (
            <p className="text-row text-ink-2">
              Nothing to draw yet. Each task in which the mistake comes back adds a point.
            </p>
          ) : (
            <EvidencePlot trial={trial} />
          )}
        </Section>
        <Section
          title="Effect"
          end={
            trial.reduction.estimate === null
              ? undefined
              : `${changeText(trial.reduction.estimate)}, interval ${intervalText(trial.reduction)}`
          }
        >
          {trial.points.length === 0 ? (
            <p className="text-row text-ink-2">Unknown until the mistake comes back.</p>
          ) : (
            <ChangePlot trial={trial} />
          )}
        </Section>
        <Section title="Arms">
          <TrialArms trial={trial} />
        </Section>
      </div>
    </Page>
  );
}

function TrialForecast({ trial }: { readonly trial: Trial }) {
  const now = useNow();
  if (trial.state === "stopped") return null;
  const pace = describePace(trial, now);
  const { is_too_rare } = trial.forecast;
  return (
    <Section title="Forecast">
      <p className="flex max-w-[64ch] gap-2 text-row">
        {is_too_rare ? <Mark name="query" tone="red" /> : null}
        <span>
          {describeForecast(trial)}
          {pace === undefined ? "" : ` ${pace}`}
        </span>
      </p>
    </Section>
  );
}

function TrialFacts({ trial }: { readonly trial: Trial }) {
  const { id, version, share, margin, kind, started_by, started_at, end } = trial;
  return (
    <Section title="About this trial">
      <Facts
        rows={[
          [
            "Trial",
            <span className="mono" key="id" title={id}>
              {formatSentence(id)}
            </span>,
          ],
          [
            "Rule",
            <Link key="rule" to="/rules/$rule" params={{ rule: trial.rule_id }} search={{}}>
              version {version}
            </Link>,
          ],
          ["With the rule", `${Math.round(share * 100)}\u202f% of tasks`],
          [
            "Accepted rise",
            kind === "withdrawal" && margin !== null ? `${Math.round(margin * 100)}\u202f%` : undefined,
          ],
          [
            "Started",
            <span key="started">
              <Ago time={started_at} /> by {started_by}
            </span>,
          ],
          [
            "Ended",
            end === null ? undefined : (
              <span key="ended">
                <Ago time={end.at} /> by {end.by === "emend" ? "Emend" : end.by}
              </span>
            ),
          ],
        ]}
      />
      <p className="mt-4 text-second text-ink-2">
        Only tasks in which the mistake came back are evidence. If the rule makes no difference, each falls
        into an arm by its share alone, whatever else changes: the model, the work or the team. You can look
        at any time without making a false verdict more likely.
      </p>
      {end === null ? null : <p className="mt-3 text-second text-ink-3">{end.reason}</p>}
    </Section>
  );
}
