import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { addressOf } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Failed, Skeleton } from "../components/states.tsx";
import { hasContent, loadReview } from "../review/draft.ts";
import { Page } from "../shell/page.tsx";
import { Arrivals } from "./arrivals.tsx";
import { FilterField } from "./filter-field.tsx";
import { InboxEmpty } from "./inbox-empty.tsx";
import { type InboxFilter, readFilter, toSearch } from "./inbox-filter.ts";
import { InboxFoot } from "./inbox-foot.tsx";
import { InboxIndex } from "./inbox-index.tsx";
import { InboxList } from "./inbox-list.tsx";
import { InboxPreview } from "./inbox-preview.tsx";
import { decideLater, undoLast, usePendingDecisions } from "./pending-decisions.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { markSeen } from "./seen.ts";
import { countsQuery, type Listed } from "./submission-queries.ts";
import { useCursor } from "./use-cursor.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxList } from "./use-inbox-list.ts";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { capitalize, formatCount, countWord } from "../lib/format.ts";
import { defined, orUndefined } from "../lib/defined.ts";

const NONE: ReadonlySet<string> = new Set();

export function InboxPage() {
  const navigate = useNavigate();
  const filter = readFilter(useSearch({ strict: false }));
  const { data: session } = useQuery(sessionQuery);
  const { data: counts } = useQuery(countsQuery);
  const list = useInboxList(filter);
  const cursor = useCursor(list.rows);
  const viewTime = useViewTime(cursor.current?.id);
  const [picked, setPicked] = useState(NONE);
  const [rejecting, setRejecting] = useState<readonly Listed[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const { acts } = usePendingDecisions();
  const isWide = useMinWidth(1180);
  const hasFooter = useMinWidth(900);
  const canDecide = may(session, "decide");
  const { current } = cursor;
  const { gate, agent } = filter;
  // Opening a submission keeps the filter, so that “next” stays within the list.
  const search = useMemo(() => defined({ gate, agent }), [gate, agent]);

  const narrow = (next: InboxFilter): void =>
    void navigate({ to: "/inbox", search: toSearch(next), replace: true });
  const isOpen = ({ id, decision }: Listed): boolean => decision === undefined && !list.changes.gone.has(id);
  const targets = (): readonly Listed[] =>
    (picked.size > 0
      ? list.rows.filter(({ id }) => picked.has(id))
      : current === undefined
        ? []
        : [current]
    ).filter(isOpen);
  const decide = (
    work: readonly Listed[],
    answer: {
      readonly decision: "approved" | "rejected";
      readonly tags?: readonly string[];
      readonly comment?: string;
    },
    draft?: string,
  ): void => {
    const body = { ...answer, duration_seconds: Math.round(viewTime() / Math.max(1, work.length)) };
    decideLater(work.map(({ id, title }) => ({ id, title, body, draft })));
    setPicked(NONE);
    cursor.stay();
  };
  // Do not approve past an unsent comment: open the submission instead.
  const approve = (work = targets()): void => {
    const begun = work.find(({ id }) => session && hasContent(loadReview(session.id, id)));
    if (begun === undefined) decide(work, { decision: "approved" });
    else open(begun.id);
  };
  const reject = (): void => setRejecting(targets());
  const undo = (): void => {
    const [first] = undoLast();
    if (first !== undefined) cursor.jump(first);
  };
  const open = (id: string | undefined, edit = false): void => {
    if (id === undefined) return;
    markSeen(id);
    void navigate({
      to: "/inbox/$submission",
      params: { submission: id },
      search: { ...search, ...defined({ edit: edit ? "yes" : undefined }) },
    });
  };
  const pick = useCallback((id: string) => setPicked((known) => toggled(known, id)), []);
  // Stable callbacks, so that memoized rows do not re-render.
  const latest = useRef({ go: cursor.go, open });
  useEffect(() => {
    latest.current = { go: cursor.go, open };
  });
  const go = useCallback((id: string) => latest.current.go(id), []);
  const openRow = useCallback((id: string) => latest.current.open(id), []);

  useInboxKeys({
    canDecide,
    move: cursor.move,
    open: (edit) => open(current?.id, edit),
    approve: () => approve(),
    reject,
    undo,
    select: () => {
      if (current !== undefined && isOpen(current)) pick(current.id);
    },
    clear: () => setPicked(NONE),
    showNew: list.showNew,
    filter: () => field.current?.focus(),
  });

  return (
    <Page
      title="Inbox"
      index={<InboxIndex filter={filter} />}
      margin={
        !isWide ? undefined : current === undefined ? (
          <p className="text-second text-ink-3">Select a submission to preview it.</p>
        ) : (
          <InboxPreview
            submission={current}
            search={search}
            canDecide={canDecide && !list.changes.gone.has(current.id)}
            approve={() => approve([current])}
            edit={() => open(current.id, true)}
            reject={() => setRejecting([current])}
          />
        )
      }
      foot={
        hasFooter || picked.size > 0 || acts.length > 0 ? (
          <InboxFoot
            picked={picked.size}
            canDecide={canDecide}
            approve={() => approve()}
            reject={reject}
            clear={() => setPicked(NONE)}
            undo={undo}
          />
        ) : undefined
      }
    >
      <div className="relative md:min-h-[calc(100dvh-90px)]">
        <i aria-hidden="true" className="absolute inset-y-0 left-[48px] z-[6] w-px bg-hair max-md:hidden" />
        <InboxHead />
        <div className="px-5 pb-3 md:pr-[28px] md:pl-[68px]">
          <FilterField key={filter.view} filter={filter} narrow={narrow} field={field} />
        </div>
        <Arrivals view={filter.view} changes={list.changes} showNew={list.showNew} />
        {list.error !== null && list.rows.length === 0 ? (
          <div className="md:pl-[48px]">
            <Failed error={list.error} retry={list.showNew} />
          </div>
        ) : list.isPending ? (
          <div className="md:pl-[48px]">
            <Skeleton rows={8} />
          </div>
        ) : list.rows.length === 0 && !list.hasMore ? (
          <div className="md:pl-[48px]">
            <InboxEmpty filter={filter} narrow={narrow} />
          </div>
        ) : (
          <InboxList
            key={`${filter.view} ${filter.gate} ${filter.agent}`}
            filter={filter}
            list={list}
            search={addressOf("", {}, search)}
            cursor={current?.id}
            follow={cursor.follow}
            picked={picked}
            canPick={canDecide && filter.view !== "decided"}
            late={filter.gate === undefined && filter.agent === undefined ? counts?.overdue : undefined}
            go={go}
            open={openRow}
            pick={pick}
          />
        )}
      </div>
      {rejecting.length === 0 ? null : (
        <RejectDialog
          work={rejecting}
          close={() => setRejecting([])}
          reject={({ tags, comment, draft }) => {
            const reason = defined({
              tags: tags.length === 0 ? undefined : tags,
              comment: orUndefined(comment),
            });
            decide(rejecting, { decision: "rejected", ...reason }, draft);
            setRejecting([]);
          }}
        />
      )}
    </Page>
  );
}

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known);
  if (!next.delete(id)) next.add(id);
  return next;
}

function InboxHead() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <header className="px-5 pt-6 pb-4 md:pl-[68px]">
      <h1 className="serif text-title">Inbox</h1>
      <p className="mt-1 min-h-5 text-row text-ink-2">
        {counts === undefined ? null : (
          <>
            {counts.waiting === 0
              ? "Nothing to review."
              : `${capitalize(countWord(counts.waiting))} to review, ${countWord(counts.overdue)} past due.`}
            {counts.mine === 0 ? "" : ` You have decided ${formatCount(counts.mine)} today.`}
          </>
        )}
      </p>
    </header>
  );
}

function useViewTime(id: string | undefined): () => number {
  const watch = useRef({ id, ms: 0, since: 0 });
  useEffect(() => {
    const held = watch.current;
    held.id = id;
    held.ms = 0;
    held.since = document.hidden ? 0 : performance.now();
    const turn = (): void => {
      if (document.hidden) {
        if (held.since > 0) held.ms += performance.now() - held.since;
        held.since = 0;
      } else held.since = performance.now();
    };
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, [id]);
  return () => {
    const { ms, since } = watch.current;
    return Math.round((ms + (since > 0 ? performance.now() - since : 0)) / 1_000);
  };
}
