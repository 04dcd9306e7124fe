import { formatClock } from "../lib/format-date.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Failed } from "../components/states.tsx";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize, plural } from "../lib/format.ts";
import type { Search } from "../router.tsx";
import { type DaySentence, daySentences } from "./day-sentences.ts";
import { dayName, shiftDay, today } from "./days.ts";
import { dayQuery, type LoopDay } from "./home-queries.ts";

/** What happened on a day, in sentences. */
export function DaySection({
  day,
  agent,
  person,
  go,
}: {
  readonly day: string;
  readonly agent: string | undefined;
  readonly person: string | undefined;
  readonly go: (change: Search) => void;
}) {
  const { data, error, refetch } = useQuery(dayQuery(day, agent, person));
  return (
    <Section
      title={dayName(day)}
      end={
        <span className="flex gap-3">
          <button type="button" className="quiet min-h-6" onClick={() => go({ day: shiftDay(day, -1) })}>
            day before
          </button>
          {day < today() ? (
            <button type="button" className="quiet min-h-6" onClick={() => go({ day: shiftDay(day, 1) })}>
              day after
            </button>
          ) : null}
        </span>
      }
    >
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        <div aria-busy={error === null} className="skeleton h-24" />
      ) : (
        <Sentences data={data} person={person} clear={() => go({ person: undefined })} />
      )}
    </Section>
  );
}

function Sentences({
  data: { corrected, recurred, acts, acts_more },
  person,
  clear,
}: {
  readonly data: LoopDay;
  readonly person: string | undefined;
  readonly clear: () => void;
}) {
  const sentences = daySentences(acts);
  return (
    <>
      {person === undefined ? (
        <p className="mb-2">{countSentence(corrected, recurred)}</p>
      ) : (
        <p className="mb-2 text-ink-2">
          Only what {person} did.{" "}
          <button type="button" className="quiet min-h-6" onClick={clear}>
            Show everybody
          </button>
        </p>
      )}
      <ul className="grid gap-3">
        {sentences.map((sentence) => (
          <li key={`${sentence.id} ${sentence.did} ${sentence.time}`}>
            <Sentence sentence={sentence} />
          </li>
        ))}
      </ul>
      {sentences.length === 0 ? <p className="text-ink-2">Nobody decided anything.</p> : null}
      {acts_more === 0 ? null : (
        <p className="mt-2 text-second text-ink-2">
          <Link to="/audit" search={{}}>
            {plural(acts_more, "more act")}
          </Link>
        </p>
      )}
    </>
  );
}

function countSentence(corrected: number, recurred: number): string {
  if (corrected === 0) return "No corrections.";
  const repeats =
    recurred === 0
      ? "none of them a repeat"
      : `${recurred} of them ${recurred === 1 ? "a repeat" : "repeats"}`;
  return corrected === 1
    ? `One correction${recurred === 1 ? ", a repeat" : ""}.`
    : `${capitalize(plural(corrected, "correction"))}, ${repeats}.`;
}

function Sentence({ sentence: { who, did, what, to, id, time } }: { readonly sentence: DaySentence }) {
  return (
    <>
      <span className="serif">{who}</span> {did}{" "}
      {what === null ? null : to === null ? (
        <span dir="auto">“{what}”</span>
      ) : (
        <What to={to} id={id} text={what} />
      )}{" "}
      <time dateTime={time} className="text-meta whitespace-nowrap text-ink-3">
        {formatClock(time)}
      </time>
    </>
  );
}

function What({
  to,
  id,
  text,
}: {
  readonly to: NonNullable<DaySentence["to"]>;
  readonly id: string;
  readonly text: string;
}) {
  const shown = (
    <span dir="auto">
      “<VisibleText text={text} />”
    </span>
  );
  return to === "/inbox/$submission" ? (
    <Link className="serif" to={to} params={{ submission: id }} search={{}}>
      {shown}
    </Link>
  ) : (
    <Link className="serif" to={to} params={{ rule: id }} search={{}}>
      {shown}
    </Link>
  );
}
