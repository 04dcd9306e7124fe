import { useQuery } from "@tanstack/react-query";
import { capital, figure, countWord } from "../parts/words.ts";
import { countsQuery } from "./submission-queries.ts";

/** The title, and how things stand in one sentence. */
export function InboxHead() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <header className="px-5 pt-6 pb-4 one:pl-[68px]">
      <h1 className="serif text-title">Inbox</h1>
      <p className="mt-1 min-h-5 text-row text-ink-2">
        {counts === undefined ? null : (
          <>
            {counts.waiting === 0
              ? "Nothing waits for a person."
              : `${capital(countWord(counts.waiting))} ${counts.waiting === 1 ? "waits" : "wait"} for a person, ${counts.overdue === 0 ? "none past its limit" : `${countWord(counts.overdue)} past ${counts.overdue === 1 ? "its" : "their"} limit`}.`}
            {counts.mine === 0 ? "" : ` You have decided ${figure(counts.mine)} today.`}
          </>
        )}
      </p>
    </header>
  );
}
