import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

/** Everybody who can log in; for administrators. */
export const peopleQuery = queryOptions({
  queryKey: queryKeys.people.list(),
  queryFn: ({ signal }) => api("listPeople", { signal }),
});
