import { useQuery } from "@tanstack/react-query";
import { Mark } from "../marks/mark.tsx";
import { submissionQuery } from "./submission-queries.ts";
import { OUTCOMES } from "./work-of.ts";

/** That somebody else answered it in the meantime, and what. */
export function GoneNote({ id }: { readonly id: string }) {
  const { data } = useQuery({ ...submissionQuery(id), queryKey: ["submissions", "gone", id] });
  const decision = data?.decision;
  const outcome = decision === undefined ? undefined : OUTCOMES[decision.decision];
  return (
    <p className="flex items-center justify-end gap-1.5 text-right text-meta text-ink-2">
      {outcome === undefined ? null : (
        <Mark name={outcome.mark} tone={outcome.mark === "stet" ? "green" : "ink"} size={15} />
      )}
      <span>
        {decision === undefined
          ? data?.status === "withdrawn"
            ? "taken back"
            : "no longer waits"
          : `${outcome?.word} by ${decision.reviewer}`}
      </span>
    </p>
  );
}
