import { useQuery } from "@tanstack/react-query";
import { similarList } from "./queries.ts";
import { SaidList } from "./said-list.tsx";
import { wordsOf } from "./words-of.ts";

/** What was said before that is the opposite of this. */
export function Contradicted({ text, time }: { readonly text: string; readonly time: string }) {
  const { data, isLoading } = useQuery(similarList(text, 30, 0));
  if (isLoading) return <div className="skeleton h-4 w-3/5" />;
  const found = (data?.items ?? []).filter(
    ({ relation, feedback }) => relation === "opposite" && feedback.time <= time,
  );
  return found.length === 0 ? (
    <p className="text-second text-ink-2">
      The same work was approved before, or what it contradicts is no longer kept.
    </p>
  ) : (
    <SaidList said={found.map(({ feedback }) => wordsOf(feedback))} />
  );
}
