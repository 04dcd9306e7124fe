import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/api.ts";
import { Mark } from "../components/mark.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { queryKeys } from "../api/query-keys.ts";

const recentDecisionsQuery = {
  queryKey: queryKeys.rules.decided(),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api("listRules", { query: { status: ["active", "rejected", "retired"], limit: 4 }, signal }),
};

export function RecentDecisions() {
  const { data } = useQuery(recentDecisionsQuery);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="mt-6 max-md:hidden">
      <h2 className="serif mb-1 text-base italic">Recent decisions</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {data.items.map(({ id, text, status, last_answer }) => (
          <li key={id} className="flex items-start gap-2 text-second text-ink-2">
            {status === "active" ? (
              <Mark name="stet" tone="green" size={15} label="Approved" />
            ) : (
              <Mark name="dele" size={15} label={status === "rejected" ? "Rejected" : "Retired"} />
            )}
            <span className="min-w-0 truncate">
              <Link
                to="/rules/$rule"
                params={{ rule: id }}
                className="plain-link serif inline-block min-h-6 italic hover:underline"
              >
                <VisibleText text={text} isOneLine />
              </Link>
              {status === "active" || last_answer === null ? null : `: ${last_answer.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
