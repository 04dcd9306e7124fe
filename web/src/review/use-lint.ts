import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Answer } from "../api/api.ts";
import { isLoggedOut } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { rewriteOf } from "./rewrite.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useDebounced } from "../hooks/use-debounced.ts";

type Violation = Answer<"lintFeedback">["violations"][number];

export interface Lint {
  readonly text: string;
  readonly actionable: boolean;
  readonly violations: readonly Violation[];
  readonly rewrite: string | null;
  /** A clear wording that somebody used about similar work. */
  readonly example: string | null;
}

const DEBOUNCE_MS = 300;

/** Examples that are tried at most. */
const MAX_EXAMPLES = 3;
const NO_EXAMPLES: readonly string[] = [];

export function useLint(
  comment: string,
  said: readonly string[] = NO_EXAMPLES,
): { readonly lint: Lint | undefined; readonly error: unknown } {
  const debounced = useDebounced(comment, DEBOUNCE_MS);
  const text = comment === "" ? "" : debounced;
  const { data, error } = useQuery({
    queryKey: queryKeys.lint.comment(text),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Lint> => {
      const judge = (words: string) => api("lintFeedback", { query: {}, body: { text: words }, signal });
      const { actionable, violations } = await judge(text);
      // Location complaints are notes here: the comment is next to the work.
      const errors = violations.filter(({ severity }) => severity === "error");
      const candidate = rewriteOf(text, errors);
      const isBetter = candidate !== null && (await judge(candidate)).actionable;
      let example: string | null = null;
      for (const words of actionable || isBetter ? [] : said.slice(0, MAX_EXAMPLES)) {
        if (example === null && words.length <= 400 && (await judge(words)).actionable) example = words;
      }
      return { text, actionable, violations: errors, rewrite: isBetter ? candidate : null, example };
    },
  });
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) queryClient.setQueryData(sessionQuery.queryKey, null);
  }, [isOut]);
  return { lint: text.trim() === "" ? undefined : data, error };
}
