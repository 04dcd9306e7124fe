import { Link } from "@tanstack/react-router";
import { Ago } from "../parts/time.tsx";
import { VisibleText } from "../parts/visible-text.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import type { Words } from "./words-of.ts";

/** A few quotations, each with who said it. */
export function SaidList({ said, most = 5 }: { readonly said: readonly Words[]; readonly most?: number }) {
  return (
    <ul className="grid gap-3">
      {said.slice(0, most).map((words) => (
        <li key={words.id} className="grid grid-cols-[20px_minmax(0,1fr)] gap-3">
          <OutcomeMark outcome={words.outcome} />
          <div className="col-start-2">
            <Link
              to="/feedback/$feedback"
              params={{ feedback: words.id }}
              search={{}}
              className="plain-link serif line-clamp-3 text-quote break-words hover:underline"
            >
              <VisibleText text={words.text.slice(0, 400)} />
            </Link>
            <p className="text-meta text-ink-3">
              <strong className="font-semibold">
                <VisibleText text={words.author.id} />
              </strong>
              {words.outcome === null ? "" : ` ${OUTCOMES[words.outcome]}`}
              {words.agent === undefined ? "" : " "}
              {words.agent === undefined ? null : <VisibleText text={words.agent} />},{" "}
              <Ago time={words.time} />
            </p>
          </div>
        </li>
      ))}
      {said.length > most ? <li className="text-meta text-ink-3">{said.length - most} more</li> : null}
    </ul>
  );
}
