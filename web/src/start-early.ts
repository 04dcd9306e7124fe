import { queryClient } from "./api/query-client.ts";
import { sessionQuery } from "./api/session.ts";
import { loopQuery, startQuery } from "./home/home-queries.ts";
import { readFilter } from "./inbox/inbox-filter.ts";
import { listQuery } from "./inbox/submission-queries.ts";

/** Prefetches the first page's data while its code is loading; otherwise they would load one after the other. */
function startEarly({ pathname, search }: Location): void {
  void queryClient.prefetchQuery(sessionQuery);
  if (pathname === "/") {
    void import("./home/home-page.tsx");
    void queryClient.prefetchQuery({ ...startQuery, retry: false });
    if (search === "") void queryClient.prefetchQuery({ ...loopQuery(undefined, undefined), retry: false });
  }
  if (pathname !== "/inbox") return;
  void import("./inbox/inbox-page.tsx");
  const filter = Object.fromEntries(new URLSearchParams(search));
  void queryClient.prefetchInfiniteQuery({ ...listQuery(readFilter(filter)), retry: false });
}

startEarly(location);
