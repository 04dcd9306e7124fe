import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { CopyField } from "../components/copy-field.tsx";
import { Section } from "../components/section.tsx";
import { plural } from "../lib/format.ts";

const MOST_COUNTED = 200;
const RECURS = { view: "recurs" } as const;

/** The command that learns from past conversations, and what it found once it has run. */
export function LearnFromHistory() {
  const { data } = useQuery({
    queryKey: queryKeys.corrections.learned(),
    refetchInterval: 3_000,
    queryFn: async ({ signal }) => {
      const found = ["conversation", "review", "commit"] as const;
      const pages = await Promise.all(
        found.map((each) => api("listCorrections", { query: { found: each, limit: MOST_COUNTED }, signal })),
      );
      return pages.map(({ items, next }, at) => ({
        found: found[at]!,
        count: items.length,
        hasMore: next !== null,
      }));
    },
  });
  const learned = (data ?? []).filter(({ count }) => count > 0);
  return (
    <Section title="Or learn from your history">
      <p className="mb-2 text-ink-2">
        Emend reads your conversations with agents and your commits, shows what recurs and keeps it. Run this
        in a repository, on the machine that has the store:
      </p>
      <CopyField text="emend learn --record" label="Command" />
      <div role="status">
        {data === undefined ? null : learned.length === 0 ? (
          <p className="text-ink-2">Nothing has been learned yet.</p>
        ) : (
          <p>
            Learned from{" "}
            {learned
              .map(({ found, count, hasMore }) =>
                hasMore
                  ? `more than ${count} corrections in ${WHERE[found]}`
                  : `${plural(count, "correction")} in ${WHERE[found]}`,
              )
              .join(", ")}
            .{" "}
            <Link to="/feedback" search={RECURS}>
              See what recurs
            </Link>
          </p>
        )}
      </div>
    </Section>
  );
}

const WHERE = { conversation: "conversations", review: "reviews", commit: "commits" } as const;
