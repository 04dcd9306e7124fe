import { useId } from "react";
import { VisibleText } from "../components/visible-text.tsx";
import type { Place } from "./draft.ts";

const MAX_LINE = 9_999_999;

/** Which lines the comment is about. They become the place of the correction. */
export function PlaceField({
  place,
  paths,
  change,
}: {
  readonly place: Place | null;
  readonly paths: readonly string[];
  readonly change: (place: Place | null) => void;
}) {
  const id = useId();
  const [first] = paths;
  if (first === undefined) return null;
  if (place === null) {
    return (
      <p className="mt-2 text-second text-ink-2">
        <button
          type="button"
          className="quiet min-h-6 max-md:min-h-11"
          onClick={() => change({ path: first, line: 1, end_line: 1 })}
        >
          Name the lines it is about
        </button>
        <span className="max-md:hidden"> or click a line number.</span>
      </p>
    );
  }
  const { path, line, end_line } = place;
  const number = (text: string): number => Math.max(1, Math.min(MAX_LINE, Math.trunc(Number(text)) || 1));
  return (
    <fieldset className="mt-2 flex flex-wrap items-end gap-x-3 gap-y-2 text-second text-ink-2">
      <legend className="sr-only">The lines that it is about</legend>
      {paths.length === 1 ? (
        <span className="mono w-full break-all">
          <VisibleText text={path} isOneLine />
        </span>
      ) : (
        <select
          aria-label="File"
          className="field mono min-h-8 w-full"
          value={path}
          onChange={(event) => change({ path: event.target.value, line: 1, end_line: 1 })}
        >
          {paths.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
      <label htmlFor={`${id}-line`} className="flex items-center gap-2">
        line
        <input
          id={`${id}-line`}
          type="number"
          min={1}
          className="field min-h-8 w-20"
          value={line}
          onChange={(event) => {
            const from = number(event.target.value);
            change({ path, line: from, end_line: Math.max(from, end_line) });
          }}
        />
      </label>
      <label htmlFor={`${id}-end`} className="flex items-center gap-2">
        to
        <input
          id={`${id}-end`}
          type="number"
          min={line}
          className="field min-h-8 w-20"
          value={end_line}
          onChange={(event) => change({ path, line, end_line: Math.max(line, number(event.target.value)) })}
        />
      </label>
      <button type="button" className="quiet min-h-8" onClick={() => change(null)}>
        The whole work
      </button>
    </fieldset>
  );
}
