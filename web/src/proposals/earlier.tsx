import { Mark } from "../marks/mark.tsx";
import { Section } from "../parts/section.tsx";
import { Ago } from "../parts/time.tsx";
import type { Proposal } from "./proposals-query.ts";
import { VisibleText } from "../parts/visible-text.tsx";

/** How it was answered when it was last proposed. */
export function Earlier({ proposal: { earlier } }: { readonly proposal: Proposal }) {
  if (earlier === null) return null;
  return (
    <Section title="Asked before">
      <div className="flex gap-3">
        <Mark name="dele" />
        <div>
          {earlier.reason === "" ? null : (
            <p className="serif text-quote italic">
              “<VisibleText text={earlier.reason} />”
            </p>
          )}
          <p className="text-second text-ink-2">
            Version {earlier.version} {earlier.status} by {earlier.by}, <Ago time={earlier.at} />
          </p>
        </div>
      </div>
    </Section>
  );
}
