import type { ReactNode } from "react";
import { ViewLink } from "../components/view-link.tsx";
import { IndexList } from "../shell/page.tsx";
import { isRunning, percent, type Rollout, STAGE_WORDS, versionName } from "./rollout.ts";
import { capitalize } from "../lib/format.ts";

export function RolloutIndex({
  rollouts,
  chosen,
  start,
  more,
}: {
  readonly rollouts: readonly Rollout[];
  readonly chosen: string | undefined;
  readonly start: ReactNode;
  readonly more: (() => void) | undefined;
}) {
  const groups = [
    { title: "Running", of: rollouts.filter(isRunning) },
    { title: "Decided", of: rollouts.filter((rollout) => !isRunning(rollout)) },
  ];
  return (
    <div className="max-md:flex max-md:items-center max-md:gap-6">
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ title, of }) => (
          <IndexList key={title} title={title}>
            {of.map((rollout) => (
              <ViewLink
                key={rollout.id}
                to="/rollouts"
                search={{ rollout: rollout.id }}
                isOn={rollout.id === chosen}
                count={isRunning(rollout) ? percent(rollout.slice) : STAGE_WORDS[rollout.stage]}
              >
                {capitalize(versionName(rollout.candidate, rollout.baseline))}
              </ViewLink>
            ))}
          </IndexList>
        ))}
      {more === undefined ? null : (
        <button type="button" className="quiet mb-4 min-h-7" onClick={more}>
          Show more
        </button>
      )}
      <div className="whitespace-nowrap md:whitespace-normal">{start}</div>
    </div>
  );
}
