import { Empty } from "../parts/states.tsx";
import { readFeedbackSearch, useFeedbackSearch } from "./feedback-search.ts";

/** Nothing fits what is looked for, and what to try instead. */
export function NothingFound() {
  const { search, change } = useFeedbackSearch();
  const couldMean = search.view === "all" && search.by === "words" && search.text !== "";
  return (
    <Empty title="Nothing fits.">
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {couldMean ? (
          <button type="button" className="quiet min-h-6" onClick={() => change({ by: "meaning" })}>
            Look for what means the same
          </button>
        ) : null}
        <button
          type="button"
          className="quiet min-h-6"
          onClick={() => change({ ...readFeedbackSearch({}), view: search.view, by: search.by })}
        >
          Look for anything
        </button>
      </span>
    </Empty>
  );
}
