import { WINDOWS } from "../agents/windows.ts";

/** The tags that the agent was given lately say what kind of work it does. */
export const TAG_WINDOW = WINDOWS[2];

/** A similar decision says more about this work than any other of the agent. */
const LIKELY_COUNTS = 3;

/**
 * The tags to offer, the most fitting first: those of similar decisions and those that the agent was given, by how often, then
 * the rest of the gates in their order.
 */
export function rankTags({
  known,
  likely,
  given,
  chosen,
  fallback,
}: {
  readonly known: readonly string[];
  readonly likely: readonly string[];
  readonly given: readonly { readonly tag: string; readonly count: number }[];
  readonly chosen: readonly string[];
  readonly fallback: string | undefined;
}): readonly string[] {
  const weights = new Map(known.map((tag) => [tag, 0]));
  const add = (tag: string, weight: number): void => {
    if (tag !== fallback) weights.set(tag, (weights.get(tag) ?? 0) + weight);
  };
  for (const tag of likely) add(tag, LIKELY_COUNTS);
  for (const { tag, count } of given) add(tag, count);
  for (const tag of chosen) add(tag, 0);
  return [...weights].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag);
}
