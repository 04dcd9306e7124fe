import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { queryClient } from "../api/query-client.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Failed, Skeleton } from "../components/states.tsx";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { AnswerDialog, type Asking } from "./answer-dialog.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { Dossier } from "./dossier.tsx";
import { Margin } from "./margin.tsx";
import { EmptyQueue, canBeTicked, Queue } from "./queue.tsx";
import { proposalQuery, type Waiting, type Proposal } from "./proposal-queries.ts";
import { useDecide } from "./use-decide.ts";
import { useQueue } from "./use-queue.ts";
import { showOpenQuestion, useSettling } from "./use-settling.ts";
import { whatChanged } from "./what-changed.ts";
import { WriteRule } from "./write-rule.tsx";

export function ProposalsPage() {
  const navigate = useNavigate();
  const { rule: named } = useParams({ strict: false });
  const { data: session } = useQuery(sessionQuery);
  const queue = useQueue();
  const [held, setHeld] = useState("");
  const [asking, setAsking] = useState<Asking | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const first = queue.entries[0]?.waiting.rule_id ?? "";
  if (named === undefined && held === "" && first !== "") setHeld(first);
  const selected = named ?? held;
  const { data: fresh, error, refetch } = useQuery(proposalQuery(selected));
  const { proposal, newer, takeNewer } = useHeldProposal(fresh);
  const decide = useDecide(proposal, takeNewer);
  const settling = useSettling(proposal);
  const mayDecide = may(session, "approve");
  const isPending = proposal?.version.status === "pending";
  const needsText = isPending && proposal.version.wants_words !== undefined;
  const editor = useRef<HTMLTextAreaElement>(null);
  const showEditor = (): void => {
    editor.current?.scrollIntoView({ block: "center" });
    editor.current?.focus({ preventScroll: true });
  };
  const clean = queue.entries.filter(canBeTicked).map(({ waiting }) => waiting);
  const chosen = clean.filter((waiting) => ticked.has(tickOf(waiting)));
  const tick = (ruleId: string): void => {
    const waiting = clean.find(({ rule_id }) => rule_id === ruleId);
    if (waiting !== undefined) setTicked(toggled(ticked, tickOf(waiting)));
  };

  const go = (ruleId: string): void => void navigate({ to: "/proposals/$rule", params: { rule: ruleId } });
  const nextFrom = (by: 1 | -1, from = selected): string | undefined => {
    const { entries } = queue;
    const at = entries.findIndex(({ waiting }) => waiting.rule_id === from);
    for (let to = at + by; to >= 0 && to < entries.length; to += by) {
      if (!entries[to]!.isGone) return entries[to]!.waiting.rule_id;
    }
    return undefined;
  };
  // Keys can come faster than renders, so each moves on from the last target.
  const target = useRef(selected);
  useEffect(() => {
    target.current = selected;
  }, [selected]);
  const move = (by: 1 | -1): void => {
    const to = nextFrom(by, target.current);
    if (to === undefined) return;
    target.current = to;
    go(to);
  };
  const act = (what: "approve" | "reject" | "modify" | "defer"): void => {
    if (!isPending || !mayDecide || decide.isHeld) return;
    if (newer !== undefined) takeNewer();
    else if (needsText && (what === "approve" || what === "modify")) showEditor();
    else if (what !== "approve") setAsking(what);
    else if (proposal?.approval.you?.can_approve !== true) return;
    else if (settling.open === undefined) decide.approve(settling.retiring);
    else {
      decide.refuse(
        `First decide what happens to the rule that it ${settling.open.relation === "conflict" ? "contradicts" : "repeats"}: keep both, or retire the other.`,
      );
      showOpenQuestion();
    }
  };
  const elsewhere = nextFrom(1) ?? nextFrom(-1);
  const ahead = nextFrom(1) ?? "";
  useEffect(() => {
    if (ahead !== "") void queryClient.prefetchQuery(proposalQuery(ahead));
  }, [ahead]);
  useKeys([
    { keys: "j", label: "next proposal", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous proposal", run: () => move(-1), isSafe: true },
    ...(mayDecide
      ? ([
          { keys: "a", label: "approve", run: () => act("approve") },
          { keys: "r", label: "reject with a reason", run: () => act("reject") },
          { keys: "e", label: "modify", run: () => act("modify") },
          { keys: "d", label: "defer", run: () => act("defer") },
          {
            keys: "b",
            label: "approve the selected proposals",
            run: () => (chosen.length > 0 ? setAsking("batch") : undefined),
          },
          { keys: "x", label: "select it, to approve it with others", run: () => tick(selected) },
        ] as const)
      : []),
    ...(may(session, "decide")
      ? [{ keys: "n", label: "propose a rule by hand", run: () => setAsking("propose") }]
      : []),
    { keys: "i", label: "show what is new", run: queue.showNew },
  ]);

  if (session === null || session === undefined) return null;
  const isEmpty = !queue.isPending && queue.entries.length === 0;
  return (
    <Page
      title="Proposals"
      wideIndex
      index={
        <Queue
          queue={queue}
          selected={selected}
          mayApprove={mayDecide}
          mayPropose={may(session, "decide")}
          clean={clean.length}
          chosen={new Set(chosen.map(({ rule_id }) => rule_id))}
          toggle={tick}
          approveChosen={() => setAsking("batch")}
          propose={() => setAsking("propose")}
          move={move}
        />
      }
      margin={proposal === undefined ? <span /> : <Margin proposal={proposal} session={session} />}
      foot={
        proposal === undefined ? (
          isEmpty ? undefined : (
            <div className="min-h-9" />
          )
        ) : (
          <DecisionBar
            proposal={proposal}
            result={decide.told}
            isBusy={decide.isBusy}
            isHeld={decide.isHeld}
            mayDecide={mayDecide}
            retiring={settling.retiring.length}
            newer={
              newer === undefined ? undefined : { summary: whatChanged(proposal, newer), take: takeNewer }
            }
            act={act}
            next={elsewhere === undefined ? undefined : () => go(elsewhere)}
          />
        )
      }
    >
      <h1 className="sr-only md:hidden">Proposals</h1>
      {queue.error === null ? null : <Failed error={queue.error} retry={queue.refetch} />}
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {proposal !== undefined ? (
        <Dossier
          key={proposal.rule_id}
          proposal={proposal}
          session={session}
          choiceOf={settling.choiceOf}
          settle={settling.settle}
          write={
            needsText && mayDecide ? (
              <WriteRule
                key={`${proposal.rule_id} ${proposal.version.version}`}
                proposal={proposal}
                decide={decide}
                field={editor}
              />
            ) : undefined
          }
          modify={isPending && mayDecide ? () => act("modify") : undefined}
          defer={isPending && mayDecide ? () => act("defer") : undefined}
        />
      ) : error !== null || queue.error !== null ? null : isEmpty && named === undefined ? (
        <EmptyQueue propose={may(session, "decide") ? () => setAsking("propose") : undefined} />
      ) : (
        <Skeleton />
      )}
      {asking === null ? null : (
        <AnswerDialog
          asking={asking}
          proposal={proposal}
          chosen={chosen}
          decide={decide}
          go={go}
          close={() => setAsking(null)}
        />
      )}
    </Page>
  );
}

const tickOf = ({ rule_id, version }: Waiting): string => `${rule_id} ${version}`;

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/**
 * Updates approvals live, but holds back a new version until the reader asks for it, so that nobody approves a text
 * they have not seen.
 */
function useHeldProposal(fresh: Proposal | undefined) {
  const [held, setHeld] = useState<Proposal | undefined>(undefined);
  const isOther =
    held !== undefined &&
    fresh !== undefined &&
    held.rule_id === fresh.rule_id &&
    held.version.version !== fresh.version.version;
  if (!isOther && fresh !== undefined && held !== fresh) setHeld(fresh);
  return {
    proposal: isOther ? held : fresh,
    newer: isOther ? fresh : undefined,
    takeNewer: () => setHeld(undefined),
  };
}
