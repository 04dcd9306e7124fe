import { formatSentence } from "../lib/server-sentence.ts";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { FOUND } from "./summary.ts";

type Detail = Schemas["EvaluatedFeedbackDetail"];

export function EarlierClasses({ evaluated }: { readonly evaluated: Detail }) {
  const { evaluation, history = [] } = evaluated;
  const { contradicts = [], covered_by } = evaluation;
  return (
    <>
      {contradicts.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap gap-x-3 text-second text-ink-2">
          Contradicts
          {contradicts.slice(0, 5).map((id) => (
            <Link key={id} to="/feedback/$feedback" params={{ feedback: id }} search={{}}>
              {id.slice(0, 11)}
            </Link>
          ))}
        </p>
      )}
      {covered_by === undefined ? null : (
        <p className="mt-2 text-second">
          <Link to="/rules/$rule" params={{ rule: covered_by }}>
            Covered by this rule
          </Link>
        </p>
      )}
      {history.length === 0 ? null : (
        <ul aria-label="Earlier classifications" className="mt-2 text-second text-ink-3">
          {history.toReversed().map((each) => (
            <li key={each.revision}>
              Earlier, <Ago time={each.evaluated_at} />: {FOUND[each.classification]} (
              <VisibleText text={formatSentence(each.rationale)} />)
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
