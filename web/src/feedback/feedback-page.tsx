import { ClustersView } from "./clusters-view.tsx";
import { EdgeView } from "./edge-cases-view.tsx";
import { Explorer } from "./explorer.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { ResolveView } from "./resolve-view.tsx";
import { SaidView } from "./all-view.tsx";

const SHOWN = { all: SaidView, recurs: ClustersView, ambiguous: ResolveView, edge: EdgeView } as const;

/** The explorer: what was said, what recurs, and what a person has to look at. */
export function FeedbackPage() {
  const View = SHOWN[useFeedbackSearch().search.view];
  return (
    <Explorer>
      <View />
    </Explorer>
  );
}
