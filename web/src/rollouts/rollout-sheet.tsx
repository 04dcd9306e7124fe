import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body, Inset } from "../components/gutter.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { BothVersions } from "./both-versions.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { HealthChecks } from "./health-checks.tsx";
import { describeStage, versionName } from "./rollout.ts";
import { RolloutHistory } from "./rollout-history.tsx";
import { SliceSteps } from "./slice-steps.tsx";
import { actionsOf, type StepName } from "./step.ts";
import { TakeStep } from "./take-step.tsx";
import { VersionHealth } from "./version-health.tsx";
import { queryKeys } from "../api/query-keys.ts";
import { capitalize } from "../lib/format.ts";

export function RolloutSheet({ id, index }: { readonly id: string; readonly index: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  const [step, setStep] = useState<StepName>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.rollouts.one(id),
    queryFn: ({ signal }) => api("getRollout", { params: { rollout_id: id }, signal }),
    // Counting reviews emits no event.
    refetchInterval: 30_000,
  });
  const mayLead = may(session, "approve");
  const actions = data === undefined || !mayLead ? [] : actionsOf(data.rollout);
  useKeys(
    actions.map(({ name, key, label }) => ({
      keys: key,
      label: label.toLowerCase(),
      run: () => setStep(name),
    })),
  );
  if (data === undefined) {
    return (
      <Page title="Rollouts" heading="Rollouts" index={index}>
        <Inset>{isPending ? <Skeleton /> : <Failed error={error} retry={() => void refetch()} />}</Inset>
      </Page>
    );
  }
  const { rollout } = data;
  const name = capitalize(versionName(rollout.candidate, rollout.baseline));
  return (
    <Page
      title={`${name}, rollouts`}
      heading={name}
      standfirst={describeStage(rollout)}
      index={index}
      margin={<RolloutHistory rollout={rollout} />}
      foot={<DecisionBar standing={data} actions={actions} mayLead={mayLead} choose={setStep} />}
    >
      <Body>
        <SliceSteps standing={data} />
        <HealthChecks standing={data} />
        <BothVersions standing={data} />
        <VersionHealth />
      </Body>
      {step === undefined ? null : <TakeStep standing={data} step={step} close={() => setStep(undefined)} />}
    </Page>
  );
}
