import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useState } from "react";
import { RadioGroup } from "../components/radio-group.tsx";
import { Gutter } from "../components/gutter.tsx";
import { useDraftState } from "../hooks/use-draft-state.ts";
import { useDebounced } from "../hooks/use-debounced.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { KeyHints } from "../components/key.tsx";
import { Page } from "../shell/page.tsx";
import { CommentResult } from "./comment-result.tsx";
import { type Example, EXAMPLES } from "./examples.ts";
import { guessKind, type Kind, KINDS } from "./guess-kind.ts";
import { LogResult } from "./log-result.tsx";
import { MarkedField } from "./marked-field.tsx";
import { ReviewResult } from "./review-result.tsx";
import type { Span } from "./spans.ts";
import { useKeys } from "../shell/use-keys.ts";

const CHOICES = { auto: "Detect automatically", ...KINDS } as const;
const RESULTS = { log: LogResult, review: ReviewResult, comment: CommentResult } as const;
const NO_SPANS: readonly Span[] = [];
const BLANK = { text: "", example: "", prompt: "", files: "" };

export interface TryDraft {
  readonly text: string;
  readonly prompt: string;
  readonly files: string;
  readonly change: (part: { readonly prompt?: string; readonly files?: string }) => void;
  readonly mark: (text: string, spans: readonly Span[]) => void;
}

export function TryPage() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [draft, change, forget] = useDraftState("try", BLANK);
  const { text } = draft;
  const example = EXAMPLES.find(({ name }) => name === draft.example);
  const [found, setFound] = useState<{ readonly text: string; readonly spans: readonly Span[] }>();
  const mark = useCallback((marked: string, spans: readonly Span[]) => setFound({ text: marked, spans }), []);
  const debouncedText = useDeferredValue(useDebounced(text, 300));
  const chosen = (Object.keys(KINDS) as Kind[]).find((kind) => kind === search["kind"]);
  const kind = chosen ?? guessKind(debouncedText);
  const Result = RESULTS[kind];
  const isEmpty = debouncedText.trim() === "";
  const load = ({ text: exampleText, name, prompt = "", files = "" }: Example): void => {
    change({ text: exampleText, example: name, prompt, files });
    void navigate({ to: "/try", search: {}, replace: true });
  };
  const clear = (): void => {
    change(BLANK);
    forget();
  };
  useKeys(EXAMPLES.map((each, at) => ({ keys: `e ${at + 1}`, label: each.name, run: () => load(each) })));
  const isNarrow = !useMinWidth(900);
  return (
    <Page
      title="Try it"
      index={<Examples load={load} current={example} />}
      foot={
        isNarrow ? undefined : (
          <div className="flex min-h-8 items-center">
            <KeyHints
              keys={[
                ["e 1", "to 6, an example"],
                ["?", "all keys"],
              ]}
            />
          </div>
        )
      }
    >
      <Gutter>
        <header className="px-5 pt-6 pb-3 md:pr-[28px] md:pl-[68px]">
          <h1 className="serif text-title">Try it</h1>
          <p className="mt-1 text-row text-ink-2">
            Paste a log, a reviewer’s answer or a review comment, and see what Emend makes of it. Nothing is
            recorded unless you choose to. Your text stays in this tab until you clear it or log out.
          </p>
        </header>
        <div className="grid gap-3 px-5 pb-6 md:pr-[28px] md:pl-[68px]">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <RadioGroup
              label="Kind of text"
              value={chosen ?? "auto"}
              options={CHOICES}
              choose={(value) =>
                void navigate({ to: "/try", search: value === "auto" ? {} : { kind: value }, replace: true })
              }
            />
            <div className="flex items-center gap-4 text-second text-ink-3">
              <p role="status">
                {isEmpty || chosen !== undefined ? "" : `detected: ${KINDS[kind].toLowerCase()}`}
              </p>
              {text === "" ? null : (
                <button type="button" className="quiet min-h-7" onClick={clear}>
                  Clear
                </button>
              )}
            </div>
          </div>
          <MarkedField
            label="The text"
            value={text}
            change={(next) => change({ ...draft, text: next })}
            spans={found?.text === text ? found.spans : NO_SPANS}
            variant={kind === "comment" ? "lint" : "evidence"}
            mono={kind !== "comment"}
            placeholder="Paste text here, or choose an example"
          />
        </div>
        {isEmpty ? (
          <KindResults />
        ) : (
          <Result
            key={kind + (example?.name ?? "")}
            text={debouncedText}
            prompt={draft.prompt}
            files={draft.files}
            change={(part) => change({ ...draft, ...part })}
            mark={mark}
          />
        )}
      </Gutter>
    </Page>
  );
}

const KIND_RESULTS: Readonly<Record<Kind, string>> = {
  log: "whether something failed, the evidence, and how to improve the prompt",
  review: "which findings are accepted, and what was repaired, corrected or dropped, with reasons",
  comment: "whether an agent can act on it, and how to write it so that it can",
};

function KindResults() {
  return (
    <dl className="grid gap-3 px-5 pb-8 md:pr-[28px] md:pl-[68px]">
      {(Object.keys(KINDS) as Kind[]).map((kind) => (
        <div key={kind} className="border-t border-hair pt-3">
          <dt className="serif text-rule italic">{KINDS[kind]}</dt>
          <dd className="text-ink-2">{KIND_RESULTS[kind]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Examples({
  load,
  current,
}: {
  readonly load: (example: Example) => void;
  readonly current: Example | undefined;
}) {
  return (
    <section aria-label="Examples" className="max-md:flex max-md:items-baseline max-md:gap-4">
      <h2 className="serif mb-1 text-base italic max-md:mb-0">Examples</h2>
      <ul className="max-md:flex max-md:gap-4">
        {EXAMPLES.map((each) => (
          <li key={each.name} className="whitespace-nowrap md:whitespace-normal">
            <button
              type="button"
              className={`min-h-7 py-1 text-left hover:text-ink ${each === current ? "font-semibold text-ink" : "text-ink-2"}`}
              aria-pressed={each === current}
              onClick={() => load(each)}
            >
              {each.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
