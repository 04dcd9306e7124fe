import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { ApprovalLine } from "./approval-line.tsx";
import type { Proposal } from "./proposal-queries.ts";
import type { AnswerResult } from "./use-decide.ts";
import { countWord, plural } from "../lib/format.ts";
import { formatAgents, ordinal } from "./format-proposal.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { queryKeys } from "../api/query-keys.ts";

export function DecisionBar({
  proposal,
  result,
  isBusy,
  isHeld,
  mayDecide,
  retiring,
  newer,
  act,
  next,
}: {
  readonly proposal: Proposal;
  readonly result: AnswerResult | null;
  readonly isBusy: boolean;
  readonly isHeld: boolean;
  readonly mayDecide: boolean;
  readonly retiring: number;
  readonly newer?: { readonly summary: string; readonly take: () => void } | undefined;
  readonly act: (what: "approve" | "reject" | "modify" | "defer") => void;
  readonly next?: (() => void) | undefined;
}) {
  const { version, approval } = proposal;
  const isPending = version.status === "pending" && !isHeld;
  const canApprove = approval.you?.can_approve === true;
  return (
    <div>
      <ApprovalLine />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-80 text-second text-ink-2">
          {newer !== undefined ? (
            <span className="font-semibold text-red">{newer.summary}</span>
          ) : result === null ? null : (
            <span className={result.isRefused ? "font-semibold text-red" : "font-semibold text-ink"}>
              {result.message}{" "}
            </span>
          )}
          {isHeld ? (
            "You approved this. You can undo for six seconds."
          ) : newer !== undefined || (result !== null && isPending) ? null : isPending ? (
            <Sentence proposal={proposal} retiring={retiring} mayDecide={mayDecide} />
          ) : (
            <Outcome proposal={proposal} />
          )}
        </p>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:justify-end max-md:[&>button]:flex-1 max-md:[&>button]:justify-center">
          {newer !== undefined ? (
            <Button kind="solid" onClick={newer.take}>
              Show the new version
            </Button>
          ) : (
            <Answers
              isPending={isPending}
              canApprove={canApprove}
              needsText={version.wants_words !== undefined}
              mayDecide={mayDecide}
              isBusy={isBusy}
              act={act}
              next={next}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function Answers({
  isPending,
  canApprove,
  needsText,
  mayDecide,
  isBusy,
  act,
  next,
}: {
  readonly isPending: boolean;
  readonly canApprove: boolean;
  readonly needsText: boolean;
  readonly mayDecide: boolean;
  readonly isBusy: boolean;
  readonly act: (what: "approve" | "reject" | "modify" | "defer") => void;
  readonly next?: (() => void) | undefined;
}) {
  return (
    <>
      {isPending && mayDecide ? (
        <>
          <Button hint="r" mark={<Mark name="dele" />} disabled={isBusy} onClick={() => act("reject")}>
            <span>
              Reject<span className="max-xl:hidden"> with a reason</span>
            </span>
          </Button>
          <Button hint="d" disabled={isBusy} className="max-md:hidden" onClick={() => act("defer")}>
            Defer
          </Button>
          {needsText ? null : (
            <Button hint="e" mark={<Mark name="caret" />} disabled={isBusy} onClick={() => act("modify")}>
              Modify
            </Button>
          )}
        </>
      ) : null}
      {isPending && mayDecide && needsText ? (
        <Button hint="e" mark={<Mark name="caret" />} disabled={isBusy} onClick={() => act("modify")}>
          Write it
        </Button>
      ) : isPending && mayDecide && canApprove ? (
        <Button kind="solid" hint="a" mark={<StetOnInk />} disabled={isBusy} onClick={() => act("approve")}>
          Approve
        </Button>
      ) : next === undefined ? null : (
        <Button kind={mayDecide ? "solid" : "plain"} hint="j" onClick={next}>
          Next
        </Button>
      )}
    </>
  );
}

const StetOnInk = () => (
  <span className="flex [&>svg]:text-sheet">
    <Mark name="stet" />
  </span>
);

function Sentence({
  proposal: { approval, version, policy },
  retiring,
  mayDecide,
}: {
  readonly proposal: Proposal;
  readonly retiring: number;
  readonly mayDecide: boolean;
}) {
  const { you, missing, given, required } = approval;
  if (version.wants_words !== undefined && mayDecide) {
    return "This rule has no text yet. Write it, or reject the proposal.";
  }
  if (!mayDecide) return "Only approvers can decide. You can propose a rule of your own.";
  if (you?.can_approve !== true) {
    const why = you?.message ?? "you cannot approve it";
    return `${why.slice(0, 1).toUpperCase()}${why.slice(1)}. ${plural(missing, "more person", "more people")} must approve.`;
  }
  const all = Math.max(required, given + missing);
  return (
    <>
      {all === 1 ? (
        "Your approval is enough. "
      ) : (
        <>
          Yours is the{" "}
          <b className="font-semibold text-ink">
            {ordinal(given + 1)} of {countWord(all)}
          </b>
          .{" "}
        </>
      )}
      {missing > 1
        ? `${missing - 1 === 1 ? "One more person" : `${countWord(missing - 1)} more people`} must approve after you.`
        : `Approving makes it active for ${formatAgents(version.scope.agents)}, stabilising for ${policy.stabilising_days} days${retiring === 0 ? "" : ", and retires the rule it clashes with"}.`}
    </>
  );
}

function Outcome({ proposal: { rule_id, version, approval } }: { readonly proposal: Proposal }) {
  if (version.rejection !== null) return `Rejected by ${version.rejection.by}: “${version.rejection.reason}”`;
  if (version.status === "in_force") {
    return (
      <>
        In force, approved by {approval.approved_by.map(({ by }) => by).join(" and ")}.{" "}
        <Link to="/rules/$rule" params={{ rule: rule_id }}>
          Open the rule
        </Link>
      </>
    );
  }
  if (version.status === "expired") {
    return (
      <>
        It expired before enough people approved.
        <ProposeAgain rule={rule_id} />
      </>
    );
  }
  return `It is ${version.status.replaceAll("_", " ")}. Nothing to decide.`;
}

function ProposeAgain({ rule }: { readonly rule: string }) {
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => api("proposeAgain", { params: { rule_id: rule }, body: { reason: "" } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.proposals.all() }),
  });
  if (!may(session, "decide")) return null;
  return (
    <span className="ml-3 inline-flex flex-wrap items-center gap-3">
      <Button disabled={again.isPending} onClick={() => again.mutate()}>
        Propose again
      </Button>
      {again.error === null ? null : <span className="font-semibold text-red">{again.error.message}</span>}
    </span>
  );
}
