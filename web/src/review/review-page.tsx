import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiProblem, isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { submissionQuery } from "../inbox/submission-queries.ts";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { Page } from "../shell/page.tsx";
import { DecidedDesk } from "./decided-view.tsx";
import { PendingLine } from "./pending-line.tsx";
import { ReviewDesk } from "./review-form.tsx";

/** One submission: what the agent made, and the answer to it. */
export function ReviewPage() {
  const { submission: id } = useParams({ from: "/inbox/$submission" });
  const { data: session } = useQuery(sessionQuery);
  const { data, error, isPending, refetch } = useQuery({ ...submissionQuery(id), staleTime: 5_000 });
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) queryClient.setQueryData(sessionQuery.queryKey, null);
  }, [isOut]);
  if (isPending || session === undefined || session === null) {
    return (
      <Page title="Review" heading="Review" foot={<PendingLine />}>
        <Skeleton />
      </Page>
    );
  }
  if (data === undefined) {
    const isGone = error instanceof ApiProblem && error.status === 404;
    return (
      <Page title="Review" heading="Review" foot={<PendingLine />}>
        {isGone ? (
          <Empty title="There is no such submission.">
            It may be on another server, or its address was cut.{" "}
            <Link to="/inbox">Go to those that wait.</Link>
          </Empty>
        ) : (
          <Failed error={error} again={() => void refetch()} />
        )}
      </Page>
    );
  }
  return data.status === "waiting" ? (
    <ReviewDesk key={id} submission={data} session={session} />
  ) : (
    <DecidedDesk key={id} submission={data} person={session.id} />
  );
}
