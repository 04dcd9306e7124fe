import { queryClient } from "./api/query-client.ts";
import { sessionQuery } from "./api/session.ts";
import { readFilter } from "./inbox/inbox-filter.ts";
import { listQuery } from "./inbox/submission-queries.ts";

/**
 * Asks for what the first page needs while the rest of the app is still being read: otherwise the page's own code, who is
 * logged in, and what waits are fetched one after the other.
 */
function startEarly({ pathname, search }: Location): void {
  void queryClient.prefetchQuery(sessionQuery);
  if (pathname !== "/" && pathname !== "/inbox") return;
  void import("./inbox/inbox-page.tsx");
  const filter = pathname === "/" ? {} : Object.fromEntries(new URLSearchParams(search));
  void queryClient.prefetchInfiniteQuery({ ...listQuery(readFilter(filter)), retry: false });
}

startEarly(location);
