import { Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/states.tsx";
import { type InboxFilter, isNarrowed } from "./inbox-filter.ts";

export function InboxEmpty({
  filter,
  narrow,
}: {
  readonly filter: InboxFilter;
  readonly narrow: (filter: InboxFilter) => void;
}) {
  if (isNarrowed(filter)) {
    return (
      <Empty title="No submissions match the filter.">
        <Button onClick={() => narrow({ view: filter.view })}>Clear filter</Button>
      </Empty>
    );
  }
  if (filter.view === "past-due") {
    return (
      <Empty title="Nothing is past due.">
        Everything is within its gate’s time limit.{" "}
        <Link className="quiet" to="/inbox" search={{}}>
          See waiting submissions
        </Link>
      </Empty>
    );
  }
  if (filter.view === "decided") {
    return <Empty title="Nothing decided yet.">Decisions appear here, newest first.</Empty>;
  }
  return (
    <Empty title="Nothing to review.">
      <p>
        Agents submit work with <code className="mono">POST /api/v1/submissions</code> and their token. It
        appears here right away. Meanwhile{" "}
        <Link className="quiet" to="/proposals">
          proposals
        </Link>{" "}
        may need you.
      </p>
    </Empty>
  );
}
