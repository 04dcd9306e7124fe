import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { queryKeys } from "../api/query-keys.ts";

export type WholeCheck = Schemas["WholeCheck"];
export type CheckHit = Schemas["CheckHit"];

export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.checks.one(id),
    queryFn: ({ signal }) => api("getCheck", { params: { check_id: id }, signal }),
  });

const NEWEST = 10;

export const hitsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.checks.hits(id),
    queryFn: ({ signal }) => api("listCheckHits", { query: { check: id, limit: NEWEST }, signal }),
  });
