import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Answer } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { FormError } from "../components/form-field.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { DeadLetterRow } from "./dead-letter-row.tsx";
import { readerName } from "./reader-table.tsx";
import { Dialog } from "../components/dialog.tsx";
import { queryKeys } from "../api/query-keys.ts";

/** The API's limit per request. */
const MAX_PER_REQUEST = 500;

export function DeadLetters({ groups }: { readonly groups: Answer<"getEventBacklog">["groups"] }) {
  const total = groups.reduce((sum, { dead }) => sum + dead, 0);
  const names = new Map(groups.map(({ group, endpoint }) => [group, readerName(group, endpoint)]));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { letter } = useSearch({ strict: false });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isDiscarding, setDiscarding] = useState(false);
  const [status, setStatus] = useState("");
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: queryKeys.events.dead(total),
      queryFn: ({ signal, pageParam }) =>
        api("listDeadLetters", {
          query: { limit: 50, after: pageParam },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: (before) => before,
    });
  const letters = data?.pages.flatMap(({ items }) => items) ?? [];
  const open = letters.find(({ id }) => id === letter);
  const chosen = letters
    .map(({ id }) => id)
    .filter((id) => picked.has(id))
    .slice(0, MAX_PER_REQUEST);
  const targetIds = chosen.length > 0 ? chosen : open === undefined ? [] : [open.id];
  const show = (id: string | undefined): void =>
    void navigate({ to: "/events", search: { letter: id }, replace: true, resetScroll: false });
  const done = async (message: string): Promise<void> => {
    setStatus(message);
    setPicked(new Set());
    setDiscarding(false);
    await queries.invalidateQueries({ queryKey: queryKeys.events.all() });
  };
  const replay = useMutation({
    mutationFn: (ids: readonly string[]) => api("replayDeadLetters", { body: { ids } }),
    onSuccess: ({ replayed }) => done(`${replayed} retried.`),
  });
  const pick = (id: string): void =>
    setPicked(new Set(picked.has(id) ? [...picked].filter((each) => each !== id) : [...picked, id]));
  const move = (by: number): void => {
    const at = letters.findIndex(({ id }) => id === letter);
    show(letters[Math.max(0, Math.min(letters.length - 1, at + by))]?.id);
  };
  useKeys(
    letters.length === 0
      ? []
      : [
          { keys: "j", label: "next failed event", run: () => move(1), isSafe: true },
          { keys: "k", label: "previous", run: () => move(-1), isSafe: true },
          { keys: "x", label: "select it", run: () => (open === undefined ? undefined : pick(open.id)) },
          {
            keys: "r",
            label: "retry",
            run: () => (targetIds.length > 0 ? replay.mutate(targetIds) : undefined),
          },
          { keys: "d", label: "discard", run: () => setDiscarding(targetIds.length > 0) },
        ],
  );
  return (
    <Section title="Failed events" end={String(total)}>
      <p role="status" className="text-second text-ink-2">
        {status}
      </p>
      {isPending ? <Skeleton rows={2} /> : null}
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && letters.length === 0 ? (
        <p className="text-ink-2">
          No failed events. Events that a consumer can’t process appear here with the reason.
        </p>
      ) : null}
      {letters.length === 0 ? null : (
        <>
          <div className="flex flex-wrap items-center gap-3 py-2">
            <Button
              hint="r"
              disabled={targetIds.length === 0 || replay.isPending}
              onClick={() => replay.mutate(targetIds)}
            >
              Retry
            </Button>
            <Button hint="d" disabled={targetIds.length === 0} onClick={() => setDiscarding(true)}>
              Discard
            </Button>
            <button
              type="button"
              className="quiet min-h-7"
              onClick={() =>
                setPicked(chosen.length === letters.length ? new Set() : new Set(letters.map(({ id }) => id)))
              }
            >
              {chosen.length === letters.length
                ? "Select none"
                : letters.length === 1
                  ? "Select it"
                  : `Select all ${letters.length}`}
            </button>
            <span className="text-second text-ink-2">
              {chosen.length > 0
                ? `${chosen.length} selected`
                : open === undefined
                  ? "Select some, or open one."
                  : "Applies to the open one."}
            </span>
          </div>
          <FormError error={replay.error} />
          <ul className="border-t border-hair-2">
            {letters.map((each) => (
              <DeadLetterRow
                key={each.id}
                letter={each}
                reader={names.get(each.group) ?? each.group}
                isPicked={picked.has(each.id)}
                isOpen={each.id === letter}
                pick={() => pick(each.id)}
                open={() => show(each.id === letter ? undefined : each.id)}
              />
            ))}
          </ul>
          {hasNextPage ? (
            <Button className="mt-3" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      )}
      {isDiscarding ? (
        <DiscardLetters ids={targetIds} close={() => setDiscarding(false)} done={done} />
      ) : null}
    </Section>
  );
}

function DiscardLetters({
  ids,
  close,
  done,
}: {
  readonly ids: readonly string[];
  readonly close: () => void;
  readonly done: (message: string) => Promise<void>;
}) {
  const discard = useMutation({
    mutationFn: () => api("discardDeadLetters", { body: { ids } }),
    onSuccess: ({ discarded }) => done(`${discarded} discarded.`),
  });
  const many = ids.length === 1 ? "this event" : `these ${ids.length} events`;
  return (
    <Dialog title={`Discard ${many}?`} close={close}>
      <p className="text-ink-2">
        The consumer will never process {ids.length === 1 ? "it" : "them"}. This can’t be undone, and it is
        recorded in the audit log.
      </p>
      <FormError error={discard.error} />
      <div className="mt-4 flex justify-end gap-3">
        <Button kind="quiet" autoFocus onClick={close}>
          Keep
        </Button>
        <Button kind="solid" disabled={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
