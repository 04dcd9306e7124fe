import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { type Replay, replayQuery } from "./proposal-queries.ts";
import { CoveredRemarks, ReplayCases } from "./replay-cases.tsx";
import { checkSentence, historySentence, wordsSentence } from "./replay-sentences.ts";

const COMMITS = 1_000;

/** What the rule would have done in the past. */
export function ReplaySection({ ruleId, version }: { readonly ruleId: string; readonly version: number }) {
  const [commits, setCommits] = useState(0);
  const { data, error, refetch } = useQuery(replayQuery(ruleId, 0));
  const whole = useQuery({ ...replayQuery(ruleId, commits), enabled: commits > 0 });
  const withCommits = commits > 0 ? whole.data : undefined;
  const replay = withCommits ?? data;
  const isNewer = replay !== undefined && replay.version !== version;
  return (
    <Section title="Replay" end="what it would have done">
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {replay === undefined ? (
        <div aria-busy={error === null} className="skeleton h-16" />
      ) : (
        <>
          {isNewer ? <p className="text-second text-ink-2">This is about version {replay.version}.</p> : null}
          {replay.checks.map((check) => (
            <OneCheck key={check.check_id} check={check} />
          ))}
          {replay.checks.length === 0 ? (
            <p className="max-w-[64ch] text-row text-ink-2">It has no check, so nothing ran over code.</p>
          ) : withCommits === undefined ? (
            <AskForCommits
              hasRepository={replay.has_repository}
              isPending={commits > 0 && whole.isFetching}
              ask={() => setCommits(COMMITS)}
              ruleId={ruleId}
            />
          ) : null}
          {commits === 0 || whole.error === null ? null : (
            <Failed error={whole.error} retry={() => void whole.refetch()} />
          )}
          {replay.words === null ? null : (
            <div className="mt-3">
              <p className="max-w-[64ch] text-row">{wordsSentence(replay.words)}</p>
              <CoveredRemarks remarks={replay.words.remarks} />
            </div>
          )}
          {replay.newest_only.length === 0 ? null : (
            <p className="mt-2 text-second text-ink-2">
              Only the newest {replay.newest_only.join(" and ")} were replayed.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

function OneCheck({ check }: { readonly check: Replay["checks"][number] }) {
  const { accepted, mended, corrected, history, is_too_slow, language } = check;
  return (
    <div className="mb-3">
      <p className="max-w-[64ch] text-row">
        <span className="text-ink-2">Check ({language ?? "words"}): </span>
        {checkSentence(check)}
      </p>
      {history === null ? null : <p className="mt-1 max-w-[64ch] text-row">{historySentence(history)}</p>}
      {is_too_slow ? (
        <p className="mt-1 text-second text-red">It took too long on some code and was stopped there.</p>
      ) : null}
      <ReplayCases title="In accepted work" cases={accepted.cases} />
      <ReplayCases title="In mended code" cases={mended.cases} />
      <ReplayCases title="In other corrections" cases={corrected.cases.filter(({ own }) => !own)} />
      <ReplayCases title="In commits" cases={history?.cases ?? []} />
    </div>
  );
}

function AskForCommits({
  hasRepository,
  isPending,
  ask,
  ruleId,
}: {
  readonly hasRepository: boolean;
  readonly isPending: boolean;
  readonly ask: () => void;
  readonly ruleId: string;
}) {
  if (!hasRepository)
    return (
      <p className="max-w-[64ch] text-second text-ink-2">
        This server does not run in a repository. To replay its commits, run{" "}
        <code className="mono break-all">emend rules replay {ruleId.slice(0, 11)}</code> there.
      </p>
    );
  return (
    <Button disabled={isPending} onClick={ask}>
      {isPending ? "Replaying commits" : "Replay the repository’s commits"}
    </Button>
  );
}
