import { ClustersView } from "./clusters-view.tsx";
import { EdgeCasesView } from "./edge-cases-view.tsx";
import { Explorer } from "./explorer.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { ResolveView } from "./resolve-view.tsx";
import { AllView } from "./all-view.tsx";

const SHOWN = { all: AllView, recurs: ClustersView, ambiguous: ResolveView, edge: EdgeCasesView } as const;

export function FeedbackPage() {
  const View = SHOWN[useFeedbackSearch().search.view];
  return (
    <Explorer>
      <View />
    </Explorer>
  );
}
