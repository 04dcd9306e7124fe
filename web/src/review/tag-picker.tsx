import { useQuery } from "@tanstack/react-query";
import { gatesQuery } from "../inbox/submission-queries.ts";
import { patternQuery } from "../agents/agent-queries.ts";
import { rankTags, TAG_WINDOW } from "./rank-tags.ts";
import { Failed } from "../components/states.tsx";
import { Section } from "../components/section.tsx";

const FIRST = 6;

export function TagPicker({
  agent,
  chosen,
  likely,
  isOpen,
  open,
  change,
}: {
  readonly agent: string;
  readonly chosen: readonly string[];
  /** The tags of similar decisions, each as often as it was given. */
  readonly likely: readonly string[];
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly change: (tags: readonly string[]) => void;
}) {
  const { data, error, refetch } = useQuery(gatesQuery);
  const { data: pattern } = useQuery(patternQuery(agent, TAG_WINDOW));
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  const gates = (data?.gates ?? []).filter(({ tag }) => tag !== data?.fallback_tag);
  const given = (pattern?.pattern.top_issues ?? []).map(({ tag, count }) => ({ tag, count }));
  const all = rankTags({
    known: gates.map(({ tag }) => tag),
    likely,
    given,
    chosen,
    fallback: data?.fallback_tag,
  });
  const first = new Set(all.slice(0, FIRST));
  const shown = isOpen ? all : all.filter((tag) => first.has(tag) || chosen.includes(tag));
  const left = all.length - shown.length;
  const last = gates.find(({ tag }) => tag === chosen.at(-1));
  const packs = (data?.packs ?? []).map(({ name }) => name);
  return (
    <Section
      title="Tags"
      end={packs.length === 0 ? null : `${packs.length === 1 ? "pack" : "packs"} ${packs.join(", ")}`}
    >
      <div role="group" aria-label="Tags: which gates failed" className="flex flex-wrap gap-2">
        {shown.map((tag) => {
          const isOn = chosen.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={isOn}
              title={gates.find((gate) => gate.tag === tag)?.description}
              className={`min-h-6 max-w-full truncate rounded-tag border px-2 text-meta max-md:min-h-11 ${isOn ? "border-ink border-b-2 bg-sheet font-medium text-ink" : "border-edge text-ink-2 hover:bg-sunk hover:text-ink"}`}
              onClick={() => change(isOn ? chosen.filter((one) => one !== tag) : [...chosen, tag])}
            >
              {tag}
            </button>
          );
        })}
        {left === 0 ? null : (
          <button
            type="button"
            className="min-h-6 rounded-tag border border-edge px-2 text-meta text-ink-2 hover:bg-sunk max-md:min-h-11"
            onClick={open}
          >
            {left} more <kbd className="font-sans text-key text-ink-3 max-md:hidden">t</kbd>
          </button>
        )}
      </div>
      {last === undefined ? null : (
        <p className="mt-2 text-second text-ink-2">
          <span className="font-medium">{last.gate}.</span> {last.fix}
        </p>
      )}
    </Section>
  );
}
