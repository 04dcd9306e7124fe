import { useQuery } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

export type Settings = Answer<"getSettings">;
export type Setting = Settings["settings"][number];

export const useSettings = () =>
  useQuery({
    queryKey: queryKeys.settings.current(),
    queryFn: ({ signal }) => api("getSettings", { signal }),
    staleTime: 60_000,
  });

export function formatValue(value: Setting["value"]): string {
  if (value === null) return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en");
  if (typeof value === "string") return value;
  return value.length === 0 ? "none" : value.join(", ");
}
