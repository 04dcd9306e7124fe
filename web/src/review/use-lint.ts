import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Answer } from "../api/api.ts";
import { isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { rewriteOf } from "./rewrite.ts";
import { queryKeys } from "../api/query-keys.ts";

type Violation = Answer<"lintFeedback">["violations"][number];

export interface Lint {
  /** The text that was judged; another is being typed where it differs. */
  readonly text: string;
  readonly actionable: boolean;
  readonly violations: readonly Violation[];
  /** The whole comment without what was complained of, where the lint has nothing against that. */
  readonly rewrite: string | null;
}

const DEBOUNCE_MS = 300;

/** Whether a comment can be acted on, asked while it is typed. */
export function useLint(comment: string): { readonly lint: Lint | undefined; readonly error: unknown } {
  const text = useDebounced(comment, DEBOUNCE_MS);
  const { data, error } = useQuery({
    queryKey: queryKeys.lint.comment(text),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Lint> => {
      const judge = (said: string) => api("lintFeedback", { query: {}, body: { text: said }, signal });
      const { actionable, violations } = await judge(text);
      // Where in the work it is, the work itself says: the comment stands beside it.
      const errors = violations.filter(({ severity }) => severity === "error");
      const candidate = rewriteOf(text, errors);
      const isBetter = candidate !== null && (await judge(candidate)).actionable;
      return { text, actionable, violations: errors, rewrite: isBetter ? candidate : null };
    },
  });
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) queryClient.setQueryData(sessionQuery.queryKey, null);
  }, [isOut]);
  return { lint: text.trim() === "" ? undefined : data, error };
}

function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return value === "" ? "" : settled;
}
