import { type ReactNode, useMemo, useState } from "react";
import { KeyHints } from "../components/key.tsx";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { Page } from "../shell/page.tsx";
import { ExplorerSlots } from "./explorer-slots.tsx";
import { FeedbackIndex } from "./feedback-index.tsx";
import { useFeedbackSearch, type View } from "./feedback-search.ts";
import { Gutter } from "../components/gutter.tsx";
import { SearchBar } from "./search-bar.tsx";

interface Around {
  readonly heading: string;
  readonly standfirst: string;
  readonly keys: readonly (readonly [string, string])[];
}

const AROUND: Readonly<Record<View, Around>> = {
  all: {
    heading: "Feedback",
    standfirst: "Every correction of an agent, from any source, and what came of it.",
    keys: [],
  },
  recurs: {
    heading: "Recurring",
    standfirst:
      "Feedback that says the same thing, grouped. If it recurs often enough, Emend proposes a rule.",
    keys: [],
  },
  ambiguous: {
    heading: "To resolve",
    standfirst: "Each of these contradicts an earlier decision. Decide which one is right.",
    keys: [
      ["1", "this holds"],
      ["2", "both hold"],
      ["3", "that holds"],
    ],
  },
  edge: {
    heading: "Edge cases",
    standfirst: "Feedback given once. Promote what should become a rule without waiting for it to recur.",
    keys: [["p", "promote"]],
  },
};

export function Explorer({ children }: { readonly children: ReactNode }) {
  const { search } = useFeedbackSearch();
  const [margin, setMargin] = useState<HTMLElement | null>(null);
  const [note, setNote] = useState<HTMLElement | null>(null);
  const [arrived, setArrived] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ margin, note, arrived }), [margin, note, arrived]);
  const { heading, standfirst, keys } = AROUND[search.view];
  const isWide = useMinWidth(1180);
  const isNarrow = !useMinWidth(900);
  const all: readonly (readonly [string, string])[] = [
    ["j k", "move"],
    ["↵", "open"],
    ...keys,
    ["f", "search"],
    ["?", "all keys"],
  ];
  return (
    <Page
      title={heading}
      index={<FeedbackIndex />}
      margin={isWide ? <div ref={setMargin} className="sticky top-18" /> : undefined}
      foot={
        // On phones the footer only holds the undo note, and takes no space without one.
        isNarrow && keys.length === 0 ? undefined : (
          <div className="flex items-center justify-between gap-4 md:min-h-8">
            <div className="max-md:hidden">
              <KeyHints keys={all} />
            </div>
            <div ref={setNote} />
          </div>
        )
      }
    >
      <Gutter>
        <header className="relative px-5 pt-6 pb-4 md:pl-[68px]">
          <div ref={setArrived} className="absolute top-[32px] right-5 md:right-[28px]" />
          <h1 className="serif text-title">{heading}</h1>
          <p className="mt-1 text-row text-ink-2">{standfirst}</p>
        </header>
        <SearchBar />
        <ExplorerSlots value={slots}>{children}</ExplorerSlots>
      </Gutter>
    </Page>
  );
}
