import { Link } from "@tanstack/react-router";
import { Empty } from "../components/states.tsx";
import { readFeedbackSearch, toAddress, useFeedbackSearch } from "./feedback-search.ts";

/** Why there is nothing to see, and what to do about it. */
export function NoFeedback({ more }: { readonly more?: (() => void) | undefined }) {
  const { search, change } = useFeedbackSearch();
  if (search.by === "meaning" && search.text.trim() === "") {
    return (
      <Sheet title="Say what you look for.">
        A sentence does better than a word: “close the file before returning” finds what was said about
        handles and streams too.
      </Sheet>
    );
  }
  if (more !== undefined) {
    return (
      <Sheet title="Nothing so far.">
        <button type="button" className="quiet min-h-6" onClick={more}>
          Look further back
        </button>
      </Sheet>
    );
  }
  if (Object.keys(toAddress({ ...search, view: "all" })).length > 0) {
    const couldMean = search.view === "all" && search.by === "words" && search.text !== "";
    return (
      <Sheet title="Nothing fits.">
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {couldMean ? (
            <button type="button" className="quiet min-h-6" onClick={() => change({ by: "meaning" })}>
              Look for what means the same
            </button>
          ) : null}
          <button
            type="button"
            className="quiet min-h-6"
            onClick={() => change({ ...readFeedbackSearch({}), view: search.view })}
          >
            Look for anything
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

/** Beside the gutter, where rows would be. */
function Sheet({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="one:pl-[48px]">
      <Empty title={title}>{children}</Empty>
    </div>
  );
}
