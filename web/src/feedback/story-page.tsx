import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Failed, Skeleton } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { Page } from "../shell/page.tsx";
import { oneCluster, oneEvaluation, oneFeedback } from "./feedback-queries.ts";
import { StepCluster } from "./step-cluster.tsx";
import { StepEffect, StepRule } from "./step-rule.tsx";
import { StepEvaluation } from "./step-evaluation.tsx";
import { StepReceived, StepRead } from "./step-given.tsx";
import { TRUSTS, summarize, summarizeExcerpt } from "./summary.ts";
import type { Schemas } from "../api/contract.ts";
import { Section } from "../components/section.tsx";
import { Contradicted, QuoteList } from "./quote-list.tsx";

export function StoryPage() {
  const { feedback: id = "" } = useParams({ strict: false });
  const record = useQuery(oneFeedback(id));
  const evaluated = useQuery({ ...oneEvaluation(id), enabled: record.isSuccess });
  const clusterId = evaluated.data?.cluster_id ?? null;
  const cluster = useQuery({ ...oneCluster(clusterId ?? ""), enabled: clusterId !== null });
  if (record.isPending) {
    return (
      <Page title="Feedback">
        <Skeleton />
      </Page>
    );
  }
  if (record.isError) {
    return (
      <Page title="Feedback" heading="Feedback">
        <Failed error={record.error} retry={() => void record.refetch()} />
        <p className="px-5 pb-6">
          <Link to="/feedback" search={{}}>
            All feedback
          </Link>
        </p>
      </Page>
    );
  }
  const summary = summarize(record.data);
  return (
    <Page title={summary.text.slice(0, 60)} margin={<StoryMargin evaluated={evaluated.data} />}>
      <header className="px-5 pt-5 pb-6 md:pr-7 md:pl-[68px]">
        <p className="text-meta text-ink-3">
          <Link to="/feedback" search={{}}>
            Feedback
          </Link>
        </p>
        <h1 className="serif mt-1 text-title break-words whitespace-pre-line">
          <VisibleText text={summary.text.slice(0, 400)} />
          {summary.text.length > 400 ? " …" : ""}
        </h1>
        <p className="mt-2 text-row text-ink-2">
          <strong className="font-semibold">
            <VisibleText text={summary.author.id} />
          </strong>
          , {TRUSTS[summary.author.trust]}
          {summary.agent === undefined ? null : (
            <>
              , of{" "}
              <Link to="/agents/$agent" params={{ agent: summary.agent }} search={{}}>
                <VisibleText text={summary.agent} />
              </Link>
              ’s work
            </>
          )}
          , <Ago time={summary.time} />
        </p>
      </header>
      <ol aria-label="History">
        <StepReceived record={record.data} />
        <StepRead record={record.data} />
        <StepEvaluation record={record.data} evaluated={evaluated.data} />
        <StepCluster evaluated={evaluated.data} cluster={cluster.data} />
        <StepRule evaluated={evaluated.data} cluster={cluster.data} />
        <StepEffect cluster={cluster.data} />
      </ol>
    </Page>
  );
}

function StoryMargin({
  evaluated,
}: {
  readonly evaluated: Schemas["EvaluatedFeedbackDetail"] | null | undefined;
}) {
  const similar = (evaluated?.similar ?? []).map(summarizeExcerpt);
  return (
    <>
      {evaluated?.evaluation.classification === "ambiguous" ? (
        <Section title="Contradicts">
          <Contradicted ids={evaluated.evaluation.contradicts} />
        </Section>
      ) : null}
      <Section title="Similar earlier feedback" end={similar.length}>
        {similar.length === 0 ? (
          <p className="text-second text-ink-2">Nothing similar at the time.</p>
        ) : (
          <QuoteList feedback={similar} most={8} />
        )}
      </Section>
    </>
  );
}
