import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Section, Tag } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { rejectionsQuery } from "./agent-queries.ts";

export function AgentRejections({ agent }: { readonly agent: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    rejectionsQuery(agent),
  );
  const items = (data?.pages ?? []).flatMap((page) => page.items);
  return (
    <Section title="Recent rejections" end="newest first">
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <div aria-busy="true" className="skeleton h-24" /> : null}
      {data !== undefined && items.length === 0 ? (
        <p className="text-row text-ink-2">None of its work has been rejected so far.</p>
      ) : null}
      <ul>
        {items.map(({ feedback }) => (
          <li key={feedback.id} className="border-b border-hair py-2 last:border-0">
            <Link
              to="/feedback/$feedback"
              params={{ feedback: feedback.id }}
              className="plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline"
            >
              {feedback.comment ?? feedback.wrong ?? feedback.similarity_text}
            </Link>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-meta text-ink-3">
              {feedback.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
              <span>
                {feedback.author.id}, <Ago time={feedback.time} />
                {feedback.target?.path === undefined ? "" : `, ${feedback.target.path}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button className="mt-2" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      ) : null}
    </Section>
  );
}
