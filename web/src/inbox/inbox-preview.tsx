import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Search } from "../router.tsx";
import { Button } from "../components/button.tsx";
import { Ago } from "../components/time.tsx";
import { Excerpt } from "./excerpt.tsx";
import { SimilarEarlier } from "./similar-earlier.tsx";
import type { Listed } from "./submission-queries.ts";

/** Nothing is fetched while the cursor moves quickly through the list. */
const REST_MS = 140;

export function InboxPreview({
  submission,
  search,
  canDecide,
  approve,
  edit,
  reject,
}: {
  readonly submission: Listed;
  readonly search: Search;
  readonly canDecide: boolean;
  readonly approve: () => void;
  readonly edit: () => void;
  readonly reject: () => void;
}) {
  const { id, agent, run, task, title, submitted_at, files, decision, status } = submission;
  const isResting = useResting(id);
  return (
    <div className="lg:sticky lg:top-[72px] lg:max-h-[calc(100dvh-130px)] lg:overflow-y-auto">
      <p className="flex flex-wrap gap-x-4 text-meta text-ink-3">
        <span>
          <b className="font-semibold text-ink-2">{agent}</b>
          {run === undefined ? "" : `, run ${run}`}
        </span>
        {task === undefined ? null : <span>{task}</span>}
        <span>
          sent <Ago time={submitted_at} />
        </span>
      </p>
      <h2 className="serif mt-1 mb-3 text-note break-words">{title}</h2>
      <Excerpt submission={submission} isResting={isResting} />
      {files === undefined || files.length === 0 ? null : (
        <p className="mono mt-2 line-clamp-3 break-all text-ink-3">{files.slice(0, 6).join("\n")}</p>
      )}
      <div className="mt-4 mb-6 flex flex-wrap gap-1.5">
        <Link
          to="/inbox/$submission"
          params={{ submission: id }}
          search={search}
          className="plain-link inline-flex min-h-8 items-center gap-2 rounded-box border border-ink bg-ink px-2 py-1 text-second font-medium text-sheet hover:bg-ink-2"
        >
          Open
          <kbd aria-hidden="true" className="text-key font-normal opacity-70">
            ↵
          </kbd>
        </Link>
        {canDecide && status === "waiting" && decision === undefined ? (
          <>
            <Button className="px-2! text-second!" hint="a" onClick={approve}>
              Approve
            </Button>
            <Button className="px-2! text-second!" hint="e" onClick={edit}>
              Edit
            </Button>
            <Button className="px-2! text-second!" hint="r" onClick={reject}>
              Reject
            </Button>
          </>
        ) : null}
      </div>
      {decision?.comment === undefined ? null : (
        <p className="serif mb-6 text-quote break-words whitespace-pre-wrap">{decision.comment}</p>
      )}
      {canDecide ? null : (
        <p className="mb-6 text-second text-ink-2">
          Only reviewers, approvers and administrators can decide.
        </p>
      )}
      <SimilarEarlier id={id} isResting={isResting} />
    </div>
  );
}

function useResting(id: string): boolean {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return rested === id;
}
