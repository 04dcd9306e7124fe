import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";
import { ClusterDays } from "./cluster-days.tsx";
import { Step } from "./step.tsx";
import { TallyMarks } from "../components/tally-marks.tsx";

export function StepCluster({
  evaluated,
  cluster,
}: {
  readonly evaluated: Schemas["EvaluatedFeedbackDetail"] | null | undefined;
  readonly cluster: Schemas["ClusterDetail"] | undefined;
}) {
  if (cluster === undefined) {
    return (
      <Step title="Similar feedback" isDone={false}>
        <p className="text-second text-ink-2">
          {evaluated?.standing === "positive"
            ? "A clean approval asks for no change, so it isn’t grouped."
            : "Nothing similar so far."}
        </p>
      </Step>
    );
  }
  const { size, authors } = cluster;
  const people = authors.filter(({ trust }) => trust === "person").length;
  return (
    <Step
      title={size === 1 ? "Said once so far" : `Said ${size} times`}
      isDone={size > 1}
      end={
        <span className="flex items-center gap-2">
          <TallyMarks count={size} />
          {size > 1 ? `${plural(people, "person", "people")}, since ${formatDay(cluster.first_time)}` : null}
        </span>
      }
    >
      <p className="serif max-w-[70ch] text-rule break-words">
        <Link to="/clusters/$cluster" params={{ cluster: cluster.id }} search={{}}>
          <VisibleText text={cluster.name ?? cluster.text ?? "This feedback was deleted"} />
        </Link>
      </p>
      {size > 1 ? (
        <div className="mt-2 max-w-[560px]">
          <ClusterDays days={cluster.days} />
        </div>
      ) : null}
    </Step>
  );
}
