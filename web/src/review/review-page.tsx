import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError, isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { submissionQuery } from "../inbox/submission-queries.ts";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { Page } from "../shell/page.tsx";
import { DecidedView } from "./decided-view.tsx";
import { PendingLine } from "./pending-line.tsx";
import { ReviewForm } from "./review-form.tsx";

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
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Page title="Review" heading="Review" foot={<PendingLine />}>
        {isGone ? (
          <Empty title="Submission not found.">
            It may be on another server, or the address is incomplete.{" "}
            <Link to="/inbox">Go to the inbox.</Link>
          </Empty>
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return data.status === "waiting" ? (
    <ReviewForm key={id} submission={data} session={session} />
  ) : (
    <DecidedView key={id} submission={data} person={session.id} />
  );
}
