import { type ReactNode, useMemo, useState } from "react";
import { KeysFoot } from "../components/key.tsx";
import { useWide } from "../hooks/use-min-width.ts";
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
    standfirst: "Every correction an agent got, from whatever source, and what became of it.",
    keys: [],
  },
  recurs: {
    heading: "What recurs",
    standfirst:
      "Feedback that says the same thing, put together. What is said often enough becomes a proposal.",
    keys: [],
  },
  ambiguous: {
    heading: "To resolve",
    standfirst:
      "Each contradicts an earlier decision about the same thing, so a person has to say which holds.",
    keys: [
      ["1", "generalizable"],
      ["2", "edge case"],
      ["3", "ignore"],
    ],
  },
  edge: {
    heading: "Edge cases",
    standfirst: "Said once, and kept. Promote what should become a rule without waiting for it to recur.",
    keys: [["p", "promote"]],
  },
};

/** What every view of the feedback has around it. */
export function Explorer({ children }: { readonly children: ReactNode }) {
  const { search } = useFeedbackSearch();
  const [margin, setMargin] = useState<HTMLElement | null>(null);
  const [note, setNote] = useState<HTMLElement | null>(null);
  const [arrived, setArrived] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ margin, note, arrived }), [margin, note, arrived]);
  const { heading, standfirst, keys } = AROUND[search.view];
  const isWide = useWide(1180);
  const isNarrow = !useWide(900);
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
        // Where there is no keyboard, the foot is for what can be undone.
        isNarrow && keys.length === 0 ? undefined : (
          <div className="flex min-h-8 items-center justify-between gap-4">
            <div className="max-one:hidden">
              <KeysFoot keys={all} />
            </div>
            <div ref={setNote} />
          </div>
        )
      }
    >
      <Gutter>
        <header className="relative px-5 pt-6 pb-4 one:pl-[68px]">
          <div ref={setArrived} className="absolute top-[32px] right-5 one:right-[28px]" />
          <h1 className="serif text-title">{heading}</h1>
          <p className="mt-1 text-row text-ink-2">{standfirst}</p>
        </header>
        <SearchBar />
        <ExplorerSlots value={slots}>{children}</ExplorerSlots>
      </Gutter>
    </Page>
  );
}
