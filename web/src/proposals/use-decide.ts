import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, type Answer } from "../api/api.ts";
import { ApiError, isLoggedOut } from "../api/api-error.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { approvalId, approveLater, useApprovalOutcomes, usePendingApprovals } from "./pending-approvals.ts";
import { type Proposal, proposalQuery } from "./proposal-queries.ts";
import { whatChanged } from "./what-changed.ts";
import { queryKeys } from "../api/query-keys.ts";
import { asSentence } from "../lib/format.ts";

type Rule = Answer<"approveProposal">;

export interface AnswerResult {
  readonly ruleId: string;
  readonly isRefused: boolean;
  readonly message: string;
}

type Ended = Promise<string | null>;

export function useDecide(proposal: Proposal | undefined, takeNewer: () => void) {
  const client = useQueryClient();
  const [result, setResult] = useState<AnswerResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const { acts } = usePendingApprovals();
  const outcomes = useApprovalOutcomes();

  const act = async (
    run: (target: {
      readonly params: { readonly rule_id: string };
      readonly ifMatch: string;
    }) => Promise<Rule>,
    message: (rule: Rule) => string | Promise<string>,
  ): Ended => {
    if (proposal === undefined || busy.current) return null;
    busy.current = true;
    setBusy(true);
    const ruleId = proposal.rule_id;
    try {
      const rule = await run({ params: { rule_id: ruleId }, ifMatch: String(proposal.revision) });
      setResult({ ruleId, isRefused: false, message: await message(rule) });
      return null;
    } catch (error) {
      const why = await refusal(error, proposal);
      setResult({ ruleId, isRefused: true, message: why });
      return why;
    } finally {
      void client.invalidateQueries({ queryKey: queryKeys.rules.all() });
      void client.invalidateQueries({ queryKey: queryKeys.counts.waiting() });
      await client.invalidateQueries({ queryKey: queryKeys.proposals.all() });
      takeNewer();
      busy.current = false;
      setBusy(false);
    }
  };

  const refusal = async (error: unknown, seen: Proposal): Promise<string> => {
    if (isLoggedOut(error)) askToLogIn(client);
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    if (error.status !== 409 && error.status !== 412) return asSentence(error.message);
    const fresh = await client
      .fetchQuery({ ...proposalQuery(seen.rule_id), staleTime: 0 })
      .catch(() => undefined);
    const changed = fresh === undefined ? "" : whatChanged(seen, fresh);
    return changed === ""
      ? asSentence(error.message)
      : `Not sent. ${changed} Check it, then decide again. Your text is kept.`;
  };

  const version = proposal?.version.version ?? 0;
  const id = approvalId(proposal?.rule_id ?? "", version);
  const isHeld = acts.some(({ state, work }) => state !== "failed" && work.some((one) => one.id === id));
  const outcome = outcomes.get(id);
  const own = result !== null && result.ruleId === proposal?.rule_id ? result : null;
  return {
    told:
      own ??
      // Failures are shown above the bar, with a retry button.
      (outcome === undefined || outcome.isRefused || proposal === undefined
        ? null
        : { ruleId: proposal.rule_id, ...outcome }),
    isBusy,
    isHeld,
    approve: (retiring: readonly string[]) => {
      if (proposal === undefined || isHeld) return;
      setResult(null);
      const { rule_id: ruleId, version: read } = proposal;
      approveLater([{ id, ruleId, version, text: read.text, retiring }]);
    },
    refuse: (message: string) => {
      if (proposal !== undefined) setResult({ ruleId: proposal.rule_id, isRefused: true, message });
    },
    reject: (reason: string) =>
      act(
        (target) => api("rejectProposal", { ...target, body: { version, reason } }),
        () => "Rejected. Your reason is shown if it is proposed again.",
      ),
    defer: (reason: string) =>
      act(
        (target) => api("deferProposal", { ...target, body: { version, reason } }),
        () => "Deferred. Its approvals are kept.",
      ),
    modify: (changes: Omit<Parameters<typeof api<"modifyProposal">>[1]["body"], "version">) =>
      act(
        (target) => api("modifyProposal", { ...target, body: { version, ...changes } }),
        (rule) =>
          proposal?.version.wants_words === undefined
            ? `Version ${rule.pending ?? version + 1} is waiting. Approvals start over.`
            : "Your wording is proposed. It needs the usual approvals.",
      ),
  };
}
