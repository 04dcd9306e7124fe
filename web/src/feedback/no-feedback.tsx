import { Link } from "@tanstack/react-router";
import { Empty } from "../components/states.tsx";
import { readFeedbackSearch, toAddress, useFeedbackSearch } from "./feedback-search.ts";

export function NoFeedback({ more }: { readonly more?: (() => void) | undefined }) {
  const { search, change } = useFeedbackSearch();
  if (search.by === "meaning" && search.text.trim() === "") {
    return (
      <Sheet title="What are you looking for?">
        A sentence works better than a word: “close the file before returning” also finds feedback about
        handles and streams.
      </Sheet>
    );
  }
  if (more !== undefined) {
    return (
      <Sheet title="No matches so far.">
        <button type="button" className="quiet min-h-6" onClick={more}>
          Search older feedback
        </button>
      </Sheet>
    );
  }
  if (Object.keys(toAddress({ ...search, view: "all" })).length > 0) {
    const canSearchByMeaning = search.view === "all" && search.by === "words" && search.text !== "";
    return (
      <Sheet title="No matches.">
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {canSearchByMeaning ? (
            <button type="button" className="quiet min-h-6" onClick={() => change({ by: "meaning" })}>
              Search by meaning instead
            </button>
          ) : null}
          <button
            type="button"
            className="quiet min-h-6"
            onClick={() => change({ ...readFeedbackSearch({}), view: search.view })}
          >
            Clear the search
          </button>
        </span>
      </Sheet>
    );
  }
  return (
    <Sheet title="No feedback yet.">
      Paste something into{" "}
      <Link to="/try" search={{}}>
        Try it
      </Link>{" "}
      and record it, decide on work in the inbox, or bring in what you have with{" "}
      <code className="mono">emend import</code>.
    </Sheet>
  );
}

function Sheet({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="md:pl-[48px]">
      <Empty title={title}>{children}</Empty>
    </div>
  );
}
