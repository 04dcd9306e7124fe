import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import type { Warning } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";

export function TextWarnings({
  text,
  warnings,
}: {
  readonly text: string;
  readonly warnings: readonly Warning[];
}) {
  return (
    <Section
      title="About the text"
      end={warnings.length === 0 ? "no warnings" : plural(warnings.length, "warning")}
    >
      <WarningList text={text} warnings={warnings} />
      {warnings.some(({ level }) => level === "danger") ? null : (
        <p className="flex gap-3 text-second text-ink-2">
          <Mark name="stet" tone="green" />
          No hidden characters, markup, links, secrets or prompt injection.
        </p>
      )}
    </Section>
  );
}

export function WarningList({
  text,
  warnings,
}: {
  readonly text: string;
  readonly warnings: readonly Warning[];
}) {
  return (
    <ul className="grid gap-2">
      {warnings.map(({ code, level, message, span }) => (
        <li key={`${code}-${span.start}`} className="flex gap-3 text-second last:mb-2">
          <Mark name="query" tone={level === "danger" ? "red" : "ink"} />
          <p className="min-w-0 break-words">
            {span.end - span.start >= text.length ? null : (
              <>
                <span className="serif italic">
                  “<VisibleText text={text.slice(span.start, span.end)} isOneLine />”
                </span>
                {": "}
              </>
            )}
            {message}.
          </p>
        </li>
      ))}
    </ul>
  );
}
