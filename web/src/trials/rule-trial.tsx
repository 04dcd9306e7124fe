import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { questionOf, strengthText } from "./describe-trial.ts";
import { StandingLabel } from "./standing-label.tsx";
import { StartTrial } from "./start-trial.tsx";
import { trialsOfRuleQuery } from "./trial-queries.ts";

/** The trials of a rule, and the offer to start one. Shown if there is anything to say. */
export function RuleTrial({ rule }: { readonly rule: Schemas["Rule"] }) {
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch } = useQuery(trialsOfRuleQuery(rule.id));
  const [isStarting, setStarting] = useState(false);
  const version = rule.versions.find((each) => each.version === (rule.pending ?? rule.in_force)) ?? undefined;
  const isRunning = data?.items.some(({ state }) => state === "running") ?? true;
  const isOffered = version !== undefined && version.text !== "" && !isRunning && may(session, "approve");
  useKeys(isOffered ? [{ keys: "t", label: "start a trial", run: () => setStarting(true) }] : []);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || (data.items.length === 0 && !isOffered)) return null;
  return (
    <Section title="Trial">
      {data.items.length === 0 ? (
        <p className="mb-3 max-w-[64ch] text-row text-ink-2">
          To prove that the rule works, give it to some tasks and withhold it from others, by chance.
        </p>
      ) : (
        <ul className="mb-3 grid gap-2">
          {data.items.map((trial) => (
            <li key={trial.id} className="flex flex-wrap items-baseline gap-x-3 text-row">
              <StandingLabel trial={trial} />
              <Link to="/trials/$trial" params={{ trial: trial.id }} search={{}}>
                {questionOf(trial)}
              </Link>
              <span className="text-meta text-ink-3">
                evidence {strengthText(trial)}, version {trial.version}, started{" "}
                <Ago time={trial.started_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOffered ? (
        <Button hint="t" onClick={() => setStarting(true)}>
          Start a trial
        </Button>
      ) : null}
      {isStarting && version !== undefined ? (
        <StartTrial
          rule={rule.id}
          text={version.text}
          isInForce={rule.in_force !== null}
          close={() => setStarting(false)}
        />
      ) : null}
    </Section>
  );
}
