import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useKeys } from "../shell/use-keys.ts";
import { RadioGroup } from "../components/radio-group.tsx";
import { type FeedbackSearch, OUTCOMES, SPANS, useFeedbackSearch } from "./feedback-search.ts";
import { gatesQuery } from "../inbox/submission-queries.ts";

const PAUSE_MS = 250;

export function SearchBar() {
  const { search, change } = useFeedbackSearch();
  const { data: gates } = useQuery(gatesQuery);
  const tags = (gates?.gates ?? []).map(({ tag }) => tag).toSorted();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useTyped(search.text, (typed) => change({ text: typed }));
  const [tag, setTag] = useTyped(search.tag, (typed) => change({ tag: typed }));
  useKeys([{ keys: "f", label: "search", run: () => field.current?.focus() }]);
  const isAll = search.view === "all";
  const byMeaning = isAll && search.by === "meaning";
  return (
    <search className="grid gap-3 border-b border-hair-2 px-5 pb-4 md:pr-[28px] md:pl-[68px]">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <input
          ref={field}
          type="search"
          className="min-h-8 min-w-0 flex-[1_1_240px] border-b border-edge bg-transparent px-1 text-row placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
          value={text}
          maxLength={byMeaning ? 4_000 : 200}
          aria-label={byMeaning ? "Describe what you are looking for" : "Search feedback"}
          placeholder={
            byMeaning
              ? "Describe it in your own words"
              : search.view === "recurs"
                ? "Search names and quotes"
                : "Search text, tags and paths"
          }
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Escape would clear a search field.
            event.preventDefault();
            field.current?.blur();
          }}
        />
        {isAll ? (
          <RadioGroup
            label="Search"
            value={search.by}
            options={{ words: "by words", meaning: "by meaning" }}
            choose={(by) => change({ by })}
          />
        ) : search.view === "recurs" ? (
          <RadioGroup
            label="Order"
            value={search.order}
            options={{ size: "largest first", recent: "latest first" }}
            choose={(order) => change({ order })}
          />
        ) : null}
      </div>
      {search.view === "recurs" ? null : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-second text-ink-2">
          <label className="flex items-center gap-2">
            Tag
            <input
              className="min-h-7 w-40 max-md:w-24 border-b border-edge bg-transparent px-1 text-ink"
              list="known-tags"
              value={tag}
              placeholder="any"
              onChange={(event) => setTag(event.target.value)}
            />
          </label>
          <datalist id="known-tags">
            {tags.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {isAll ? (
            <>
              <Pick
                label="Since"
                value={search.since}
                options={SPANS}
                none="any time"
                choose={(since) => change({ since })}
              />
              <Pick
                label="Outcome"
                value={search.outcome}
                options={OUTCOMES}
                choose={(outcome) => change({ outcome })}
              />
            </>
          ) : null}
          {search.agent === "" ? null : (
            <button type="button" className="quiet min-h-6" onClick={() => change({ agent: "" })}>
              Only {search.agent}; clear
            </button>
          )}
        </div>
      )}
    </search>
  );
}

function Pick<K extends string>({
  label,
  value,
  options,
  none = "any",
  choose,
}: {
  readonly label: string;
  readonly value: K | "";
  readonly options: Readonly<Record<K, string>>;
  readonly none?: string;
  readonly choose: (value: K | "") => void;
}) {
  return (
    <label className="flex items-center gap-2">
      {label}
      <select
        className="min-h-7 border-b border-edge bg-sheet px-1 text-ink"
        value={value}
        onChange={(event) => choose(event.target.value as K | "")}
      >
        <option value="">{none}</option>
        {(Object.entries(options) as [K, string][]).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function useTyped(
  current: FeedbackSearch["text"],
  submit: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(current);
  const [submitted, setSubmitted] = useState(current);
  if (submitted !== current) {
    setSubmitted(current);
    setText(current);
  }
  const report = useEffectEvent(submit);
  useEffect(() => {
    if (text === current) return;
    const timer = setTimeout(() => {
      setSubmitted(text);
      report(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, current]);
  return [text, setText];
}
