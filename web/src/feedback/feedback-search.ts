import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Search } from "../router.tsx";

const VIEWS = ["all", "recurs", "ambiguous", "edge"] as const;
export const SPANS = { "1d": "the last day", "7d": "7 days", "30d": "30 days", "90d": "90 days" } as const;
export const OUTCOMES = {
  rejected: "rejected",
  approved_with_changes: "approved with changes",
  approved: "approved",
} as const;

export type View = (typeof VIEWS)[number];
export type Outcome = keyof typeof OUTCOMES;

export interface FeedbackSearch {
  readonly view: View;
  readonly by: "words" | "meaning";
  readonly text: string;
  readonly agent: string;
  readonly tag: string;
  readonly since: keyof typeof SPANS | "";
  readonly outcome: Outcome | "";
  readonly order: "size" | "recent";
}

const among = <T extends string, E extends string>(
  all: readonly T[],
  value: string | undefined,
  or: E,
): T | E => all.find((each) => each === value) ?? or;

export const readFeedbackSearch = (value: Search): FeedbackSearch => ({
  view: among(VIEWS, value["view"], "all"),
  by: among(["words", "meaning"], value["by"], "words"),
  text: value["text"] ?? "",
  agent: value["agent"] ?? "",
  tag: value["tag"] ?? "",
  since: among(Object.keys(SPANS) as (keyof typeof SPANS)[], value["since"], ""),
  outcome: among(Object.keys(OUTCOMES) as Outcome[], value["outcome"], ""),
  order: among(["size", "recent"], value["order"], "size"),
});

const USUAL = readFeedbackSearch({});

export const toAddress = (search: FeedbackSearch): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== USUAL[name as keyof FeedbackSearch]),
  );

export function useFeedbackSearch(): {
  readonly search: FeedbackSearch;
  readonly change: (part: Partial<FeedbackSearch>) => void;
} {
  const search = readFeedbackSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    change: (part) =>
      void navigate({
        to: "/feedback",
        // Built from the current address, so that concurrent changes are not lost.
        search: (now: Search) => toAddress({ ...readFeedbackSearch(now), ...part }),
        replace: true,
      }),
  };
}

const HOUR = 3_600_000;

/** Rounded to the hour, so that the query key stays stable. */
export function sinceTime(since: FeedbackSearch["since"], now: number = Date.now()): string | undefined {
  if (since === "") return undefined;
  const days = Number.parseInt(since, 10);
  return new Date(Math.floor(now / HOUR) * HOUR - days * 24 * HOUR).toISOString();
}
